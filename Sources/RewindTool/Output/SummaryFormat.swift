import Foundation
import RewindDiagnosis
import RewindReports

extension Flag {
  static let summary = Flag("--summary", .output("")).typed
    .help("Write at most 40 lines of Markdown about all sessions, for a pull request; - prints it.")
}

/// A page of Markdown about all verified sessions, for the summary of a job.
final class SummaryFormat: OutputFormat {
  private let program: ReplayProgram
  private let output: ReportOutput
  private let lock = NSLock()
  nonisolated(unsafe) private var answers: [VerificationAnswer] = []
  nonisolated(unsafe) private var speed: SpeedAnswer?

  init(of program: ReplayProgram, to output: ReportOutput) {
    (self.program, self.output) = (program, output)
  }

  func print(_ part: some AnswerPart, to terminal: Terminal) {
    if let speed = part as? SpeedAnswer { lock.withLock { self.speed = speed } }
    guard let answer = part as? VerificationAnswer else { return }
    lock.withLock { answers.append(answer) }
  }

  func finish(to terminal: Terminal) throws {
    let summary = VerificationSummary(answers: lock.withLock { answers }, program: program)
    let lines = lock.withLock { speed }?.markdown ?? summary.lines
    try output.write(lines.joined(separator: "\n") + "\n", terminal)
  }
}
