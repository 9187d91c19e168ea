/// The form of a type by its name in a log: `[String: User]` is a dictionary.
package enum TypeForm: Equatable {
  case optional(String)
  /// A sequence of the standard library, by its name: `Array`, `Set`, ….
  case list(String, element: String)
  case dictionary(key: String, value: String)
  case tuple([TupleMember])
  case function
  /// Any other.
  case named

  package struct TupleMember: Equatable {
    package let label: String?
    package let type: String
  }

  /// The length of a name above which its parts are not looked at: a log may be hostile, and each level takes stack.
  fileprivate static let longestName = 1_000
  private static let lists = ["Array", "ContiguousArray", "ArraySlice", "Set"]

  package init(_ name: String) {
    guard name.utf8.count <= Self.longestName else {
      self = .named
      return
    }
    let arguments = name.typeArguments
    let base = String(name.prefix { $0 != "<" })
    if name.hasSuffix("?") {
      self = .optional(String(name.dropLast()))
    } else if name.isFunction {
      self = .function
    } else if name.hasPrefix("["), name.hasSuffix("]") {
      let inner = name.dropFirst().dropLast().parts(outsideBrackets: ":")
      self =
        inner.count == 2
        ? .dictionary(key: inner[0], value: inner[1])
        : .list("Array", element: inner.joined())
    } else if name.hasPrefix("("), name.hasSuffix(")") {
      let inner = name.dropFirst().dropLast()
      self = .tuple(
        inner.isEmpty
          ? []
          : inner.parts(outsideBrackets: ",").map { part in
            let named = part[...].parts(outsideBrackets: ":")
            return TupleMember(label: named.count == 2 ? named[0] : nil, type: named.last ?? "")
          }
      )
    } else if base == "Optional", arguments.count == 1 {
      self = .optional(arguments[0])
    } else if base == "Dictionary", arguments.count == 2 {
      self = .dictionary(key: arguments[0], value: arguments[1])
    } else if Self.lists.contains(base), arguments.count == 1 {
      self = .list(base, element: arguments[0])
    } else {
      self = .named
    }
  }
}

extension String {
  /// The types of success and failure; nil where this is no `Result`.
  package var resultArguments: [String]? {
    guard hasPrefix("Result<"), typeArguments.count == 2 else { return nil }
    return typeArguments
  }

  /// The types in the angle brackets at the end of a name.
  package var typeArguments: [String] {
    guard hasSuffix(">"), utf8.count <= TypeForm.longestName, let open = firstIndex(of: "<") else {
      return []
    }
    return self[index(after: open)...].dropLast().parts(outsideBrackets: ",")
  }

  fileprivate var isFunction: Bool {
    replacing("->", with: "\u{0}")[...].parts(outsideBrackets: "\u{0}").count > 1
  }
}

extension Substring {
  /// The parts between separators that stand in no brackets, without the spaces around them.
  fileprivate func parts(outsideBrackets separator: Character) -> [String] {
    var parts = [""]
    var depth = 0
    for character in self {
      if "([<".contains(character) { depth += 1 }
      if ")]>".contains(character) { depth -= 1 }
      if character == separator, depth == 0 {
        parts.append("")
      } else if character != " " || !parts[parts.count - 1].isEmpty {
        parts[parts.count - 1].append(character)
      }
    }
    return parts
  }
}
