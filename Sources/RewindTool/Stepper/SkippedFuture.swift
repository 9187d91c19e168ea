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
    let timeline = try Timeline(log)
    let type = try timeline.action(index).type
    let result = try SessionEdit(timeline, [.drop(index...index)]).run(by: program)
    let end =
      result.crash.map { "it dies in action \($0.index) (\($0.class))" }
      ?? "it survives all \(counted(result.actions, "action"))"
    return SkippedFuture(
      log: try result.log(named: "\(log.path) without \(index)"),
      index: index,
      news: "Without \(type) \(end). X returns."
    )
  }

  /// A replay that runs beside the loop of the screen, and wakes it when it is done.
  final class Task: Sendable {
    private let lock = NSLock()
    nonisolated(unsafe) private var outcome: Result<SkippedFuture, any Error>?

    /// Starts a replay on its own thread.
    static func start(_ log: SessionLog, without index: Int, by program: ReplayProgram) -> Task {
      let task = Task()
      Thread.detachNewThread {
        let outcome = Result { try SkippedFuture.run(log, without: index, by: program) }
        task.lock.withLock { task.outcome = outcome }
        wake(.done)
      }
      return task
    }

    /// The result; nil while it runs.
    var result: Result<SkippedFuture, any Error>? { lock.withLock { outcome } }
  }
}

extension Stepper {
  /// Switches to the session without the action, or shows why there is none.
  mutating func enter(_ future: Result<SkippedFuture, any Error>) {
    do {
      let future = try future.get()
      enter(
        try Timeline(future.log),
        at: future.index,
        title: "without \(future.index)",
        news: future.news
      )
    } catch {
      say("\(error)", isTrouble: true)
    }
  }
}
