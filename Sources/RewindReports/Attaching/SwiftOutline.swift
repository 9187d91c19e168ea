/// The functions and types that a Swift source declares, found without a compiler.
///
/// Comments and the contents of string literals are looked past. What a macro or `#if` adds or takes away is not
/// known.
package struct SwiftOutline: Sendable {
  /// A function that can be named from elsewhere: a global one, a static one of a type, or a pure one of its values.
  package struct Function: Equatable, Sendable {
    /// The name with the types that it is in: `Cart.reduce`.
    package let name: String
    /// The types of its parameters, as written.
    package let parameters: [String]
    /// The type of its result, as written; nil if it has none.
    package let result: String?
    package let line: Int
    /// True if other modules see it.
    package let isPublic: Bool
  }

  /// A type.
  package struct Declaration: Equatable, Sendable {
    package let name: String
    package let line: Int
  }

  package private(set) var functions: [Function] = []
  package private(set) var types: [Declaration] = []
  package private(set) var imports: Set<String> = []

  package init(of source: String) {
    let text = source.withoutCommentsAndTexts
    /// The types that are open, with the depth of braces in each.
    var open: [(name: String, keyword: Substring, depth: Int)] = []
    var depth = 0
    var line = 1
    var statement = ""
    var first = 1
    for character in text {
      switch character {
      case _ where character.isNewline:
        line += 1
        if let module = statement.firstMatch(of: Self.importing)?.1 {
          imports.insert(String(module))
        }
        // A declaration may go on in the next line, within its parentheses or before its brace.
        let goesOn =
          statement.utf8.count < Self.longest
          && (statement.contains("func ") || Self.type(in: statement) != nil)
        statement = goesOn ? statement + " " : ""
      case "{":
        let isMember = depth == (open.last?.depth ?? 0)
        let function = isMember ? Self.function(in: statement, open.map(\.name), first) : nil
        // A type around one reducer is made without arguments.
        let isMade = ["struct", "class"].contains(open.last?.keyword)
        if let function, isMade || !function.name.contains("()") {
          functions.append(function)
        } else if let type = Self.type(in: statement) {
          if type.keyword != "extension" { types.append(Declaration(name: type.name, line: first)) }
          open.append((type.name, type.keyword, depth + 1))
        }
        depth += 1
        statement = ""
      case "}":
        if open.last?.depth == depth { open.removeLast() }
        depth -= 1
        statement = ""
      default:
        // A declaration begins at its first word.
        if statement.isEmpty {
          if character.isWhitespace { continue }
          first = line
        }
        statement.append(character)
      }
    }
  }

  /// More bytes than the head of a declaration takes.
  private static let longest = 4_096

  private static func type(in statement: String) -> (name: String, keyword: Substring)? {
    guard let match = statement.firstMatch(of: typing),
      !["func", "var", "let", "subscript"].contains(match.2)
    else { return nil }
    return (String(match.2), match.1)
  }

  nonisolated(unsafe) private static let importing =
    #/^\s*(?:public |package |internal |@\w+ )*import\s+(\w+)/#
  nonisolated(unsafe) private static let typing =
    #/\b(class|struct|enum|actor|extension|protocol)\s+([A-Za-z_][\w.]*)/#
  nonisolated(unsafe) private static let declaring =
    #/\bfunc\s+([A-Za-z_]\w*)\s*\((.*)\)\s*(?:throws\s*)?(?:->\s*([^{]+?))?\s*$/#

  private static func function(
    in statement: String,
    _ types: [String],
    _ line: Int
  ) -> Function? {
    guard let match = statement.firstMatch(of: declaring) else { return nil }
    let before = statement[..<match.range.lowerBound]
    let isMethod = !types.isEmpty && !before.contains("static")
    guard !match.0.contains("async"), !match.2.contains("(") else { return nil }
    let parameters = String(match.2).listed.map { parameter in
      let type = parameter.drop { $0 != ":" }.dropFirst()
      return type.prefix { $0 != "=" }.trimmed
    }
    let isPure = match.3 != nil && !match.2.contains("inout ") && !before.contains("mutating")
    guard !isMethod || isPure && types.last?.contains("Reducer") == true else { return nil }
    return Function(
      name: types.joined(separator: ".") + (isMethod ? "()" : "") + (types.isEmpty ? "" : ".")
        + match.1,
      parameters: parameters,
      result: match.3.map { $0.trimmed },
      line: line,
      isPublic: before.contains("public")
    )
  }
}

extension StringProtocol {
  fileprivate var trimmed: String {
    String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }

  /// The parts between commas that are not in brackets.
  fileprivate var listed: [String] {
    parts(between: ",", outside: "<>[]()").map(\.trimmed).filter { !$0.isEmpty }
  }
}

extension String {
  /// The source with a space for each comment, and nothing in its string literals; lines stay.
  fileprivate var withoutCommentsAndTexts: String {
    var text = ""
    var rest = self[...]
    while let character = rest.first {
      if rest.hasPrefix("//") {
        rest = rest.drop { $0 != "\n" }
      } else if rest.hasPrefix("/*") {
        let end = rest.range(of: "*/")?.upperBound ?? rest.endIndex
        text += rest[..<end].filter { $0 == "\n" }
        rest = rest[end...]
      } else if character == "\"" {
        let mark = rest.hasPrefix("\"\"\"") ? "\"\"\"" : "\""
        rest = rest.dropFirst(mark.count)
        while !rest.isEmpty, !rest.hasPrefix(mark) {
          if rest.first == "\n" { text += "\n" }
          rest = rest.dropFirst(rest.first == "\\" ? 2 : 1)
        }
        rest = rest.dropFirst(mark.count)
        text += "\"\""
      } else {
        text.append(character)
        rest = rest.dropFirst()
      }
    }
    return text
  }
}
