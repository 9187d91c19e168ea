import Foundation

/// Lines from standard input: typed by a person, or from a script.
package final class LineInput {
  /// An event of the input.
  package enum Event: Equatable {
    case line(String)
    /// A person has typed nothing for so long that the pending response arrives.
    case silence
    /// Another thread wants something done.
    case errand
    case end
  }

  /// The duration of a response when a person plays: long enough to see that it is pending, and to do
  /// something too early.
  private static let arrivalInMilliseconds: Int32 = 1500

  /// True if a person is typing.
  package let isTerminal = isatty(STDIN_FILENO) == 1
  /// Work that is done between lines.
  package let errands = Errands()
  /// Bytes that were read and not used.
  private var bytes: [UInt8] = []
  private var hasEnded = false

  package init() {}

  /// Waits for an event, showing a prompt to a person, whose silence counts only while a response is pending.
  package func next(isWaiting: Bool) -> Event {
    if isTerminal { Console.writeText("> ") }
    while true {
      if let line = takeLine() { return .line(line) }
      if hasEnded { return .end }
      let patience = isTerminal && isWaiting ? Self.arrivalInMilliseconds : -1
      var descriptors = [
        pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
        pollfd(fd: errands.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      if poll(&descriptors, 2, patience) == 0 {
        Console.writeText("\n")
        return .silence
      }
      if descriptors[1].revents != 0 {
        // Its output overwrites the prompt, and another one follows.
        if isTerminal { Console.writeText("\r") }
        errands.run()
        return .errand
      }
      if descriptors[0].revents != 0 { receive() }
    }
  }

  private func receive() {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let count = read(STDIN_FILENO, &buffer, buffer.count)
    if count < 0, errno == EINTR { return }
    if count <= 0 { hasEnded = true } else { bytes += buffer[..<count] }
  }

  /// Takes a line; the last one may lack its end.
  private func takeLine() -> String? {
    guard let end = bytes.firstIndex(of: 0x0A) ?? (hasEnded && !bytes.isEmpty ? bytes.count : nil)
    else { return nil }
    var line = bytes[..<end]
    if line.last == 0x0D { line.removeLast() }
    let text = String(decoding: line, as: UTF8.self)
    bytes.removeFirst(min(end + 1, bytes.count))
    return text
  }
}
