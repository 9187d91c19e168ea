/// Names of types in a log.
package enum TypeName {
  /// Returns a type's name, qualified without its module.
  package static func readable(_ type: Any.Type) -> String {
    readable(String(reflecting: type))
  }

  /// Removes the module from a reflected name, also from those in angle brackets, and the
  /// compiler's additions to the names of private and local types.
  ///
  /// `App.(Flip in _A1B2)` and `App.(unknown context at $1f).Flip` are both `Flip`.
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
