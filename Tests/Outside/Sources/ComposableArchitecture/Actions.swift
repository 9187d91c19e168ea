public enum PresentationAction<Action> {
  case dismiss
  indirect case presented(Action)
}

extension PresentationAction: Sendable where Action: Sendable {}

public enum IdentifiedAction<ID: Hashable & Sendable, Action> {
  case element(id: ID, action: Action)
}

extension IdentifiedAction: Sendable where Action: Sendable {}

public struct BindingAction<Root>: Sendable {
  public let keyPath: any PartialKeyPath<Root> & Sendable
  let set: @Sendable (inout Root) -> Void
  let value: any Sendable
  let valueIsEqualTo: @Sendable (Any) -> Bool

  public static func set<Value: Sendable & Equatable>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable,
    _ value: Value
  ) -> Self {
    BindingAction(
      keyPath: keyPath,
      set: { $0[keyPath: keyPath] = value },
      value: value,
      valueIsEqualTo: { $0 as? Value == value }
    )
  }

  public func apply(to root: inout Root) { set(&root) }
}
