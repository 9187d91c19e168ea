/// An app in a terminal: it carries out commands and draws what becomes of them.
public protocol TerminalApp: AnyObject {
  /// What can be asked of it.
  associatedtype Command

  /// The commands that can be typed.
  static var commands: [CommandForm<Command>] { get }

  /// Draws the first screen.
  func begin()

  /// Carries out a command, and draws the screen if it has changed.
  func carryOut(_ command: Command)

  /// Draws the screen if it has changed since it was drawn last.
  func drawIfChanged()

  /// Whether something is on its way to the app, such as the answer of a service.
  var isWaiting: Bool { get }

  /// Lets it arrive. When a script plays, it does so by a command; when a person plays, after a while.
  func arrive()
}

extension TerminalApp {
  public var isWaiting: Bool { false }

  public func arrive() {}
}
