import Foundation
import RewindJSON

/// The name under which an action stands in a log.
///
/// It is the type's name, qualified without its module (`TodoAction.Create`), and for an enum also
/// the path of its cases (`AppAction.game.flip`), which goes on through a sole unlabelled payload
/// that is itself an action: an enum whose type's name ends with `Action`, or that is nested in the
/// same enclosing type.
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
    readable(String(reflecting: type))
  }

  static func isAction(_ value: Any) -> Bool {
    let type = type(of: value)
    return Mirror(reflecting: value).displayStyle == .enum && "\(type)".hasSuffix("Action")
  }

  /// Leaves the module out of a reflected name, also of those in angle brackets, and what the
  /// compiler adds to the names of private and local types:
  /// `App.(Flip in _A1B2)` and `App.(unknown context at $1f).Flip` are both `Flip`.
  static func readable(_ reflected: String) -> String {
    var name = ""
    var component = ""
    var isFirst = true
    func isContext(_ text: String) -> Bool { text.hasPrefix("(unknown context at ") }
    func flush(_ end: Character?) {
      if component.hasPrefix("("), component.hasSuffix(")"),
        let blank = component.firstIndex(of: " "),
        !isContext(component)
      {
        component = String(component[component.index(after: component.startIndex)..<blank])
      }
      let isModule = isFirst && end == "."
      if !isModule, !isContext(component) {
        name += component
        if let end { name.append(end) }
      } else if let end, end != "." {
        name.append(end)
      }
      component = ""
      isFirst = end != "."
    }
    var depth = 0
    for character in reflected {
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if depth == 0, ".<>, ".contains(character) {
        flush(character)
      } else {
        component.append(character)
      }
    }
    flush(nil)
    return name
  }
}

/// The case of an enum value, and what it carries.
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
