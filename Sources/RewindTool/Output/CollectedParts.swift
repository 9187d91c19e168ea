import Foundation
import RewindJSON

/// The parts and warnings of an answer, collected instead of printed.
final class CollectedParts: OutputFormat {
  private let lock = NSLock()
  nonisolated(unsafe) private var kept = Answer()

  var parts: [any AnswerPart] { lock.withLock { kept.parts } }
  var warnings: [String] { lock.withLock { kept.warnings } }

  func print(_ part: some AnswerPart, to terminal: Terminal) {
    lock.withLock { kept.parts.append(part) }
  }

  /// Keeps a line that a command printed without a part.
  func add(line: String) {
    lock.withLock { kept.parts.append(PrintedLine(text: line)) }
  }

  func add(warning: String) {
    lock.withLock { kept.warnings.append(warning) }
  }
}

/// A line that belongs to no part, for people.
private struct PrintedLine: AnswerPart {
  let text: String

  var json: JSONValue { .string(text) }
  var records: [JSONValue] { [] }
  var layout: AnswerLayout { .table }

  func lines(_ style: Style) -> [String] { [text] }
}
