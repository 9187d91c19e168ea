import Foundation
import RewindReports

/// A report of all parts, written beside the answer once it is complete: a file for CI servers, or a page for a pull
/// request.
struct ReportFormat: OutputFormat {
  private let output: ReportOutput
  private let text: @Sendable ([any AnswerPart]) -> String
  private let collected = CollectedParts()

  init(to output: ReportOutput, _ text: @escaping @Sendable ([any AnswerPart]) -> String) {
    (self.output, self.text) = (output, text)
  }

  /// A file of all checks, which a server shows under the name of the suite.
  static func junit(_ suite: String, to output: ReportOutput) -> ReportFormat {
    ReportFormat(to: output) { parts in
      JUnitReport(suite: suite, date: .now, cases: parts.flatMap(\.checks)).text
    }
  }

  func print(_ part: some AnswerPart, to terminal: Terminal) {
    collected.print(part, to: terminal)
  }

  func finish(to terminal: Terminal) throws {
    try output.write(text(collected.parts), terminal)
  }
}
