import RewindCoding

/// One step of an action's name: the case of an enum value, or the property that a binding sets, and the action
/// inside it.
struct ActionCase {
  /// The part of the name that it contributes, with a period before it.
  let component: String
  /// The action that it carries; nil if it carries none.
  let action: Any?

  init?(_ value: Any, _ mirror: Mirror, in naming: ActionNaming) {
    switch mirror.displayStyle {
    case .enum: break
    case .struct:
      guard let binding = ActionBinding(value, mirror) else { return nil }
      (component, action) = (binding.property.map { ".\($0)" } ?? "", nil)
      return
    default: return nil
    }
    guard case (let label?, let payload)? = mirror.children.first else {
      let name = EnumTag.caseName(of: value) ?? TypeName.withoutAddresses("\(value)")
      (component, action) = (".\(name)", nil)
      naming.learn(value, component)
      return
    }
    let carried = ActionPayload(payload, of: type(of: value), in: naming)
    action = carried?.action
    guard let carried, ActionWrapper(value)?.passesOn(label) == true else {
      component = ".\(label)" + (carried?.isOneOfSeveral == true ? "[…]" : "")
      return
    }
    component = carried.isOneOfSeveral ? "[…]" : ""
  }
}

/// A case without payload, by its bytes: no other value of the type has these, since nothing else tells it from them.
struct EmptyCase: Hashable {
  private let type: ObjectIdentifier
  private let bytes: SIMD4<UInt64>

  /// Nil for values of more than 32 bytes.
  init?(_ value: Any) {
    func bytes<Value>(_ value: Value) -> SIMD4<UInt64>? {
      guard MemoryLayout<Value>.size <= MemoryLayout<SIMD4<UInt64>>.size else { return nil }
      var copy = SIMD4<UInt64>()
      withUnsafeBytes(of: value) { value in
        withUnsafeMutableBytes(of: &copy) { $0.copyMemory(from: value) }
      }
      return copy
    }
    guard let bytes = _openExistential(value, do: bytes) else { return nil }
    (type, self.bytes) = (ObjectIdentifier(Swift.type(of: value)), bytes)
  }
}

/// The action in a payload.
private struct ActionPayload {
  let action: Any
  /// True if other values are beside it, such as the id of an element.
  let isOneOfSeveral: Bool

  init?(_ payload: Any, of owner: Any.Type, in naming: ActionNaming) {
    if PartTypes.isScalar(type(of: payload)) { return nil }
    let mirror = Mirror(reflecting: payload)
    switch mirror.displayStyle {
    case .optional:
      guard let some = mirror.children.first?.value,
        let inner = ActionPayload(some, of: owner, in: naming)
      else { return nil }
      self = inner
    case .enum:
      guard naming.isStep(type(of: payload), in: owner) else { return nil }
      self.init(action: payload, isOneOfSeveral: false)
    case .tuple:
      self.init(parts: mirror, of: owner, in: naming)
    case .struct:
      if ActionBinding(payload, mirror) != nil {
        self.init(action: payload, isOneOfSeveral: false)
        return
      }
      // A generic structure around an action, such as `Identified<Int, Row.Action>`.
      let type = type(of: payload)
      guard "\(type)".contains("<"), !TypeName.isOfSystem(type),
        !(payload is any CustomReflectable)
      else { return nil }
      self.init(parts: mirror, of: owner, in: naming)
    default:
      return nil
    }
  }

  /// The action among several values: the one with the label `action`; otherwise one whose type is called so;
  /// otherwise one without a label, or the first.
  private init?(parts: Mirror, of owner: Any.Type, in naming: ActionNaming) {
    let found = parts.children.compactMap { child in
      ActionPayload(child.value, of: owner, in: naming).map { (child.label, $0) }
    }
    let chosen =
      found.first { $0.0 == "action" }
      ?? found.first { TypeName.base(type(of: $0.1.action)).hasSuffix("Action") }
      ?? found.first { $0.0?.hasPrefix(".") ?? true } ?? found.first
    guard let chosen else { return nil }
    let isAlone = parts.children.count == 1 && !chosen.1.isOneOfSeveral
    self.init(action: chosen.1.action, isOneOfSeveral: !isAlone)
  }

  private init(action: Any, isOneOfSeveral: Bool) {
    (self.action, self.isOneOfSeveral) = (action, isOneOfSeveral)
  }
}

/// A generic enum that passes an action on to a part of the state, as the Composable Architecture has them: one of
/// its cases adds nothing to the name.
private enum ActionWrapper: String {
  case presentation = "PresentationAction"
  case identified = "IdentifiedAction"
  case stack = "StackAction"

  init?(_ value: Any) {
    self.init(rawValue: TypeName.base(type(of: value)))
  }

  /// Returns true if a case only says that an action is passed on.
  func passesOn(_ label: String) -> Bool {
    self == .presentation ? label == "presented" : label == "element"
  }
}

/// An action that sets a property, as the Composable Architecture's `BindingAction` does.
private struct ActionBinding {
  /// The property, such as `settings.name`; nil if its name is not known.
  let property: String?

  init?(_ value: Any, _ mirror: Mirror) {
    guard TypeName.base(type(of: value)) == "BindingAction",
      let path = mirror.children.first(where: { $0.label == "keyPath" })?.value as? AnyKeyPath
    else { return nil }
    property = KeyPathNames.names(in: path)
  }
}
