public enum PresentationAction<Action> {
  case dismiss
  indirect case presented(Action)
}

extension PresentationAction: Sendable where Action: Sendable {}

public enum IdentifiedAction<ID: Hashable & Sendable, Action> {
  case element(id: ID, action: Action)
}

extension IdentifiedAction: Sendable where Action: Sendable {}

public struct BindingAction<Root>: @unchecked Sendable {
  public let keyPath: PartialKeyPath<Root>
  private let set: (inout Root) -> Void
  private let value: any Sendable

  public static func set<Value: Sendable>(
    _ keyPath: WritableKeyPath<Root, Value>,
    _ value: Value
  ) -> Self {
    BindingAction(keyPath: keyPath, set: { $0[keyPath: keyPath] = value }, value: value)
  }

  public func apply(to root: inout Root) { set(&root) }
}
