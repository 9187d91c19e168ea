import Foundation
import RewindReports

/// A file of all checks, for CI servers.
final class JUnitFormat: OutputFormat {
  private let suite: String
  private let output: ReportOutput
  private let lock = NSLock()
  nonisolated(unsafe) private var checks: [ReportedCheck] = []

  /// - Parameters:
  ///   - suite: The name under which a server shows the checks.
  ///   - output: The file.
  init(suite: String, to output: ReportOutput) {
    (self.suite, self.output) = (suite, output)
  }

  func print(_ part: some AnswerPart, to terminal: Terminal) {
    lock.withLock { checks += part.checks }
  }

  func finish(to terminal: Terminal) throws {
    let report = JUnitReport(suite: suite, date: .now, cases: lock.withLock { checks })
    try output.write(report.text, terminal)
  }
}
