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
  ///   - report: Receives the reports one after the other, in the order of the paths.
  /// - Returns: The error that stopped it, if any.
  func run(
    by program: ReplayProgram,
    report: (VerificationPrinter) throws -> Void
  ) -> (any Error)? {
    let progress = Progress()
    var failure: (any Error)?
    ParallelWork.inOrder(
      paths,
      onWait: { progress.show("\($0) of \(paths.count) sessions") },
      work: { [options] in Self.verify($0, program, options) },
      report: { result in
        progress.done()
        do {
          try report(result.get())
        } catch {
          failure = error
        }
        return failure == nil
      }
    )
    return failure
  }

  private static func verify(
    _ path: String,
    _ program: ReplayProgram,
    _ options: Verification.Options
  ) -> Result<VerificationPrinter, any Error> {
    let start = ContinuousClock.now
    do {
      let timeline = try Timeline.open(SessionLog.open(path))
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
}
