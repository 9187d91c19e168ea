import Foundation

/// The parts and warnings of an answer, collected instead of printed.
final class CollectedParts: OutputFormat {
  private let lock = NSLock()
  nonisolated(unsafe) private var kept = Answer()

  var parts: [any AnswerPart] { lock.withLock { kept.parts } }
  var warnings: [String] { lock.withLock { kept.warnings } }

  func print(_ part: some AnswerPart, to terminal: Terminal) {
    lock.withLock { kept.parts.append(part) }
  }

  func add(warning: String) {
    lock.withLock { kept.warnings.append(warning) }
  }
}
