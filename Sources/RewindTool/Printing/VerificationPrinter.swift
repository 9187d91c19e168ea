import Foundation
import RewindDiagnosis
import RewindJSON
import RewindLog
import RewindReports
import RewindSession
import RewindTimeline

/// The result of one session, in words and for scripts.
struct VerificationPrinter: Sendable {
  let path: String
  private let result: Result<Verification, SessionLogError>
  /// The line of the log at which the failure begins, counted from 1.
  private let line: Int?
  private let duration: Duration

  init(
    _ path: String,
    _ result: Result<Verification, SessionLogError>,
    line: Int?,
    _ duration: Duration
  ) {
    self.path = path
    self.result = result
    self.line = line
    self.duration = duration
  }

  /// True if the session could not be verified.
  var isError: Bool {
    if case .failure = result { true } else { false }
  }

  /// Returns the session's verdict on a build, by the crash that counts.
  func commitVerdict(_ signature: String?, _ expected: CrashClass?) -> CommitVerdict {
    guard case .success(let verification) = result else { return .impossible }
    return verification.commitVerdict(crash: signature, expected: expected)
  }

  func isClean(_ expectation: Expectation) -> Bool {
    guard case .success(let verification) = result, verification.condition == nil else {
      return false
    }
    return switch (verification.verdict, expectation) {
    case (.judged(let findings), .recorded): findings.areAsRecorded
    case (.judged(let findings), .noCrash): ["never", "fixed"].contains(findings.verdict)
    case (.same, .recorded), (.fixed, .noCrash): true
    case (.same, .noCrash): verification.sharedCrash == nil
    default: false
    }
  }

  /// The results for the requested wrong states.
  var findings: [WrongStateFinding] {
    guard case .success(let verification) = result,
      case .judged(let findings) = verification.verdict
    else { return [] }
    return findings
  }

  /// Conditions that could not be varied, with the reasons.
  var unvaried: [String] {
    guard case .success(let verification) = result else { return [] }
    return verification.unvaried
  }

  /// The places in the states that the recorder could not write.
  var unwritten: [String] {
    guard case .success(let verification) = result else { return [] }
    return verification.unwritten
  }

  private var hasSharedCrash: Bool {
    guard case .success(let verification) = result else { return false }
    return verification.sharedCrash != nil
  }

  // MARK: - For scripts

  var json: JSONValue {
    guard case .success(let verification) = result else {
      return [
        "file": .string(path), "result": "error", "why": .string(words(Style(isColored: false))),
      ]
    }
    var members: [(String, JSONValue)] = [
      ("file", .string(path)), ("result", .string(verification.verdict.name)),
      ("actions", JSONValue(verification.actions)),
    ]
    switch verification.verdict {
    case .same, .damaged:
      break
    case .fixed(let action), .unproven(let action):
      members.append(("index", JSONValue(action)))
    case .diverged(let divergence):
      members.append(("index", JSONValue(divergence.index)))
      members.append(("type", divergence.type.map { .string($0) } ?? .null))
      members += divergence.difference.members
      let rows = DivergenceTable(verification.divergences).rows
      members.append(("table", .array(rows.map(\.json))))
      if let overlapping = verification.overlapping {
        members.append(("overlapping", JSONValue(overlapping)))
      }
    case .crashed(_, let action, _):
      members.append(("index", JSONValue(action)))
    case .undecodable(let session):
      members.append(("why", .string(session.description)))
    case .unresolved(let input, let action):
      members += [("index", JSONValue(action)), ("input", .string(input))]
    case .judged(let findings):
      if let found = findings.firstThatHolds {
        members.append(("index", verification.index.map { JSONValue($0) } ?? .null))
        members.append(("type", found.type.map { .string($0) } ?? .null))
      }
      members.append(("never", .array(findings.map(\.json))))
    }
    if let crash = verification.crash { members.append(("class", .string("\(crash)"))) }
    if verification.isCut { members.append(("cut", true)) }
    if !verification.unvaried.isEmpty {
      members.append(("unvaried", .array(verification.unvaried.map { .string($0) })))
    }
    if verification.unrecorded > 0 {
      members.append(("unrecorded", JSONValue(verification.unrecorded)))
    }
    if let gap = verification.gap { members.append(("gap", gap.json)) }
    if !verification.unwritten.isEmpty {
      members.append(("unwritten", .array(verification.unwritten.map { .string($0) })))
    }
    if let condition = verification.condition {
      members.append(("condition", .string(condition.name)))
    }
    return .object(JSONObject(members))
  }

  // MARK: - In words

  /// Returns the first line alone.
  private func words(_ style: Style) -> String { lines(style)[0] }

  func lines(_ style: Style, expecting expectation: Expectation = .recorded) -> [String] {
    switch result {
    case .success(let verification):
      var lines = verification.lines(style, expecting: expectation)
      if let condition = verification.condition {
        lines.insert("  only \(condition.words)", at: 1)
      }
      lines[0] = "\(path): \(lines[0])"
      return lines
    case .failure(let error):
      return ["\(path): \(style.red("error")): \(error)"]
    }
  }

  /// The message that GitHub shows beside the log.
  func annotation(_ expectation: Expectation) -> String {
    let lines = lines(Style(isColored: false), expecting: expectation)
    return GitHubAnnotation.text(
      file: path,
      line: line,
      title: "rewind verify",
      message: lines.joined(separator: "\n")
    )
  }

  /// Returns the result for a CI server.
  func junit(_ expectation: Expectation) -> JUnitReport.Case {
    let lines = lines(Style(isColored: false), expecting: expectation)
    let url = URL(fileURLWithPath: path)
    let seconds =
      Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
    return JUnitReport.Case(
      name: url.lastPathComponent,
      group: path.split(separator: "/").dropLast().joined(separator: "."),
      seconds: seconds,
      output: hasSharedCrash ? lines[0] : nil,
      failure: isClean(expectation)
        ? nil
        : JUnitReport.Case.Failure(
          kind: json["result"]?.string ?? "error",
          message: lines[0],
          text: lines.joined(separator: "\n"),
          isError: isError
        )
    )
  }

  /// Writes today's states to the recording, if they differ.
  ///
  /// - Returns: The changes, in words.
  func update(by program: ReplayProgram) throws -> (isDone: Bool, words: [String]) {
    guard case .success(let verification) = result else { return (false, []) }
    switch verification.verdict {
    case _ where verification.condition != nil:
      return (false, ["  not updated: the end depends on a condition"])
    case .same:
      return (true, [])
    case .damaged, .undecodable, .crashed, .unresolved, .judged:
      return (false, ["  not updated"])
    case .unproven(let action):
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
    let states = "\(counted(count, "state")) re-recorded"
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

extension [VerificationPrinter] {
  /// Returns a summary such as `12 sessions: 11 same, 1 diverged`.
  func summary(_ expectation: Expectation) -> String {
    var counts: [String: Int] = [:]
    for report in self { counts[report.json["result"]?.string ?? "", default: 0] += 1 }
    let words = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "\($0.value) \($0.key)" }
    return "\(counted(count, "session")): \(words.joined(separator: ", "))"
  }
}

extension [VerificationPrinter] {
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

extension JUnitReport {
  init(_ reports: [VerificationPrinter], _ expectation: Expectation) {
    self.init(
      suite: "rewind verify",
      date: .now,
      cases: reports.map { $0.junit(expectation) }
    )
  }
}
