import Foundation
import RewindDiagnosis
import RewindLog
import RewindSession
import RewindTimeline

/// Many sessions that are verified in parallel, one for each core, and reported in order.
struct VerificationBatch {
  private let paths: [String]
  private let options: Verification.Options

  init(_ paths: [String], _ options: Verification.Options) {
    self.paths = paths
    self.options = options
  }

  /// Verifies all sessions.
  ///
  /// A session that cannot be read stops nothing, unless it is the only one; a program that cannot replay
  /// at all stops everything.
  ///
  /// - Parameters:
  ///   - program: The app.
  ///   - tell: Receives the reports one after the other, in the order of the paths.
  /// - Returns: The error that stopped it, if any.
  func run(
    by program: ReplayProgram,
    tell: (VerificationPrinter) throws -> Void
  ) -> (any Error)? {
    let progress = Progress()
    let results = Results(count: paths.count)
    let (paths, options) = (paths, options)
    let workers = Thread.detach(min(paths.count, ProcessInfo.processInfo.activeProcessorCount)) {
      while let number = results.next() {
        results.finish(number, Self.verify(paths[number], program, options))
      }
    }
    defer { workers.wait() }
    for number in paths.indices {
      switch results.result(
        number,
        onWait: { done in
          progress.show("\(done) of \(paths.count) sessions")
        }
      ) {
      case .success(let report):
        progress.done()
        do {
          try tell(report)
        } catch {
          results.stop()
          return error
        }
      case .failure(let error):
        progress.done()
        results.stop()
        return error
      }
    }
    return nil
  }

  private static func verify(
    _ path: String,
    _ program: ReplayProgram,
    _ options: Verification.Options
  ) -> Result<VerificationPrinter, any Error> {
    let start = ContinuousClock.now
    do {
      let timeline = try Timeline(SessionLog(path: path))
      let verification = try Verification.run(timeline, by: program, options: options)
      let log = timeline.log
      let line = try verification.index.map { try log.number(of: log.firstLine(from: $0)) }
      return .success(
        VerificationPrinter(path, .success(verification), line: line, start.duration(to: .now))
      )
    } catch let error as SessionLogError {
      return .success(
        VerificationPrinter(path, .failure(error), line: nil, start.duration(to: .now))
      )
    } catch {
      return .failure(error)
    }
  }

  /// The state that the workers share.
  private final class Results: Sendable {
    private let condition = NSCondition()
    nonisolated(unsafe) private var given = 0
    nonisolated(unsafe) private var done = 0
    nonisolated(unsafe) private var results: [Result<VerificationPrinter, any Error>?]

    init(count: Int) {
      results = Array(repeating: nil, count: count)
    }

    /// Returns the next session to verify, if any.
    func next() -> Int? {
      condition.withLock {
        guard given < results.count else { return nil }
        given += 1
        return given - 1
      }
    }

    func finish(_ number: Int, _ result: Result<VerificationPrinter, any Error>) {
      condition.withLock {
        results[number] = result
        done += 1
        condition.broadcast()
      }
    }

    /// Stops handing out sessions.
    func stop() {
      condition.withLock { given = results.count }
    }

    /// Waits for a session's result.
    func result(
      _ number: Int,
      onWait: (_ done: Int) -> Void
    ) -> Result<VerificationPrinter, any Error> {
      condition.lock()
      defer { condition.unlock() }
      while true {
        if let result = results[number] {
          results[number] = nil
          return result
        }
        onWait(done)
        _ = condition.wait(until: Date(timeIntervalSinceNow: 0.2))
      }
    }
  }
}

extension Thread {
  /// Starts threads that run the same body.
  fileprivate static func detach(
    _ count: Int,
    _ body: @escaping @Sendable () -> Void
  ) -> DispatchGroup {
    let group = DispatchGroup()
    for _ in 0..<count {
      group.enter()
      let thread = Thread {
        body()
        group.leave()
      }
      // Deep JSON is parsed here; a thread's own half megabyte is not enough for that.
      thread.stackSize = 8 << 20
      thread.start()
    }
    return group
  }
}
