/// An app in a terminal: its commands, and the screen that shows the results.
package protocol TerminalApp: AnyObject {
  /// The commands that can be typed, besides those of every front.
  static var commands: [CommandForm<Self>] { get }

  /// Does what the app does at its start, before the first screen is drawn.
  func begin()

  /// The current screen as lines of text.
  var screen: [String] { get }

  /// True if the screen is to be drawn again.
  var hasChanged: Bool { get set }

  /// True if something is on its way to the app, such as a response of a service.
  var isWaiting: Bool { get }

  /// Lets it arrive: by a command in a script, or after a while when a person plays.
  func arrive()
}

extension TerminalApp {
  package func begin() {}

  package var isWaiting: Bool { false }

  package func arrive() {}
}
