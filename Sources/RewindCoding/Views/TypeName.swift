/// Names of types in a log.
package enum TypeName {
  /// Returns a type's name with its module, the same as `String(reflecting:)`, which first asks whether the type of
  /// types describes itself: for each type, that takes as long as a hundred actions.
  package static func reflected(_ type: Any.Type) -> String { _typeName(type, qualified: true) }

  /// Returns a type's name, qualified without its module.
  package static func readable(_ type: Any.Type) -> String {
    readable(reflected(type))
  }

  /// Returns true for a type of Swift's own libraries or Foundation's, or one that is imported from C.
  package static func isOfSystem(_ type: Any.Type) -> Bool {
    let name = reflected(type)
    return systemModules.contains { name.hasPrefix($0) }
  }

  private static let systemModules = [
    "Swift.", "Foundation.", "FoundationEssentials.", "__C.", "_Concurrency.", "Observation.",
    "Dispatch.", "Combine.", "SwiftUI.", "SwiftUICore.", "CoreGraphics.", "CoreFoundation.",
  ]

  /// Returns a type's name without its generic arguments and what it is declared in: `Row` of
  /// `List.Row<Item>`.
  package static func base(_ type: Any.Type) -> String {
    String("\(type)".prefix { $0 != "<" })
  }

  /// Removes the module from a reflected name, also from those in angle brackets, and the
  /// compiler's additions to the names of private and local types and of parameter packs.
  ///
  /// `App.(Flip in _A1B2)` and `App.(unknown context at $1f).Flip` are both `Flip`, and
  /// `App.Pair<Pack{Swift.Int, Swift.String}>` is `Pair<Int, String>`.
  package static func readable(_ reflected: String) -> String {
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
      if character == "{", component == "Pack" {
        (component, isFirst) = ("", true)
        continue
      }
      if character == "}" { continue }
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

  /// Removes the addresses from a text that Swift makes of a value, since they differ in each process.
  ///
  /// `\State.<computed 0x00005581a0 (UUID)>` becomes `\State.<computed (UUID)>`, and `<Model: 0x60000c>` becomes
  /// `<Model>`. Not for texts of the app's own, where such a word may be what they are about.
  package static func withoutAddresses(_ text: String) -> String {
    guard text.contains("0x") || text.contains(" at $") else { return text }
    return text.replacing(/:?\ ?\b0x[0-9a-fA-F]{4,}/, with: "")
      .replacing(/\ at\ \$[0-9a-fA-F]+/, with: "")
  }
}
