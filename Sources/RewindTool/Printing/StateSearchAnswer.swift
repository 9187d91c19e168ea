import RewindDiagnosis
import RewindJSON
import RewindTimeline

/// The answer of `bisect FILE run -- CMD`.
struct StateSearchAnswer: AnswerPart {
  let timeline: Timeline
  let result: StateBisection.Result
  /// The verdicts on the states that were checked.
  let verdicts: [Int: StateJudge.Verdict]
  /// The number of runs of the command.
  let runs: Int
  /// True if every state was to be checked.
  let scans: Bool

  var isFound: Bool {
    if case .notFound = result { false } else { true }
  }

  var json: JSONValue {
    switch result {
    case .found(let index):
      ["index": JSONValue(index), "probes": JSONValue(runs), "result": "found"]
    case .foundWithSkips(let range):
      [
        "index": JSONValue(range.upperBound), "probes": JSONValue(runs),
        "result": "found-with-skips",
        "candidates": JSONValue(range),
      ]
    case .notFound(let obstacle):
      [
        "index": .null, "probes": JSONValue(runs), "result": "not-found",
        "why": .string(words(of: obstacle)),
      ]
    }
  }

  func lines(_ style: Style) throws -> [String] {
    let count = style.dim("\(counted(runs, "run")) of the command.")
    return try statements(style) + [count]
  }

  private func statements(_ style: Style) throws -> [String] {
    switch result {
    case .notFound(let obstacle):
      return [words(of: obstacle)]
    case .foundWithSkips(let range):
      return [
        "The first bad state is one of those after actions \(range.lowerBound) to \(range.upperBound):",
        scans
          ? "some before \(range.upperBound) could not be checked."
          : "those before \(range.upperBound) could not be checked.",
      ] + how(verdicts[range.upperBound])
    case .found(let index):
      let action = try timeline.action(index).brief(in: timeline, style, width: 100)
      return [
        "\(style.red("bad")) from \(index)  \(action)", "",
        "The state before it is good, the one after it bad; both were checked again.",
        "What action \(index) changed:",
      ]
        + timeline.lines(of: try timeline.changes(of: index), style) + how(verdicts[index])
    }
  }

  private func how(_ verdict: StateJudge.Verdict?) -> [String] {
    guard let verdict else { return [] }
    let wrote = verdict.errorText.split(separator: "\n").last
      .map { ", and wrote: \(String($0.prefix(200)).escapedForTerminal)" }
    return ["With it, the command \(verdict.ending)\(wrote ?? ".")"]
  }

  private func word(_ answer: StateBisection.Answer) -> String {
    switch answer {
    case .good: "good"
    case .bad: "bad"
    case .skip: "skipped"
    }
  }

  private func words(of obstacle: StateBisection.Obstacle) -> String {
    switch obstacle {
    case .startIs(let answer, let index):
      return
        "The search starts at the state after action \(index), which is \(word(answer)), not good. Choose another one with --good."
    case .endIs(let answer, let index):
      return
        "The search ends at the state after action \(index), which is \(word(answer)), not bad. Choose another one with --bad."
    case .unsteady(let index, let was, let now):
      return
        "The state after action \(index) was \(word(was)), but \(word(now)) when it was checked again: the command is flaky. With --repeat N, a state is good only if N runs say so."
    }
  }
}
