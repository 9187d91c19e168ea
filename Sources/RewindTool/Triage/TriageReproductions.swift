import Foundation
import RewindDiagnosis
import RewindLog
import RewindQuery
import RewindReports
import RewindSession
import RewindTimeline

/// The folder with one minimal session and one test for each group, for CI to replay.
struct TriageReproductions {
  let folder: String
  let builds: [TriageBuild]
  let conditions: [Invariant]
  let names: TestNames
  let terminal: Terminal

  /// Writes what is not there yet.
  func write(_ triage: Triage) throws {
    try FileManager.default.createDirectory(
      atPath: folder,
      withIntermediateDirectories: true
    )
    let groups = triage.groups.filter { [.crash, .wrongState].contains($0.kind) }
    let progress = Progress()
    var (written, kept) = (0, 0)
    for (number, group) in groups.enumerated() {
      progress.show("minimizing group \(number + 1) of \(groups.count)")
      let path = "\(folder)/\(group.id).jsonl"
      if [path, test(of: group)].allSatisfy(FileManager.default.fileExists) {
        kept += 1
        continue
      }
      let found = try write(group, to: path)
      if found { written += 1 }
    }
    let old = kept > 0 ? "; \(counted(kept, "group")) had one already" : ""
    terminal.warn(
      "rewind: \(counted(written, "minimal session")) with a test each written to \(folder.escapedForTerminal)\(old)."
    )
  }

  /// Writes a group's session and test; returns false if it cannot be reproduced, and says so.
  private func write(_ group: TriageGroup, to path: String) throws -> Bool {
    guard let program = builds.build(of: group.representative)?.program else { return false }
    do {
      let timeline = try Timeline.open(SessionLog.open(group.representative.path))
      guard let minimal = try minimize(group, timeline, program) else {
        warn(group, "it is not reproduced.")
        return false
      }
      try minimal.text.write(to: path)
      try writeTest(of: Timeline.open(SessionLog.open(path)), group, program)
      return true
    } catch  where error is SessionLogError || error is ReplayProgramError {
      warn(group, "\(error)".escapedForTerminal)
      return false
    }
  }

  private func warn(_ group: TriageGroup, _ why: String) {
    terminal.warn(
      "rewind: No minimal session for \(group.id) (\(group.representative.path.escapedForTerminal)): \(why)"
    )
  }

  private func minimize(
    _ group: TriageGroup,
    _ timeline: Timeline,
    _ program: ReplayProgram
  ) throws -> Minimization? {
    if let condition = condition(of: group) {
      let outcome = try Minimization.run(
        timeline,
        by: program,
        leadingTo: .condition(condition),
        keepsCulprit: true
      )
      if case .found(let minimal) = outcome { return minimal }
      return nil
    }
    guard case .found(let culprit) = try CrashBisection.run(timeline, by: program),
      case .found(let minimal) = try Minimization.run(timeline, by: program, keeping: culprit)
    else { return nil }
    return minimal
  }

  private func writeTest(
    of timeline: Timeline,
    _ group: TriageGroup,
    _ program: ReplayProgram
  ) throws {
    var crash: TestSource.Crash?
    var never: [TestSource.Never] = []
    if let condition = condition(of: group) {
      let run = try timeline.runs(of: condition.expression).last
      never = [TestSource.Never(condition, culprit: run?.first.index)]
    } else if case .found(let culprit) = try CrashBisection.run(timeline, by: program) {
      crash = TestSource.Crash(culprit)
    }
    let source = TestSource(
      timeline,
      crash: crash,
      never: never,
      expecting: .noCrash,
      name: group.id,
      file: URL(fileURLWithPath: test(of: group)).deletingPathExtension().lastPathComponent,
      store: names.store ?? TestSource.defaultStore,
      modules: names.modules
    )
    try PrivateFile.write(Array(source.text().utf8), to: test(of: group), isShared: true)
  }

  /// Returns the path of a group's test.
  private func test(of group: TriageGroup) -> String {
    "\(folder)/\(group.id.prefix(1).uppercased())\(group.id.dropFirst())Tests.swift"
  }

  private func condition(of group: TriageGroup) -> Invariant? {
    guard group.kind == .wrongState else { return nil }
    return conditions.first { $0.title == group.reason }
  }
}
