import Foundation
import RewindCoding
import RewindJSON

/// The name of an action in a log.
///
/// It is the type's name, qualified without its module (`TodoAction.Create`). For an enum, the path of
/// its cases follows (`AppAction.game.flip`), which continues through a payload that is itself an
/// action:
///
/// ```
/// AppAction.game(.flip(3))                                     AppAction.game.flip
/// Feature.Action.view(.saveTapped)                             Feature.Action.view.saveTapped
/// Feature.Action.row(id: 7, action: .toggled)                  Feature.Action.row[…].toggled
/// Feature.Action.rows(.element(id: 7, action: .toggled))       Feature.Action.rows[…].toggled
/// Feature.Action.destination(.presented(.detail(.closed)))     Feature.Action.destination.detail.closed
/// Feature.Action.binding(.set(\.query, "swift"))               Feature.Action.binding.query
/// ```
///
/// So does the case of an action's kind, where it is a structure or an object that has one:
///
/// ```
/// TabAction(actionType: TabActionType.close, index: 3)         TabAction.close
/// ```
package enum ActionName {
  /// The name of an action value.
  package static func of(_ action: Any) -> String {
    let type = type(of: action)
    let name = name(of: type)
    switch Mirror(reflecting: action).displayStyle {
    case .enum: return name + casePath(of: action)
    case .struct, .class: return name + (kind(of: action).map { casePath(of: $0) } ?? "")
    default: return name
    }
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
    return name == "actionType" || ActionWrapper.baseName(of: value).hasSuffix("ActionType")
  }

  /// The path of an enum value's cases, each with a dot before it.
  static func casePath(of action: Any) -> String {
    var path = ""
    var next: Any? = action
    while let value = next, let step = ActionCase(value) {
      path += step.component
      next = step.action
    }
    return path
  }

  /// A type's name, qualified without its module.
  package static func name(of type: Any.Type) -> String {
    TypeName.readable(type)
  }
}

/// The case of an enum value that is an action, and the action inside it.
struct ActionCase {
  /// The part of the name that it contributes.
  let component: String
  /// The action that it carries; nil if it carries none.
  let action: Any?
  /// The sole value of the case, without a label; nil if there is none.
  let payload: Any?
  /// True if this value does not show that another of the case might carry an action.
  let isSettled: Bool

  init?(_ value: Any) {
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .struct, let place = BoundPlace(value, mirror) {
      (component, action, payload, isSettled) = (".\(place.name)", nil, nil, false)
      return
    }
    guard mirror.displayStyle == .enum else { return nil }
    guard let child = mirror.children.first, let label = child.label else {
      component = "." + (EnumTag.caseName(of: value) ?? "\(value)")
      (action, payload, isSettled) = (nil, nil, true)
      return
    }
    let content = Mirror(reflecting: child.value)
    let wrapper = ActionWrapper(value)
    if content.displayStyle == .tuple {
      payload = nil
      let labeled = content.children.first { $0.label == "action" }?.value
      action = labeled.flatMap { wrapper != nil || Self.isAction($0, in: value) ? $0 : nil }
      let own = wrapper?.passesOn(label) == true ? "" : ".\(label)"
      component = action == nil ? ".\(label)" : own + "[…]"
      isSettled = labeled == nil
    } else {
      payload = child.value
      let passesOn = wrapper?.passesOn(label) == true
      action = passesOn || Self.isAction(child.value, in: value) ? child.value : nil
      component = passesOn && ActionCase(child.value) != nil ? "" : ".\(label)"
      isSettled = action == nil
    }
  }

  /// Returns true if the payload of an action is an action itself: a binding, or an enum whose name ends
  /// with `Action`, or which is declared inside the type of the action that carries it.
  private static func isAction(_ payload: Any, in action: Any) -> Bool {
    let mirror = Mirror(reflecting: payload)
    if mirror.displayStyle == .struct { return BoundPlace(payload, mirror) != nil }
    guard mirror.displayStyle == .enum else { return false }
    if ActionWrapper.baseName(of: payload).hasSuffix("Action") { return true }
    return String(reflecting: type(of: payload))
      .hasPrefix(String(reflecting: type(of: action)) + ".")
  }
}

/// A generic enum that passes an action on to a part of the state, as the Composable Architecture has them.
private enum ActionWrapper: String {
  case presentation = "PresentationAction"
  case identified = "IdentifiedAction"
  case stack = "StackAction"

  init?(_ value: Any) {
    self.init(rawValue: Self.baseName(of: value))
  }

  /// Returns true if a case only says that an action is passed on.
  func passesOn(_ label: String) -> Bool {
    self == .presentation ? label == "presented" : label == "element"
  }

  /// The name of a value's type without its generic arguments.
  static func baseName(of value: Any) -> String {
    String("\(type(of: value))".prefix { $0 != "<" })
  }
}

/// The place of a state that a `BindingAction` sets.
private struct BoundPlace {
  let name: String

  init?(_ value: Any, _ mirror: Mirror) {
    guard ActionWrapper.baseName(of: value) == "BindingAction",
      let path = mirror.children.first(where: { $0.label == "keyPath" })?.value as? AnyKeyPath
    else { return nil }
    // `\State.settings.name`; without the names of properties, a runtime writes a type in its place.
    let text = "\(path)"
    guard text.hasPrefix("\\"), let dot = text.firstIndex(of: ".") else { return nil }
    name = String(text[text.index(after: dot)...])
  }
}
