import Foundation
import RewindDiagnosis
import RewindReports

extension Flag {
  static let summary = Flag("--summary", .output("")).typed
    .help("Write at most 40 lines of Markdown about all sessions, for a pull request; - prints it.")
}

extension ReportFormat {
  /// A page of Markdown about all verified sessions, for the summary of a job.
  static func summary(of program: ReplayProgram, to output: ReportOutput) -> ReportFormat {
    ReportFormat(to: output) { parts in
      let answers = parts.compactMap { $0 as? VerificationAnswer }
      let summary = VerificationSummary(answers: answers, program: program)
      let speed = parts.lazy.compactMap { $0 as? SpeedAnswer }.first
      return (speed?.markdown ?? summary.lines).joined(separator: "\n") + "\n"
    }
  }
}
