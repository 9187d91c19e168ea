import ExampleFront

/// The commands of a person.
public enum Command: Equatable, Sendable {
  case refresh
  case wake
  case arrive
  case clear

  /// The commands in their typed form.
  static let forms: [CommandForm<Command>] = [
    CommandForm("refresh", help: "ask for the list of the moment") { _ in .refresh },
    CommandForm("wake", help: "ask for it from another thread, in the background") { _ in .wake },
    CommandForm("arrive", help: "let the list that was asked for arrive") { _ in .arrive },
    CommandForm("clear", help: "set the state to the first one, past all actions") { _ in .clear },
  ]
}
