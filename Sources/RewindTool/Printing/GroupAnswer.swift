import RewindDiagnosis
import RewindJSON
import RewindText

/// The answer of `compare` for two folders.
struct GroupAnswer: AnswerPart {
  let comparison: GroupComparison
  let hasProgram: Bool

  /// The candidates that a person is shown.
  private static let limit = 5

  var json: JSONValue { .array(records) }

  var records: [JSONValue] {
    comparison.candidates.enumerated().map { number, candidate in
      var json = JSONObject([
        ("rank", JSONValue(number + 1)),
        ("bad", JSONValue(candidate.separation.bad)), ("ofBad", JSONValue(comparison.bad)),
        ("good", JSONValue(candidate.separation.good)), ("ofGood", JSONValue(comparison.good)),
        ("rule", .string(words(candidate))),
        ("difference", candidate.differences[0].json(of: candidate.pair)),
        ("proof", .string(candidate.proof.name)),
      ])
      if case .red(let undone, _) = candidate.proof {
        json["undone"] = .string(undone.verdict.name)
      }
      if candidate.differences.count > 1 {
        json["differences"] = .array(candidate.differences.map { $0.json(of: candidate.pair) })
      }
      json["files"] = JSONValue([candidate.goodPath, candidate.badPath])
      return .object(json)
    }
  }

  func lines(_ style: Style) throws -> [String] {
    let stores = comparison.stores
    let groups =
      "\(counted(comparison.good, "good session")), \(counted(comparison.bad, "bad one"))"
      + (stores.count > 1
        ? ", of the stores \(stores.joined(separator: ", ").escapedForTerminal)." : ".")
    guard !comparison.candidates.isEmpty else {
      return [groups, "Nothing that the logs have separates them."]
    }
    var lines = [groups] + (comparison.candidates.lazy.compactMap(\.pair.appWords).prefix(1))
    for (number, candidate) in comparison.candidates.prefix(Self.limit).enumerated() {
      lines += ["", "\(number + 1). \(style.bold(words(candidate))): \(share(candidate))."]
      for difference in candidate.differences {
        lines += try difference.lines(style, of: candidate.pair)
      }
      lines += candidate.proofLines(style)
    }
    let rest = comparison.candidates.count - Self.limit
    if rest > 0 { lines += ["", "\(counted(rest, "more difference")) separate them less."] }
    if !hasProgram {
      lines += ["", "With --app PROGRAM, they are tried by replays until one is proved."]
    }
    if comparison.replays > 0 {
      lines += ["", style.dim("\(counted(comparison.replays, "replay")) in child processes.")]
    }
    return lines
  }

  private func share(_ candidate: GroupComparison.Candidate) -> String {
    "\(candidate.separation.bad) of \(comparison.bad) bad, \(candidate.separation.good) of \(comparison.good) good"
  }

  /// The traits and the rules that separate, as a phrase.
  private func words(_ candidate: GroupComparison.Candidate) -> String {
    let store = candidate.pair.bad.timeline.log.header.store ?? ""
    return (comparison.stores.count > 1 ? "in the store \(store.escapedForTerminal), " : "")
      + candidate.parts.map { $0.trait.words($0.rule.words(candidate.badPath)) }
      .joined(separator: " and ")
  }
}

extension GroupComparison.Candidate {
  fileprivate var goodPath: String { pair.good.timeline.log.path }
  fileprivate var badPath: String { pair.bad.timeline.log.path }

  fileprivate func proofLines(_ style: Style) -> [String] {
    let files = "\(goodPath.escapedForTerminal), \(badPath.escapedForTerminal)"
    let count = differences.count
    let change = count == 1 ? "this one change" : "these \(count) changes"
    switch proof {
    case .untried: return [style.dim("Seen in \(files).")]
    case .impossible(let why):
      return [why.words, style.dim("Seen in \(files).")]
    case .green(let verdict):
      let words =
        switch verdict {
        case .failsOtherwise(let crash): "fails in another way, \("\(crash)".escapedForTerminal)"
        case .unresolved(let why): "could not be replayed: \(why.escapedForTerminal)"
        case .fails, .passes: "stays green"
        }
      return [
        "Not proved: the good session with \(change) \(words).",
        style.dim("Tried with \(files)."),
      ]
    case .red(let undone, let condition):
      return [
        "\(style.green("Proved")): the good session with \(change) replays red. "
          + (parts.count > 1 ? "They are enough only together with each other. " : "")
          + undone.words(undoing: count, pair.bad)
      ] + condition.passing + [style.dim("Proved with \(files).")]
    }
  }
}

extension GroupComparison.Proof {
  fileprivate var name: String {
    switch self {
    case .untried: "untried"
    case .red: "red"
    case .green: "green"
    case .impossible: "impossible"
    }
  }
}

extension ActionName {
  /// The name as it stands in a sentence; `…` is for an identifier, a time, or a redacted value.
  fileprivate var words: String {
    switch self {
    case .type(let type): type.escapedForTerminal
    case .failed(let type): "failed \(type.escapedForTerminal)"
    case .key(let key): key.words.escapedForTerminal
    }
  }

  fileprivate func nth(_ number: Int) -> String {
    number == 0 ? "the first \(words)" : "number \(number + 1) of \(words)"
  }
}

extension SessionTrait {
  /// The trait and its value as a phrase.
  fileprivate func words(_ rule: String) -> String {
    func part(_ pointer: Pointer, _ place: Place) -> String {
      switch place {
      case .payload(let type, let number):
        let action = ActionName.type(type).nth(number)
        return pointer.tokens.isEmpty
          ? "the payload of \(action)" : "\(pointer.words) of \(action)"
      case .input(let type, let which, let number, let name):
        return "\"\(name.escapedForTerminal)\" as \(ActionName.type(type).nth(which)) reads it"
          + (number == 0 ? "" : " (value \(number + 1))")
      case .start, .end:
        let state = place == .start ? "the first state" : "the last state"
        return pointer.tokens.isEmpty ? state : "\(pointer.words) of \(state)"
      }
    }
    switch self {
    case .before(let one, let n, let other, let m):
      return "\(one.nth(n)) comes before \(other.nth(m))"
    case .count(let name, let fatal):
      let end = fatal.map { " before the last \($0.escapedForTerminal)" } ?? ""
      return "the number of \(name.words)\(end) is \(rule)"
    case .value(let place, let pointer): return "\(part(pointer, place)) is \(rule)"
    case .length(let place, let pointer):
      return "the number of elements in \(part(pointer, place)) is \(rule)"
    }
  }
}

extension TraitRule {
  /// The widest value that is written out.
  private static let width = 80

  /// The values as a predicate noun; a long one is the one of a log.
  fileprivate func words(_ path: String) -> String {
    func number(_ value: Double, _ time: String?) -> String {
      time?.escapedForTerminal ?? JSONValue(value).text
    }
    func time(_ seconds: Double) -> String {
      let minutes = Int(seconds) / 60
      let (hour, minute) = ("\(minutes / 60)", "\(minutes % 60)")
      return hour.leadingZero + ":" + minute.leadingZero + " UTC"
    }
    switch self {
    case .equals(let value):
      guard let value else { return "absent" }
      if value.isScalar, value.fits(Self.width) { return value.text.escapedForTerminal }
      return "as in \(path.escapedForTerminal)"
        + (value.isScalar ? "" : ", but for identifiers and times")
    case .atLeast(let limit, let time):
      return "\(number(limit, time)) or \(time == nil ? "more" : "later")"
    case .atMost(let limit, let time):
      return "\(number(limit, time)) or \(time == nil ? "less" : "earlier")"
    case .fromTimeOfDay(let limit): return "at \(time(limit)) or later"
    case .untilTimeOfDay(let limit): return "at \(time(limit)) or earlier"
    }
  }
}

extension String {
  fileprivate var leadingZero: String { count == 1 ? "0" + self : self }
}
