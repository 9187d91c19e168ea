import Foundation
import RewindDiagnosis
import RewindJSON
import RewindLog
import RewindReports
import RewindSession
import RewindTimeline

/// The answer of `verify` about one session.
struct VerificationAnswer: AnswerPart, Sendable {
  let path: String
  /// The store, where it has a name of its own.
  var store: String?
  let result: Result<Verification, any Error>
  /// The line of the log at which the failure begins, counted from 1.
  let line: Int?
  let duration: Duration
  let expectation: Expectation
  let program: ReplayProgram

  /// The verification; nil if the session cannot be verified.
  private var verification: Verification? { try? result.get() }

  /// True if the session could not be verified.
  var isError: Bool { verification == nil }

  /// Returns the session's verdict on a build, by the crash that counts.
  func commitVerdict(_ signature: String?, _ expected: CrashClass?) -> CommitVerdict {
    switch result {
    case .success(let verification):
      verification.commitVerdict(crash: signature, expected: expected)
    // Another build may answer.
    case .failure(let error): error is ReplayProgramError ? .skip : .impossible
    }
  }

  var isClean: Bool {
    guard let verification, verification.condition == nil else { return false }
    return switch (verification.verdict, expectation) {
    case (.judged(let findings), .recorded): findings.areAsRecorded
    case (.judged(let findings), .noCrash): ["never", "fixed"].contains(findings.verdict)
    case (.same, .recorded), (.sameEnd, .recorded), (.fixed, .noCrash): true
    case (.same, .noCrash), (.sameEnd, .noCrash): verification.sharedCrash == nil
    default: false
    }
  }

  /// True if every state is equal, and both end alike, under all conditions that were tried.
  var isSame: Bool {
    if case .same? = verification?.verdict { verification?.condition == nil } else { false }
  }

  /// True if the recording crashes in an action.
  var isOfCrash: Bool { verification?.recordedCrash != nil }

  /// True if the session crashes as it did, where it should not.
  var crashesStill: Bool { expectation == .noCrash && verification?.sharedCrash != nil }

  /// The results for the requested wrong states.
  var findings: [WrongStateFinding] {
    if case .judged(let findings)? = verification?.verdict { findings } else { [] }
  }

  /// Conditions that could not be varied, with the reasons.
  var unvaried: [String] { verification?.unvaried ?? [] }

  /// The pointers of values that the recorder could not write.
  var unwritten: [String] { verification?.unwritten ?? [] }

  // MARK: - For scripts

  var json: JSONValue {
    guard let verification else {
      return ["file": .string(path), "result": "error", "why": .string(lines(.plain)[0])]
    }
    var json = JSONObject([
      ("file", .string(path)), ("result", .string(verification.verdict.name)),
      ("actions", JSONValue(verification.actions)),
    ])
    json["store"] = store.map { .string($0) }
    switch verification.verdict {
    case .same, .sameEnd, .damaged:
      break
    case .notReproduced(let action, let doubt):
      json["index"] = JSONValue(action)
      json["why"] = .string(doubt.words)
    case .fixed(let action), .unproven(let action), .crashed(_, let action, _):
      json["index"] = JSONValue(action)
    case .diverged(let divergence):
      json["index"] = JSONValue(divergence.index)
      json["type"] = JSONValue(divergence.type)
      for (key, value) in divergence.difference.members { json[key] = value }
      json["table"] = .array(DivergenceTable(verification.divergences).rows.map(\.json))
      json["overlapping"] = verification.overlapping.map { JSONValue($0) }
    case .undecodable(let session):
      json["why"] = .string(session.description)
    case .unresolved(let input, let action):
      json["index"] = JSONValue(action)
      json["input"] = .string(input)
    case .judged(let findings):
      if let found = findings.firstThatHolds {
        json["index"] = JSONValue(verification.index)
        json["type"] = JSONValue(found.type)
      }
      json["never"] = .array(findings.map(\.json))
    }
    if verification.differsBesidesVerdict {
      json["differsFrom"] = JSONValue(verification.divergences.first?.index)
    }
    json["timeZone"] = verification.replayedTimeZone.map { .string($0) }
    json["class"] = verification.crash.map { .string("\($0)") }
    if verification.isCut { json["cut"] = true }
    json["uncomparedAfter"] = verification.uncomparedAfter.map { JSONValue($0) }
    if !unvaried.isEmpty { json["unvaried"] = JSONValue(unvaried) }
    if verification.unrecorded > 0 { json["unrecorded"] = JSONValue(verification.unrecorded) }
    json["gap"] = verification.gap?.json
    let expected = verification.expectedChanges.sorted { $0.key < $1.key }
    if !expected.isEmpty {
      json["expected"] = .array(
        expected.map { path, change in
          [
            "path": .string(path), "count": JSONValue(change.count),
            "first": JSONValue(change.first),
          ]
        }
      )
    }
    if !unwritten.isEmpty { json["unwritten"] = JSONValue(unwritten) }
    json["condition"] = verification.condition.map { .string($0.name) }
    return .object(json)
  }

  // MARK: - In words

  func lines(_ style: Style) -> [String] {
    switch result {
    case .success(let verification):
      var lines = verification.lines(style, expecting: expectation, by: program)
      if let condition = verification.condition {
        lines.insert("  only \(condition.words)", at: 1)
      }
      let name = store.map { ", store \($0.escapedForTerminal)" } ?? ""
      lines[0] = "\(path): \(lines[0])\(name)"
      for (path, change) in verification.expectedChanges.sorted(by: { $0.key < $1.key }) {
        let name = path.isEmpty ? "the whole state" : path.escapedForTerminal
        lines.append(
          "  Changed on purpose: \(name) in \(counted(change.count, "state")) (first at \(change.first))."
        )
      }
      if let zone = verification.replayedTimeZone {
        lines.append("  Replayed in the recorded time zone, \(zone).")
      }
      return lines
    case .failure(let error):
      var lines = "\(error)".split(separator: "\n").map { String($0).escapedForTerminal }
      lines[0] = "\(path): \(style.red("error")): \(lines[0])"
      return lines
    }
  }

  var checks: [ReportedCheck] {
    let lines = lines(.plain)
    return [
      ReportedCheck(
        ofFile: path,
        duration,
        lines,
        failed: isClean ? nil : json["result"]?.string ?? "error",
        isError: isError,
        output: verification?.sharedCrash == nil ? nil : lines[0],
        line: line
      )
    ]
  }

  /// Writes today's states to the recording, if they differ.
  ///
  /// - Returns: The changes, in words.
  func update(by program: ReplayProgram) throws -> (isDone: Bool, words: [String]) {
    guard let verification else { return (false, []) }
    switch verification.verdict {
    case _ where verification.condition != nil:
      return (false, ["  not updated: the end depends on a condition"])
    case .same:
      return (true, [])
    case .sameEnd:
      return (false, ["  not updated: without --compare end, the states that differ are"])
    case .damaged, .undecodable, .crashed, .unresolved, .judged:
      return (false, ["  not updated"])
    case .notReproduced(let action, _), .unproven(let action):
      return (false, ["  not updated: it would lose the crash of action \(action)"])
    case .fixed, .diverged:
      do {
        try SessionUpdate.run(Timeline.open(SessionLog.open(path)), by: program).write(to: path)
        return (true, ["  updated: \(verification.updateWords)"])
      } catch let refusal as SessionUpdate.Refusal {
        return (false, ["  not updated: \(refusal)"])
      }
    }
  }
}

extension Verification {
  /// The changes of an update, such as `the recording no longer crashes, 3 states re-recorded`.
  fileprivate var updateWords: String {
    let count = Set(divergences.map(\.index)).count
    // Without the rest, the number is not known.
    let states = (uncomparedAfter == nil ? counted(count, "state") : "states") + " re-recorded"
    guard case .fixed = verdict else { return states }
    let end = "the recording no longer crashes"
    return count == 0 ? end : "\(end), \(states)"
  }

  /// The crash of the replay, if any.
  fileprivate var crash: CrashClass? {
    switch verdict {
    case .crashed(let crash, _, _): crash
    case .judged: signature?.crash
    default: sharedCrash
    }
  }
}

extension [VerificationAnswer] {
  /// Returns a summary such as `12 sessions: 11 same, 1 diverged`.
  var summary: String {
    var counts: [String: Int] = [:]
    for report in self {
      let result = report.json["result"]?.string ?? ""
      counts[report.crashesStill ? "still crashing" : result, default: 0] += 1
    }
    let words = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "\($0.value) \($0.key)" }
    return "\(counted(count, "session")): \(words.joined(separator: ", "))"
  }

  /// Names in conditions that occur in none of the sessions.
  var unknownNames: [String] {
    let found = map(\.findings).filter { !$0.isEmpty }
    guard let first = found.first else { return [] }
    let names = first.flatMap(\.unknownNames).filter { name in
      found.allSatisfy { $0.contains { $0.unknownNames.contains(name) } }
    }
    return Set(names).sorted()
  }
}

extension ReportedCheck {
  /// The check of a session: its kind of failure, if it failed, and what was printed of it.
  init(
    ofFile path: String,
    _ duration: Duration,
    _ lines: [String],
    failed kind: String?,
    isError: Bool,
    output: String? = nil,
    line: Int? = nil
  ) {
    let text = lines.joined(separator: "\n")
    self.init(
      name: URL(fileURLWithPath: path).lastPathComponent,
      group: path.split(separator: "/").dropLast().joined(separator: "."),
      seconds: duration / .seconds(1),
      output: output,
      failure: kind.map { Failure(kind: $0, message: lines[0], text: text, isError: isError) },
      file: path,
      line: line
    )
  }
}
