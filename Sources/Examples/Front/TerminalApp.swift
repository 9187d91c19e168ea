/// An app in a terminal: it executes commands and draws the results.
public protocol TerminalApp: AnyObject {
  /// The type of its commands.
  associatedtype Command

  /// The commands that can be typed.
  static var commands: [CommandForm<Command>] { get }

  /// Draws the first screen.
  func begin()

  /// Executes a command, and draws the screen if it has changed.
  func carryOut(_ command: Command)

  /// Draws the screen if it has changed since the last drawing.
  func drawIfChanged()

  /// True if something is on its way to the app, such as a response of a service.
  var isWaiting: Bool { get }

  /// Lets it arrive: by a command in a script, or after a while when a person plays.
  func arrive()
}

extension TerminalApp {
  public var isWaiting: Bool { false }

  public func arrive() {}
}
