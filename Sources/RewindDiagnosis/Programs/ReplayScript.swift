import Foundation
import RewindJSON
package import RewindSession

/// An app that answers replay requests within this process: the second implementation of the contract.
///
/// Tests of the diagnosis ask it thousands of times, since a death is a value here and not a crash of a process.
/// Its responses are read and judged as those of a process are.
package struct ReplayScript: Sendable {
  /// The end of an answer, with all that a process would leave.
  package struct Ending: Sendable {
    let cause: ProcessEnding
    /// The text on standard error.
    let errorText: String
    /// The functions of a crash, innermost first, and its line.
    let frames: [String]
    let source: String?

    package init(
      _ cause: ProcessEnding,
      errorText: String = "",
      frames: [String] = [],
      source: String? = nil
    ) {
      (self.cause, self.errorText) = (cause, errorText)
      (self.frames, self.source) = (frames, source)
    }
  }

  /// Answers a request with lines, until `respond` returns false.
  let answer:
    @Sendable (_ request: [SessionLine], _ arguments: [String], _ respond: (String) -> Bool) throws
      -> Ending

  /// - Parameter answer: Answers a request, given with the program's arguments, and returns the end.
  package init(
    answer:
      @escaping @Sendable (
        _ request: [SessionLine], _ arguments: [String], _ respond: (String) -> Bool
      ) throws -> Ending
  ) {
    self.answer = answer
  }

  private static let lock = NSLock()
  nonisolated(unsafe) private static var known: [String: ReplayScript] = [:]

  /// Lets `--app NAME` of a command in this process be this app.
  package func register(as name: String) {
    Self.lock.withLock { Self.known[name] = self }
  }

  /// Returns the app of this process that is called so.
  package static func named(_ name: String) -> ReplayScript? { lock.withLock { known[name] } }

  /// Answers a request as a child process would.
  func run(
    _ request: [UInt8],
    _ arguments: [String],
    onOutput: (ArraySlice<UInt8>) -> Bool
  ) throws -> (ProcessEnding, ChildErrors, Backtrace?) {
    let lines = try request.split(separator: UInt8(ascii: "\n")).map { line in
      try SessionLine(JSONValue(parsing: Array(line)))
    }
    let end = try answer(lines, arguments) { onOutput(Array(($0 + "\n").utf8)[...]) }
    var errors = ChildErrors()
    errors.add(Array(end.errorText.utf8)[...])
    let crashed = !end.frames.isEmpty
    if crashed {
      // Two crashes at one line have one address.
      let address = "\(end.frames) \(end.source ?? "")".utf8.reduce(0) {
        ($0 &* 31 &+ Int($1)) & 0xFFFF_FFFF
      }
      errors.add(Array("\u{1E}at \(String(address, radix: 16))\n".utf8)[...])
    }
    let backtrace = crashed ? Backtrace(frames: end.frames, source: end.source) : nil
    return (end.cause, errors, backtrace)
  }
}
