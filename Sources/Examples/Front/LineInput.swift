#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Lines from standard input: typed by a person, or from a script.
public struct LineInput {
  /// An event of the input.
  public enum Event: Equatable {
    case line(String)
    /// A person has typed nothing for so long that the pending response arrives.
    case silence
    case end
  }

  /// The duration of a response when a person plays: long enough to see that it is pending, and to do
  /// something too early.
  private static let arrivalInMilliseconds: Int32 = 1500

  /// True if a person is typing.
  public let isTerminal = isatty(STDIN_FILENO) == 1

  public init() {}

  /// Waits for a line, showing a prompt to a person, whose silence counts only while a response is pending.
  public func next(isWaiting: Bool) -> Event {
    if isTerminal { Console.writeText("> ") }
    if isTerminal, isWaiting, !hasInput(within: Self.arrivalInMilliseconds) {
      Console.writeText("\n")
      return .silence
    }
    return readLine().map(Event.line) ?? .end
  }

  private func hasInput(within milliseconds: Int32) -> Bool {
    var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return poll(&input, 1, milliseconds) != 0
  }
}
