import Foundation
import RewindCoding
import RewindJSON

/// The name of an action in a log.
///
/// It is the type's name, qualified without its module (`TodoAction.Create`). For an enum, the path of
/// its cases follows (`AppAction.game.flip`), which continues through a sole unlabelled payload that is
/// itself an action: an enum whose type's name ends with `Action`, or that is nested in the same
/// enclosing type.
package enum ActionName {
  /// The name of an action value.
  package static func of(_ action: Any) -> String {
    let type = type(of: action)
    let name = name(of: type)
    return Mirror(reflecting: action).displayStyle == .enum ? name + casePath(of: action) : name
  }

  /// The path of an enum value's cases, each with a dot before it.
  static func casePath(of action: Any) -> String {
    var path = ""
    var value = action
    while let enumCase = EnumCase(value) {
      path += "." + enumCase.name
      guard let payload = enumCase.solePayload, isAction(payload) else { break }
      value = payload
    }
    return path
  }

  /// A type's name, qualified without its module.
  package static func name(of type: Any.Type) -> String {
    TypeName.readable(type)
  }

  static func isAction(_ value: Any) -> Bool {
    let type = type(of: value)
    return Mirror(reflecting: value).displayStyle == .enum && "\(type)".hasSuffix("Action")
  }
}

/// The case of an enum value, and its payload.
struct EnumCase {
  let name: String
  let solePayload: Any?

  init?(_ value: Any) {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum else { return nil }
    guard let child = mirror.children.first, let label = child.label else {
      name = EnumTag.caseName(of: value) ?? "\(value)"
      solePayload = nil
      return
    }
    name = label
    let payload = Mirror(reflecting: child.value)
    solePayload = payload.displayStyle == .tuple ? nil : child.value
  }
}
