import Foundation
import RewindDiagnosis
import RewindLog
import RewindSession
import RewindStepper
import RewindTimeline

/// The session as it would have continued without one action.
struct SkippedFuture: Sendable {
  let log: SessionLog
  /// The omitted action, by its number in the session.
  let index: Int
  /// The outcome of the other session, in a sentence.
  let news: String

  /// Replays a session without an action.
  ///
  /// - Throws: An error of the replay: the app cannot be run, or not with this change.
  static func run(
    _ log: SessionLog,
    without index: Int,
    by program: ReplayProgram
  ) throws -> SkippedFuture {
    let timeline = try Timeline.open(log)
    let type = try timeline.action(index).type
    let result = try SessionEdit.read(timeline, applying: [.drop(index...index)]).run(by: program)
    let end =
      result.crash.map { "it dies in action \($0.index) (\($0.class))" }
      ?? "it survives all \(counted(result.actions, "action"))"
    return SkippedFuture(
      log: try result.log(named: "\(log.path) without \(index)"),
      index: index,
      news: "Without \(type) \(end). X returns."
    )
  }
}

extension Stepper {
  /// Switches to the session without the action.
  mutating func enter(_ future: SkippedFuture) throws {
    enter(
      try Timeline.open(future.log),
      at: future.index,
      title: "without \(future.index)",
      news: future.news
    )
  }
}
