import Foundation
import RewindDiagnosis
import RewindLog
import RewindReports
import RewindSession
import RewindTimeline

/// `verify --screens`: compares what two builds draw from the states of recorded sessions.
struct ScreenVerification {
  let program: ReplayProgram
  /// The build to compare with; nil to compare with the files beside the sessions.
  let other: ReplayProgram?
  let updates: Bool

  static func run(
    _ arguments: Arguments,
    against: Flag,
    updates: Bool,
    _ terminal: Terminal
  ) throws -> ExitStatus {
    // The texts that are kept are compared with no other build.
    if updates, arguments.has(against) { throw InputError.notWith("--update", against.name) }
    let verification = ScreenVerification(
      program: try arguments.program(),
      other: try arguments[against].map { try arguments.program($0) },
      updates: updates
    )
    let paths = try SessionFiles.expand(arguments.operands, terminal)
    if let junit = try arguments.report(.junit, of: paths, besides: [.json, .github], terminal) {
      terminal.add(ReportFormat.junit("rewind verify --screens", to: junit))
    }
    if let page = try arguments.report(.summary, of: paths, besides: [.json, .github], terminal) {
      terminal.add(ReportFormat.screens(to: page))
    }
    var answers: [ScreenAnswer] = []
    var failure: (any Error)?
    ParallelWork.inOrder(
      paths,
      onWait: { _ in },
      work: { verification.answer($0) },
      report: { answer in
        answers.append(answer)
        do { try terminal.show(answer) } catch { failure = error }
        terminal.flush()
        return failure == nil
      }
    )
    if let failure { throw failure }
    try terminal.finishAnswer()
    if answers.contains(where: \.isError) { return .error }
    return updates || answers.allSatisfy(\.isClean) ? .success : .negative
  }

  private func answer(_ path: String) -> ScreenAnswer {
    let start = ContinuousClock.now
    let result = Result { try compare(path) }
    return ScreenAnswer(path: path, result: result, duration: start.duration(to: .now))
  }

  private func compare(_ path: String) throws -> ScreenComparison {
    let timeline = try Timeline.openUndamaged(path)
    if let other {
      return try .run(timeline, by: program) { indexes in
        let screens = try SessionScreens.draw(indexes, of: timeline, by: other)
        return { screens[$0] }
      }
    }
    let file = Self.keptPath(path)
    let bytes = try? ReadableFile.open(input: file).bytes(0..<Self.keptLimit)
    let kept = bytes.flatMap { KeptScreens(Array($0)) }
    if kept == nil, !updates {
      throw CommandError(
        bytes == nil
          ? "There are no kept screens (\(file)). Keep them with --update, or name the other build with --against."
          : "\(file) has no screens that can be read. --update writes it anew."
      )
    }
    var comparison = try ScreenComparison.run(timeline, by: program) { _ in { kept?[$0] } }
    if updates {
      guard let screens = comparison.screens.flatMap({ KeptScreens($0) }) else {
        throw CommandError(
          "Its screens are pictures; only texts are kept. Compare two builds with --against."
        )
      }
      if screens != kept { try PrivateFile.write(screens.bytes, to: file) }
    }
    // There may be many sessions.
    comparison.screens = nil
    return comparison
  }

  /// The bytes of kept screens that are read.
  private static let keptLimit = 64 << 20

  /// Returns the path of the screens that are kept beside a recording: `win.screens` beside `win.jsonl`.
  private static func keptPath(_ path: String) -> String {
    (path.hasSuffix(".jsonl") ? String(path.dropLast(6)) : path) + ".screens"
  }
}

extension Timeline {
  /// Opens a session; throws if a line of it is damaged, as what it says is no expectation.
  static func openUndamaged(_ path: String) throws -> Timeline {
    let timeline = try Timeline.open(SessionLog.open(path))
    if let damage = timeline.log.damage {
      throw SessionLogError(path, .damaged(damage))
    }
    return timeline
  }
}
