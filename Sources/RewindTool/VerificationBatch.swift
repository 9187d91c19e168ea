import Foundation
import RewindDiagnosis
import RewindLog
import RewindSession
import RewindTimeline

/// Many sessions that are verified in parallel, one for each core, and reported in order.
struct VerificationBatch {
  let paths: [String]
  let options: Verification.Options
  let expectation: Expectation

  /// Verifies all sessions, and reports them in the order of their paths; returns the error that stopped it.
  ///
  /// A session that cannot be read, or that the program does not replay, stops nothing, unless it is the only
  /// one; a program that cannot be started stops everything.
  func run(
    by program: ReplayProgram,
    report: (VerificationAnswer) throws -> Void
  ) -> (any Error)? {
    let progress = Progress()
    var failure: (any Error)?
    ParallelWork.inOrder(
      paths,
      onWait: { progress.show("\($0) of \(paths.count) sessions") },
      work: { verify($0, program) },
      report: { result in
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

  private func verify(
    _ path: String,
    _ program: ReplayProgram
  ) -> Result<VerificationAnswer, any Error> {
    let start = ContinuousClock.now
    var line: Int?
    var store: String?
    let result: Result<Verification, any Error>
    do {
      let timeline = try Timeline.open(SessionLog.open(path))
      store = timeline.log.header.store.flatMap { $0 == "main" ? nil : $0 }
      let verification = try Verification.run(timeline, by: program, options: options)
      let log = timeline.log
      line = try verification.index.map { try log.number(of: log.firstLine(from: $0)) }
      result = .success(verification)
    } catch let error as SessionLogError {
      result = .failure(error)
    } catch let error as ReplayProgramError where paths.count > 1 && error.isAboutOneSession {
      result = .failure(error)
    } catch {
      return .failure(error)
    }
    let duration = start.duration(to: .now)
    return .success(
      VerificationAnswer(
        path: path,
        store: store,
        result: result,
        line: line,
        duration: duration,
        expectation: expectation,
        program: program
      )
    )
  }
}
