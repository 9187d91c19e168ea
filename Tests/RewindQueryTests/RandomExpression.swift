import Foundation
import RewindJSON
import RewindTestSupport

/// A random expression, beside its text what it must give, found in another way: with doubles, Swift's
/// own comparisons, and recursion over closures.
struct RandomExpression {
  typealias Value = JSONValue?

  /// What an expression sees.
  struct Scene {
    var state: JSONValue?
    let before: JSONValue?
    let after: JSONValue?
    var elements: [String: JSONValue] = [:]
  }

  let text: String
  let value: (Scene) -> Value

  /// A condition.
  static func condition(
    _ depth: Int,
    _ names: [String] = [],
    using random: inout some RandomNumberGenerator
  ) -> RandomExpression {
    guard depth > 0 else { return comparison(0, names, using: &random) }
    switch Int.random(in: 0..<9, using: &random) {
    case 0:
      return both("and", depth, names, using: &random) { $0 && $1 }
    case 1:
      return both("or", depth, names, using: &random) { $0 || $1 }
    case 2:
      let inner = condition(depth - 1, names, using: &random)
      return RandomExpression(text: "not (\(inner.text))") { .bool(inner.value($0) != true) }
    case 3:
      return quantified(depth, names, using: &random)
    case 4:
      let inner = number(depth - 1, names, using: &random)
      return RandomExpression(text: "changed(\(inner.text))") { scene in
        .bool(inner.value(scene.at(scene.before)) != inner.value(scene.at(scene.after)))
      }
    case 5:
      let inner = condition(depth - 1, names, using: &random)
      return RandomExpression(text: "before(\(inner.text))") { inner.value($0.at($0.before)) }
    case 6:
      let inner = path(names, using: &random)
      return RandomExpression(text: "exists(\(inner.text))") { .bool(inner.value($0) != nil) }
    default:
      return comparison(depth, names, using: &random)
    }
  }

  private static func both(
    _ word: String,
    _ depth: Int,
    _ names: [String],
    using random: inout some RandomNumberGenerator,
    _ combine: @escaping (Bool, Bool) -> Bool
  ) -> RandomExpression {
    let a = condition(depth - 1, names, using: &random)
    let b = condition(depth - 1, names, using: &random)
    return RandomExpression(text: "(\(a.text)) \(word) (\(b.text))") {
      .bool(combine(a.value($0) == true, b.value($0) == true))
    }
  }

  private static func comparison(
    _ depth: Int,
    _ names: [String],
    using random: inout some RandomNumberGenerator
  ) -> RandomExpression {
    let a = number(depth - 1, names, using: &random)
    let b = number(depth - 1, names, using: &random)
    let sign = ["==", "!=", "<", "<=", ">", ">="].randomElement(using: &random) ?? "=="
    return RandomExpression(text: "\(a.text) \(sign) \(b.text)") { scene in
      let (a, b) = (a.value(scene), b.value(scene))
      let (x, y) = (a?.double, b?.double)
      let isOrdered = x != nil && y != nil
      let (left, right) = (x ?? 0, y ?? 0)
      return switch sign {
      case "==": .bool(a != nil && a == b)
      case "!=": .bool(a == nil || a != b)
      case "<": .bool(isOrdered && left < right)
      case "<=": .bool(isOrdered && left <= right)
      case ">": .bool(isOrdered && left > right)
      default: .bool(isOrdered && left >= right)
      }
    }
  }

  /// Something that may be a number; the numbers are quarters, which doubles hold exactly.
  private static func number(
    _ depth: Int,
    _ names: [String],
    using random: inout some RandomNumberGenerator
  ) -> RandomExpression {
    let choice =
      depth > 0 ? Int.random(in: 0..<7, using: &random) : Int.random(in: 0..<2, using: &random)
    switch choice {
    case 0:
      let number = Double(Int.random(in: -8...8, using: &random)) / 4
      let value = JSONValue(number)
      return RandomExpression(text: number < 0 ? "(\(value))" : "\(value)") { _ in value }
    case 2, 3:
      let a = number(depth - 1, names, using: &random)
      let b = number(depth - 1, names, using: &random)
      let sign = ["+", "-", "*"].randomElement(using: &random) ?? "+"
      return RandomExpression(text: "(\(a.text) \(sign) \(b.text))") { scene in
        guard let a = a.value(scene)?.double, let b = b.value(scene)?.double else { return nil }
        return JSONValue(sign == "+" ? a + b : sign == "-" ? a - b : a * b)
      }
    case 4:
      let inner = path(names, using: &random)
      return RandomExpression(text: "length(\(inner.text))") { scene in
        switch inner.value(scene) {
        case .array(let elements): JSONValue(elements.count)
        case .object(let object): JSONValue(object.count)
        case .string(let string): JSONValue(string.unicodeScalars.count)
        default: nil
        }
      }
    case 5:
      return counted(depth, names, using: &random)
    default:
      return path(names, using: &random)
    }
  }

  private static func path(
    _ names: [String],
    using random: inout some RandomNumberGenerator
  ) -> RandomExpression {
    if let name = names.randomElement(using: &random), Bool.random(using: &random) {
      let member = ["", ".n", ".id"].randomElement(using: &random) ?? ""
      return RandomExpression(text: name + member) { scene in
        member.isEmpty ? scene.elements[name] : scene.elements[name]?[String(member.dropFirst())]
      }
    }
    let pointer = RandomSession.pointer(using: &random)
    guard !pointer.tokens.isEmpty, Bool.random(using: &random) else {
      let text = pointer.tokens.isEmpty ? "state" : pointer.description
      return RandomExpression(text: text) { $0.state?[pointer] }
    }
    let dotted = pointer.tokens.map { Int($0) == nil ? ".\($0)" : "[\($0)]" }.joined()
    return RandomExpression(text: "state\(dotted)") { $0.state?[pointer] }
  }

  private static func quantified(
    _ depth: Int,
    _ names: [String],
    using random: inout some RandomNumberGenerator
  ) -> RandomExpression {
    let word = ["any", "all"].randomElement(using: &random) ?? "any"
    let (name, head, children) = elements(depth, names, using: &random)
    let body = condition(depth - 1, names.filter { $0 != name } + [name], using: &random)
    return RandomExpression(text: "\(word)(\(head), \(body.text))") { scene in
      guard let children = children(scene) else { return false }
      let answers = children.map { body.value(scene.with(name, $0)) == true }
      return .bool(word == "any" ? answers.contains(true) : !answers.contains(false))
    }
  }

  private static func counted(
    _ depth: Int,
    _ names: [String],
    using random: inout some RandomNumberGenerator
  ) -> RandomExpression {
    let (name, head, children) = elements(depth, names, using: &random)
    let inner = names.filter { $0 != name } + [name]
    if Bool.random(using: &random) {
      let body = condition(depth - 1, inner, using: &random)
      return RandomExpression(text: "count(\(head), \(body.text))") { scene in
        children(scene).map { children in
          JSONValue(children.count { body.value(scene.with(name, $0)) == true })
        }
      }
    }
    let body = number(depth - 1, inner, using: &random)
    return RandomExpression(text: "sum(\(head), \(body.text))") { scene in
      let numbers = children(scene)?.map { body.value(scene.with(name, $0))?.double }
      guard let numbers, !numbers.contains(nil) else { return nil }
      return JSONValue(numbers.compactMap(\.self).reduce(0, +))
    }
  }

  /// The elements of a list, all or those for which a condition holds, with the name that each has.
  private static func elements(
    _ depth: Int,
    _ names: [String],
    using random: inout some RandomNumberGenerator
  ) -> (name: String, text: String, values: (Scene) -> [JSONValue]?) {
    let name = ["x", "y", "it"].randomElement(using: &random) ?? "it"
    let holder = path([], using: &random)
    let head = name == "it" ? holder.text : "\(name) in \(holder.text)"
    let children = { (scene: Scene) -> [JSONValue]? in
      switch holder.value(scene) {
      case .array(let elements): elements
      case .object(let object): object.members.map(\.value)
      default: nil
      }
    }
    guard Int.random(in: 0..<3, using: &random) == 0 else { return (name, head, children) }
    let filter = condition(depth - 1, names.filter { $0 != name } + [name], using: &random)
    return (
      name, "\(head) where \(filter.text)",
      { scene in
        children(scene)?.filter { filter.value(scene.with(name, $0)) == true }
      }
    )
  }
}

extension RandomExpression.Scene {
  /// The scene with another state as the state.
  fileprivate func at(_ state: JSONValue?) -> Self {
    var scene = self
    scene.state = state
    return scene
  }

  /// The scene with an element under a name.
  fileprivate func with(_ name: String, _ element: JSONValue) -> Self {
    var scene = self
    scene.elements[name] = element
    return scene
  }
}
