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
        ("rule", .string(candidate.words)),
        ("difference", candidate.difference.json(of: candidate.pair)),
        ("proof", .string(candidate.proof.name)),
      ])
      if case .red(let undone) = candidate.proof { json["undone"] = .string(undone.name) }
      json["files"] = JSONValue([candidate.goodPath, candidate.badPath])
      return .object(json)
    }
  }

  func lines(_ style: Style) throws -> [String] {
    let groups =
      "\(counted(comparison.good, "good session")), \(counted(comparison.bad, "bad one"))."
    guard !comparison.candidates.isEmpty else {
      return [groups, "Nothing that the logs have separates them."]
    }
    var lines = [groups] + (comparison.candidates.lazy.compactMap(\.pair.appWords).prefix(1))
    for (number, candidate) in comparison.candidates.prefix(Self.limit).enumerated() {
      lines += ["", "\(number + 1). \(style.bold(candidate.words)): \(share(candidate))."]
      lines += try candidate.difference.lines(style, of: candidate.pair)
      lines += candidate.proofLines(style)
    }
    let rest = comparison.candidates.count - Self.limit
    if rest > 0 { lines += ["", "\(counted(rest, "more difference")) separate them less."] }
    if !hasProgram {
      lines += [
        "", "With --app PROGRAM, the first \(GroupComparison.proved) are proved by replays.",
      ]
    }
    if comparison.replays > 0 {
      lines += ["", style.dim("\(counted(comparison.replays, "replay")) in child processes.")]
    }
    return lines
  }

  private func share(_ candidate: GroupComparison.Candidate) -> String {
    let (good, bad) = (candidate.separation.good, candidate.separation.bad)
    return "\(bad) of \(comparison.bad) bad, \(good) of \(comparison.good) good"
  }
}

extension GroupComparison.Candidate {
  fileprivate var goodPath: String { pair.good.timeline.log.path }
  fileprivate var badPath: String { pair.bad.timeline.log.path }

  fileprivate func proofLines(_ style: Style) -> [String] {
    let files = "\(goodPath.escapedForTerminal), \(badPath.escapedForTerminal)"
    switch proof {
    case .untried: return [style.dim("Seen in \(files).")]
    case .impossible(let why):
      return ["Not proved: \(why.escapedForTerminal).", style.dim("Seen in \(files).")]
    case .green(let verdict):
      let words =
        switch verdict {
        case .failsOtherwise(let crash): "fails in another way, \("\(crash)".escapedForTerminal)"
        case .unresolved(let why): "could not be replayed: \(why.escapedForTerminal)"
        case .fails, .passes: "stays green"
        }
      return [
        "Not proved: the good session with this one change \(words).",
        style.dim("Tried with \(files)."),
      ]
    case .red(let undone):
      return [
        "\(style.green("Proved")): the good session with this one change replays red. "
          + undone.words(undoing: 1),
        style.dim("Proved with \(files)."),
      ]
    }
  }

  /// The trait and the rule that separates, as a phrase.
  fileprivate var words: String { trait.words(separation.rule) }
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

extension SessionTrait {
  fileprivate func words(_ rule: TraitRule) -> String {
    func name(_ type: String, _ number: Int) -> String {
      type.escapedForTerminal + (number == 0 ? "" : " (number \(number + 1) of its kind)")
    }
    func part(_ pointer: Pointer, of whole: String) -> String {
      pointer.tokens.isEmpty ? whole : "\(pointer.words) of \(whole)"
    }
    switch self {
    case .before(let one, let n, let other, let m):
      let isSo = rule.holds(of: true)
      return
        "\(name(one.type, n)) \(isSo ? "comes" : "does not come") before \(name(other.type, m))"
    case .count(let key): return "the number of \(key.type.escapedForTerminal) is \(rule.words)"
    case .row(let key):
      return "the number of \(key.type.escapedForTerminal) in a row is \(rule.words)"
    case .payload(let type, let number, let pointer):
      let whole = pointer.tokens.isEmpty ? "the payload of " : ""
      return "\(part(pointer, of: whole + name(type, number))) is \(rule.words)"
    case .input(let type, let which, _, let input):
      return "\"\(input.escapedForTerminal)\" as \(name(type, which)) reads it is \(rule.words)"
    case .start(let pointer): return "\(part(pointer, of: "the first state")) is \(rule.words)"
    case .end(let pointer): return "\(part(pointer, of: "the last state")) is \(rule.words)"
    }
  }
}

extension TraitRule {
  /// The values as a predicate noun.
  fileprivate var words: String {
    func number(_ value: Double) -> String { JSONValue(value).brief(20) }
    func time(_ seconds: Double) -> String {
      let minutes = Int(seconds) / 60
      let (hour, minute) = ("\(minutes / 60)", "\(minutes % 60)")
      return hour.leadingZero + ":" + minute.leadingZero + " UTC"
    }
    return switch self {
    case .equals(let value): value?.brief(40) ?? "absent"
    case .isNone: "a value that no good session has"
    case .atLeast(let limit): "\(number(limit)) or more"
    case .atMost(let limit): "\(number(limit)) or less"
    case .fromTimeOfDay(let limit): "at \(time(limit)) or later"
    case .untilTimeOfDay(let limit): "at \(time(limit)) or earlier"
    }
  }
}

extension String {
  fileprivate var leadingZero: String { count == 1 ? "0" + self : self }
}
