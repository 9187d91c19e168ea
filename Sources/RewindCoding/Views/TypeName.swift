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

  /// Removes the module from a reflected name, also from those in angle brackets and in tuples, and the
  /// compiler's additions to the names of private and local types and of parameter packs.
  ///
  /// `App.(Flip in _A1B2)` and `App.(unknown context at $1f).Flip` are both `Flip`, and
  /// `App.Pair<Pack{Swift.Int, (at: Swift.String)}>` is `Pair<Int, (at: String)>`.
  package static func readable(_ reflected: String) -> String {
    var name = ""
    var component = ""
    var isFirst = true
    func flush(_ end: Character?) {
      let isModule = isFirst && end == "." && !component.isEmpty
      if isModule { component = "" }
      // What a private type is declared in, and the period behind it, are no part of the name.
      let isLeftOut = isModule || end == "." && component.isEmpty && !isFirst
      name += component
      if let end, !isLeftOut { name.append(end) }
      component = ""
      isFirst = end != "."
    }
    var rest = reflected[...]
    while let character = rest.first {
      if let (context, length) = privateContext(rest) {
        component += context
        isFirst = false
        rest = rest.dropFirst(length)
        continue
      }
      rest = rest.dropFirst()
      if character == "{", component == "Pack" {
        (component, isFirst) = ("", true)
      } else if character != "}" {
        if ".<>, ()".contains(character) { flush(character) } else { component.append(character) }
      }
    }
    flush(nil)
    return name
  }

  /// Returns the name in the parentheses at the start of a text, and their length, if they are the compiler's.
  private static func privateContext(_ text: Substring) -> (name: Substring, length: Int)? {
    guard text.first == "(", let end = text.firstIndex(of: ")") else { return nil }
    let inner = text[text.index(after: text.startIndex)..<end]
    if inner.hasPrefix("unknown context at ") { return ("", inner.count + 2) }
    // A tuple may begin here too, with a private type further in.
    guard let marker = inner.firstRange(of: " in _"), !inner.contains("(") else { return nil }
    return (inner[..<marker.lowerBound], inner.count + 2)
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
