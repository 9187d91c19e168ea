import RewindDiagnosis
import RewindJSON
import RewindQuery
import RewindTimeline

extension [WrongStateFinding] {
  /// The first one that the replay reaches, if any.
  var firstThatHolds: WrongStateFinding? { first(where: \.holds) }

  /// True if the replay reaches the same ones as the recording.
  var areAsRecorded: Bool { allSatisfy { $0.isDecided && $0.holds == $0.isRecorded } }

  /// Returns the verdict in words; the first line follows the file's name.
  func lines(_ style: Style, actions: Int) -> [String] {
    let name = verdict
    let painted =
      name == "holds"
      ? style.red(name) : name == "undecided" ? style.yellow(name) : style.green(name)
    let found = filter { $0.holds || $0.isRecorded || !$0.isDecided }
    guard count > 1 else {
      let words = self[0].words
      return ["\(painted): \(words)\(found.isEmpty ? ", \(counted(actions, "action"))" : "")"]
    }
    let holding = filter(\.holds).count
    let all = counted(count, "condition")
    let first =
      holding == 0 ? "none of \(all) holds, \(counted(actions, "action"))" : "\(holding) of \(all)"
    return ["\(painted): \(first)"] + found.map { "  \($0.words)" }
  }
}

extension WrongStateFinding {
  /// `count(…) > 0 holds from the state after action 9 on (SetQty), as recorded`.
  var words: String {
    let title = wrong.title.escapedForTerminal
    guard let extent = replayed.extent else {
      if !isDecided {
        return
          "\(title) holds in no state that could be checked; not checked: \(TruthRuns.words(replayed.allUnjudged, inJSON: false))"
      }
      return recorded?.extent.map { "\(title) no longer holds; recorded: \($0)" }
        ?? "\(title) never holds"
    }
    let action = type.map { " (\($0.escapedForTerminal))" } ?? ""
    return "\(title) holds \(extent)\(action)\(comparison)"
  }

  /// A comparison with the recording, for a replay that reaches it.
  private var comparison: String {
    guard let recorded else { return "" }
    guard let extent = recorded.extent else {
      return recorded.allUnjudged.isEmpty ? "; recorded: never" : ""
    }
    return extent == replayed.extent ? ", as recorded" : "; recorded: \(extent)"
  }

  var json: JSONValue {
    var (name, text): (String?, String) = (nil, wrong.title)
    if case .condition(let condition) = wrong {
      (name, text) = (condition.name, condition.expression.text)
    }
    return [
      "name": JSONValue(name), "never": .string(text), "holds": .bool(holds),
      "decided": .bool(isDecided), "index": JSONValue(replayed.last?.first.index),
      "recorded": JSONValue(recorded?.last?.first.index),
    ]
  }
}
