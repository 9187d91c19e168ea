#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Lines from standard input: typed by a person, or from a script.
public struct LineInput {
  /// What comes next.
  public enum Event: Equatable {
    case line(String)
    /// A person has typed nothing for so long that what is on its way arrives.
    case silence
    case end
  }

  /// How long an answer takes when a person plays: long enough to see that it is on its way, and to
  /// do something too early.
  private static let arrivalInMilliseconds: Int32 = 1500

  /// Whether a person is typing.
  public let isTerminal = isatty(STDIN_FILENO) == 1

  public init() {}

  /// Waits for a line, and shows a person that it does; a person's silence counts only while
  /// something is on its way.
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
