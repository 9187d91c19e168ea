/// One kind of state and one kind of change, seen as an app has them.
package struct StateKind: @unchecked Sendable, CustomStringConvertible {
  package let name: String
  /// Passes the state and its change to a visitor, which then knows its type.
  package let visit: (any StateKindVisitor) throws -> Void

  package var description: String { name }

  /// A change of a state that is written by reflection.
  init<State>(
    _ name: String,
    _ make: @escaping () -> State,
    _ change: @escaping (inout State) -> Void
  ) {
    self.name = name
    visit = { try $0.visit(name, make(), change) }
  }

  /// The same of a state that is `Encodable`, by its `encode(to:)`.
  init<State: Encodable>(
    encoding name: String,
    _ make: @escaping () -> State,
    _ change: @escaping (inout State) -> Void
  ) {
    self.name = "\(name), Codable"
    visit = { try $0.visit(encoding: "\(name), Codable", make(), change) }
  }
}

/// What is done with each kind of state.
package protocol StateKindVisitor {
  func visit<State>(_ name: String, _ first: State, _ change: (inout State) -> Void) throws

  func visit<State: Encodable>(
    encoding name: String,
    _ first: State,
    _ change: (inout State) -> Void
  ) throws
}
