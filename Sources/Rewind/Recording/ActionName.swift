import RewindCoding

/// The names of actions in the log of one store.
///
/// It is the type's name, qualified without its module (`TodoAction.Create`). For an enum, the path of
/// its cases follows (`AppAction.game.flip`), and that of every payload that is itself an enum,
/// whatever its name:
///
/// ```
/// AppAction.game(.flip(3))                                     AppAction.game.flip
/// Msg.shop(.cart(.add))                                        Msg.shop.cart.add
/// AppAction.loaded(.failure(APIError.offline))                 AppAction.loaded.failure.offline
/// AppAction.conversation(id: 7, .typing)                       AppAction.conversation[…].typing
/// Feature.Action.rows(.element(id: 7, action: .toggled))       Feature.Action.rows[…].toggled
/// Feature.Action.destination(.presented(.detail(.closed)))     Feature.Action.destination.detail.closed
/// Feature.Action.binding(.set(\.query, "swift"))               Feature.Action.binding.query
/// ```
///
/// An enum is a value, and no step of the name, if its type occurs in the states
/// (`AppAction.setFilter(.all)` is `AppAction.setFilter`), or belongs to Swift's libraries; of these, `Result` is
/// a step, and `Optional` is passed over. A type whose name ends in `Action`, or which is declared inside the
/// action that carries it, is always a step: a state may hold an alert with the actions of its buttons.
///
/// So is the case of an action's kind, where it is a structure or an object that has one:
///
/// ```
/// TabAction(actionType: TabActionType.close, index: 3)         TabAction.close
/// ```
package final class ActionNaming: @unchecked Sendable {
  /// A type, and the type of the action that carries it.
  private struct Carried: Hashable {
    let type: ObjectIdentifier
    let owner: ObjectIdentifier
  }

  let states: Any.Type?
  /// The app's own names; nil for an action that it leaves to the rule.
  private let custom: (@Sendable (_ action: Any) -> String?)?
  private let lock = UnfairLock()
  @exclusivity(unchecked) private var graph: TypeGraph?
  @exclusivity(unchecked) private var steps: [Carried: Bool] = [:]
  @exclusivity(unchecked) private var emptyCases: [EmptyCase: String] = [:]
  /// More than the cases of large apps; bytes without meaning could make a case look like many.
  private static let emptyCaseLimit = 4_096

  /// - Parameters:
  ///   - states: The type of the store's states; nil if it is not known.
  ///   - custom: Returns the app's own name for an action, or nil.
  package init(
    states: Any.Type? = nil,
    custom: (@Sendable (_ action: Any) -> String?)? = nil
  ) {
    (self.states, self.custom) = (states, custom)
  }

  /// True if the app may give names of its own.
  var isCustom: Bool { custom != nil }

  /// Returns the name of an action.
  package func name(of action: Any) -> String {
    if let custom, let name = custom(action) { return name }
    return ActionName.name(of: type(of: action)) + path(of: action)
  }

  /// Returns the app's own name for an action; nil if it gives none.
  func customName(of action: Any) -> String? { custom?(action) }

  /// Returns the path of the cases of an action or of its kind, each with a period before it.
  func path(of action: Any) -> String {
    if let known = component(of: EmptyCase(action)) { return known }
    let mirror = Mirror(reflecting: action)
    return switch mirror.displayStyle {
    case .enum: path(of: ActionCase(action, mirror, in: self))
    case .struct, .class: Self.kind(of: action).map { casePath(of: $0) } ?? ""
    default: ""
    }
  }

  private func casePath(of action: Any) -> String {
    component(of: EmptyCase(action))
      ?? path(of: ActionCase(action, Mirror(reflecting: action), in: self))
  }

  private func path(of step: ActionCase?) -> String {
    guard let step else { return "" }
    return step.action.map { step.component + casePath(of: $0) } ?? step.component
  }

  /// Returns the component that was learned for a case.
  private func component(of empty: EmptyCase?) -> String? {
    empty.flatMap { empty in lock.withLock { emptyCases[empty] } }
  }

  /// Learns the component of a case, unless its type describes itself, which may change.
  func learn(_ value: Any, _ component: String) {
    guard let empty = EmptyCase(value), !(value is any CustomStringConvertible),
      !(value is any CustomDebugStringConvertible), !(value is any TextOutputStreamable),
      !(value is any CustomReflectable)
    else { return }
    lock.withLock { if emptyCases.count < Self.emptyCaseLimit { emptyCases[empty] = component } }
  }

  /// The kind of an action that is no enum: its property `actionType`, or `type` of a type that is so called, if
  /// that is an enum.
  static func kind(of action: Any) -> Any? {
    for case (let label, let value?) in Mirror(reflecting: action).inheritedChildren
    where isKind(label, value) {
      return value
    }
    return nil
  }

  private static func isKind(_ name: String?, _ value: Any) -> Bool {
    guard name == "actionType" || name == "type" else { return false }
    guard Mirror(reflecting: value).displayStyle == .enum else { return false }
    return name == "actionType" || TypeName.base(type(of: value)).hasSuffix("ActionType")
  }

  // MARK: - The rule

  /// Returns true if an enum in the payload of an action is a step of the action's name.
  func isStep(_ type: Any.Type, in owner: Any.Type) -> Bool {
    let key = Carried(type: ObjectIdentifier(type), owner: ObjectIdentifier(owner))
    if let known = lock.withLock({ steps[key] }) { return known }
    let isStep = decide(type, in: owner)
    lock.withLock { steps[key] = isStep }
    return isStep
  }

  private func decide(_ type: Any.Type, in owner: Any.Type) -> Bool {
    let base = TypeName.base(type)
    if TypeName.isOfSystem(type) { return base == "Result" }
    let (name, ownerName) = (String(reflecting: type), String(reflecting: owner))
    if base.hasSuffix("Action") || name.hasPrefix(ownerName + ".") { return true }
    return !stateTypes.contains(type)
  }

  /// The types that occur in the states, looked for at the first enum in a payload.
  private var stateTypes: TypeGraph {
    if let graph = lock.withLock({ graph }) { return graph }
    let found = states.map { TypeGraph(of: $0) } ?? TypeGraph()
    lock.withLock { graph = found }
    return found
  }

  /// True if the states have computed properties whose names this program does not have.
  var lacksPropertyNames: Bool { stateTypes.hasObservation && !KeyPathNames.areKnown }

  /// Learns the types of the states from one of them, where the runtime may not be asked for them.
  package func learn(fromState state: Any) {
    var found = TypeGraph()
    found.learn(from: state)
    lock.withLock { (graph, steps) = (found, [:]) }
  }

  /// Returns true if the values of a type may be, or hold, a step of the name: then a name depends on more than
  /// the case of the action.
  func mayHoldStep(_ type: Any.Type, in owner: Any.Type) -> Bool {
    let kind = TypeKind(type)
    // The kind of an optional is not among those that have a name here.
    if kind == .other, let wrapped = (type as? any OptionalType.Type)?.wrappedType {
      return mayHoldStep(wrapped, in: owner)
    }
    return switch kind {
    case .enumeration: isStep(type, in: owner)
    case .tuple: PartTypes.parts(ofTuple: type)?.contains { mayHoldStep($0, in: owner) } ?? true
    case .structure: !TypeName.isOfSystem(type) && "\(type)".contains("<")
    case .existential, .other: true
    case .instance, .function, .metatype: false
    }
  }
}

/// The names of actions where no state is known, and of types.
package enum ActionName {
  private static let plain = ActionNaming()

  /// The name of an action value, by its type alone.
  package static func of(_ action: Any) -> String { plain.name(of: action) }

  /// A type's name, qualified without its module.
  package static func name(of type: Any.Type) -> String {
    TypeName.readable(type)
  }
}

/// An optional, whose wrapped type is not known.
private protocol OptionalType {
  static var wrappedType: Any.Type { get }
}

extension Optional: OptionalType {
  static var wrappedType: Any.Type { Wrapped.self }
}
