import RewindDiagnosis
import RewindJSON
import RewindSession
import RewindTimeline

/// The answer of `compare` for two sessions.
struct PairAnswer: AnswerPart {
  let comparison: PairComparison

  private var pair: SessionPair { comparison.pair }

  /// The differences, and the values, that a person is shown.
  private static let limit = 10

  // MARK: - For scripts

  var json: JSONValue {
    get throws {
      var json = JSONObject([
        ("result", .string(comparison.outcome.name)),
        ("same", JSONValue(pair.alignment.commonStart)),
      ])
      if let apps = pair.apps { json["apps"] = JSONValue([apps.good, apps.bad]) }
      json["red"] = comparison.condition?.json
      if case .found(let cause) = comparison.outcome {
        json["cause"] = .array(cause.differences.map { $0.json(of: pair) })
        json["undone"] = .string(cause.undone.verdict.name)
      }
      if let seen = try changes {
        json["changed"] = [
          "bad": JSONValue(seen.bad),
          "pointers": JSONValue(seen.changes.map(\.pointer.description)),
        ]
      }
      let tried = comparison.tried
      json["differences"] = .array(
        pair.differences.map { difference in
          var json = difference.json(of: pair).object ?? JSONObject()
          json["alone"] = tried.first { $0.difference == difference }.map {
            .string($0.verdict.name)
          }
          return .object(json)
        }
      )
      json["replays"] = JSONValue(comparison.replays)
      return .object(json)
    }
  }

  // MARK: - In words

  func lines(_ style: Style) throws -> [String] {
    var lines = [beginning]
    if let words = pair.appWords { lines.insert(words, at: 0) }
    switch comparison.outcome {
    case .found(let cause):
      for difference in cause.differences { lines += try difference.lines(style, of: pair) }
      lines += try consequence(of: cause.differences, style)
      lines += proof(cause, style)
    case .unproved:
      lines += try list(pair.differences, style)
      if !pair.differences.isEmpty {
        lines.append("With --app PROGRAM, the one that matters is proved by replays.")
      }
    case .notFound:
      lines.append(
        "The good session stays green with all \(counted(pair.differences.count, "difference")) made in it. "
          + "What makes the bad one red is in neither log: a value that is not recorded, or the time that things take."
      )
      lines += try list(pair.differences, style)
    case .obstacle(let obstacle):
      lines.append(obstacle.words)
      lines += try list(pair.differences, style)
    }
    if comparison.replays > 0 {
      lines.append(style.dim("\(counted(comparison.replays, "replay")) in child processes."))
    }
    return lines
  }

  /// The first change of a state that the cause led to; where the actions do not differ, the first one of all.
  private var changes: (bad: Int, changes: [Change])? {
    get throws {
      if pair.differences.isEmpty { return try pair.changes() }
      guard case .found(let cause) = comparison.outcome, let first = cause.differences.first else {
        return nil
      }
      return try pair.consequence(of: first)
    }
  }

  private var beginning: String {
    switch pair.alignment.commonStart {
    case _ where pair.good.steps.isEmpty && pair.bad.steps.isEmpty: "Neither session has an action."
    case _ where pair.good.steps.isEmpty: "The good session has no action."
    case _ where pair.bad.steps.isEmpty: "The bad session has no action."
    case 0: "The two sessions begin with different actions."
    case 1: "Both begin with the same action."
    case let count where count == pair.good.steps.count && count == pair.bad.steps.count:
      "Both have the same \(count) actions."
    case let count: "Both begin with the same \(count) actions."
    }
  }

  private func list(_ differences: [SessionDifference], _ style: Style) throws -> [String] {
    guard !differences.isEmpty else {
      guard let seen = try changes else {
        return ["Their actions, inputs, and states are equal."]
      }
      return [
        "Their actions, inputs and first states are equal. All the same, from action \(seen.bad) on the states differ:"
      ] + shown(seen.changes, style)
    }
    let lines = try differences.prefix(Self.limit).flatMap { try $0.lines(style, of: pair) }
    let rest = differences.count - Self.limit
    return rest > 0 ? lines + ["And \(counted(rest, "more difference"))."] : lines
  }

  private func consequence(
    of differences: [SessionDifference],
    _ style: Style
  ) throws -> [String] {
    guard let last = differences.max(by: { $0.position < $1.position }),
      let seen = try pair.consequence(of: last)
    else { return [] }
    return ["From action \(seen.bad) of the bad session on, the states differ:"]
      + shown(seen.changes, style)
  }

  private func shown(_ changes: [Change], _ style: Style) -> [String] {
    pair.bad.timeline.lines(of: changes, style, limit: Self.limit)
  }

  private func proof(_ cause: PairComparison.Cause, _ style: Style) -> [String] {
    let count = cause.differences.count
    let change = count == 1 ? "this one change" : "these \(count) changes"
    var lines = [
      "\(style.green("Proved")): the good session with \(change) replays red: \(comparison.condition?.words ?? "it fails")."
    ]
    lines += comparison.condition?.passing ?? []
    if count > 1 { lines.append("None of them is enough alone.") }
    lines.append(cause.undone.words(undoing: count, pair.bad))
    let others = pair.differences.filter { !cause.differences.contains($0) }
    let tried = comparison.tried.count { $0.verdict != .fails }
    if count == 1, tried > 0 {
      lines.append(
        "\(tried) of the \(counted(others.count, "other difference")) were tried as well and do not turn it red."
      )
    }
    return lines
  }
}

extension FailureVerdict {
  /// The word for scripts.
  var name: String {
    switch self {
    case .fails: "red"
    case .passes: "green"
    case .failsOtherwise: "otherwise"
    case .unresolved: "unresolved"
    }
  }
}

extension UndoneVerdict {
  /// The verdict on a bad session without some differences, as a sentence.
  func words(undoing count: Int, _ bad: ComparedSession) -> String {
    let it = count == 1 ? "it" : "them"
    let subject = "The bad session without \(it)"
    switch verdict {
    case .fails: return "\(subject) is still red: something else makes it so as well."
    case .passes:
      guard let before else { return "\(subject) replays green." }
      let type = bad.steps[before].type.escapedForTerminal
      return
        "The bad session with that put before action \(bad.index(before)) \(type) replays green."
    case .failsOtherwise(let crash):
      return "\(subject) fails in another way: \("\(crash)".escapedForTerminal)."
    case .unresolved(let why): return "\(subject) could not be replayed: \(why.escapedForTerminal)"
    }
  }
}

extension RedCondition {
  /// The condition as a predicate of a session that meets it.
  var words: String {
    switch self {
    case .crash(let crash): "it crashes as the bad one does, \("\(crash)".escapedForTerminal)"
    case .never(let never):
      never.map { end in
        "it \(end.isEnd ? "ends with" : "comes to") \(end.wrong.title.escapedForTerminal)"
      }.joined(separator: " or ")
    case .end(let values):
      "its last state is as in the bad one at "
        + values.prefix(4).map(\.pointer.words).joined(separator: ", ")
        + (values.count > 4 ? " and \(counted(values.count - 4, "more value"))" : "")
    }
  }

  /// Says where the good session has a wrong state in passing.
  var passing: [String] {
    guard case .never(let never) = self else { return [] }
    return never.compactMap { end in
      end.passing.map {
        "\(end.wrong.title.escapedForTerminal) holds in passing in the good session, last after action \($0); the end counts."
      }
    }
  }

  var json: JSONValue {
    switch self {
    case .crash(let crash): ["crash": .string("\(crash)")]
    case .never(let never): ["never": JSONValue(never.map(\.wrong.title))]
    case .end(let values): ["end": JSONValue(values.map(\.pointer.description))]
    }
  }
}

extension PairComparison.Outcome {
  /// The word for scripts.
  fileprivate var name: String {
    switch self {
    case .unproved: "unproved"
    case .found: "found"
    case .notFound: "not-found"
    case .obstacle(let obstacle): obstacle.name
    }
  }
}

extension ComparisonObstacle {
  /// The word for scripts.
  fileprivate var name: String {
    switch self {
    case .badIsGreen: "bad-is-green"
    case .goodIsRed: "good-is-red"
    case .alike: "alike"
    case .gap: "gap"
    case .inexact: "inexact"
    case .unresolved: "unresolved"
    }
  }

  /// The reason as a sentence.
  var words: String {
    switch self {
    case .badIsGreen:
      "The app replays the bad session green, so nothing can be proved: what made it red is not in the log."
    case .goodIsRed: "The app replays the good session red too, so nothing can be proved."
    case .alike:
      "Replayed, both end with the same state and neither crashes. Tell what is wrong with --never EXPR."
    case .gap(let path, let index):
      "Nothing can be proved: in \(path.escapedForTerminal) the state changed without an action, or actions are missing, after action \(index)."
    case .inexact: "Nothing can be proved: no difference between two sessions makes it so alone."
    case .unresolved(let why): "Nothing can be proved: \(why.escapedForTerminal)"
    }
  }
}

extension SessionPair {
  /// The names of the apps, where they are two.
  fileprivate var apps: (good: String, bad: String)? {
    guard let good = good.timeline.log.header.app, let bad = bad.timeline.log.header.app,
      good != bad
    else { return nil }
    return (good, bad)
  }

  /// Says that the sessions are of two apps; nil if they are of one.
  var appWords: String? {
    apps.map {
      "These are sessions of two apps, \($0.good.escapedForTerminal) and \($0.bad.escapedForTerminal)."
    }
  }
}
