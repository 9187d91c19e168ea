/// A piece of Swift, in which no text can stand that was not quoted.
///
/// Interpolation takes numbers and other pieces only: a text has to become a literal, an identifier, a type or
/// a comment first, or the program does not compile.
package struct SwiftSource: ExpressibleByStringInterpolation, Hashable, Sendable {
  package let text: String

  /// Takes Swift that the user has typed as such, or that was checked.
  package init(trusted text: String) { self.text = text }

  package init(stringLiteral text: String) { self.text = text }

  package init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

  package struct StringInterpolation: StringInterpolationProtocol {
    var text = ""

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: String) { text += literal }
    package mutating func appendInterpolation(_ source: SwiftSource) { text += source.text }
    package mutating func appendInterpolation(_ number: Int) { text += String(number) }
  }

  package static func + (left: SwiftSource, right: SwiftSource) -> SwiftSource {
    SwiftSource(trusted: left.text + right.text)
  }

  package var isEmpty: Bool { text.isEmpty }
}

extension [SwiftSource] {
  package func joined(separator: String = "") -> SwiftSource {
    SwiftSource(trusted: map(\.text).joined(separator: separator))
  }
}

extension String {
  /// The text as a Swift string in its quotation marks.
  package var swiftLiteral: SwiftSource {
    let text = escaped { scalar in
      switch scalar {
      case "\\", "\"": "\\\(scalar)"
      case "\n": "\\n"
      case "\r": "\\r"
      case "\t": "\\t"
      default: scalar.isHidden ? "\\\(scalar.swiftEscape)" : nil
      }
    }
    return SwiftSource(trusted: "\"\(text)\"")
  }

  /// Returns the text as a raw string, readable as it is; invisible characters are escapes of it, except the
  /// line feeds of one that has several lines.
  package func swiftRawLiteral(isMultiline: Bool = false) -> SwiftSource {
    let quotes = isMultiline ? "\"\"\"" : "\""
    var hashes = "#"
    // By bytes: a number sign with a combining mark ends a string too.
    while has("\\" + hashes) || has(quotes + hashes) { hashes += "#" }
    let content = escaped { scalar in
      guard scalar.isHidden, scalar != "\n" || !isMultiline else { return nil }
      return "\\\(hashes)\(scalar.swiftEscape)"
    }
    let lines = isMultiline ? "\n\(content)\n" : content
    return SwiftSource(trusted: "\(hashes)\(quotes)\(lines)\(quotes)\(hashes)")
  }

  private func has(_ text: String) -> Bool { utf8.firstRange(of: text.utf8) != nil }

  /// The text behind the slashes of a comment, on one line.
  package var swiftComment: SwiftSource {
    SwiftSource(trusted: escaped { $0.isHidden ? "\\\($0.swiftEscape)" : nil })
  }

  /// The text as the name of a property, method, case or module; nil if it is not an identifier.
  package var swiftIdentifier: SwiftSource? {
    guard isSwiftIdentifier else { return nil }
    return SwiftSource(trusted: Self.neverBare.contains(self) ? "`\(self)`" : self)
  }

  /// The text as the name of a module; nil if it is not an identifier, or is a word of the language.
  package var swiftModule: SwiftSource? {
    isSwiftIdentifier && !Self.reserved.contains(self) ? SwiftSource(trusted: self) : nil
  }

  /// The name of a method in full, such as `move(from:to:)`; nil if it is not one.
  package var swiftMethod: SwiftSource? {
    let parts = split(separator: "(", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let name = String(parts[0]).swiftIdentifier, parts[1].hasSuffix(")"),
      name.text == parts[0]
    else { return nil }
    let labels = parts[1].dropLast().split(separator: ":", omittingEmptySubsequences: false)
    guard labels.last == "",
      labels.dropLast().allSatisfy({ $0 == "_" || String($0).isSwiftIdentifier })
    else { return nil }
    return SwiftSource(trusted: self)
  }

  /// The name of a type, including generic and nested ones; nil if it is not one.
  package var swiftType: SwiftSource? {
    var rest = unicodeScalars[...]
    guard utf8.count < 1_000, Self.readType(&rest), rest.isEmpty else { return nil }
    return SwiftSource(trusted: self)
  }

  private var isSwiftIdentifier: Bool {
    guard let first = unicodeScalars.first, self != "_" else { return false }
    return (first == "_" || first.properties.isXIDStart)
      && unicodeScalars.allSatisfy { $0.properties.isXIDContinue && !$0.isHidden }
  }

  /// Reads `any Box<Item, [Int]>.Part?` from the start of a text; false if that is not a type.
  private static func readType(_ text: inout Substring.UnicodeScalarView, depth: Int = 0) -> Bool {
    guard depth < 20 else { return false }
    if depth > 0, text.starts(with: "()".unicodeScalars) {
      text.removeFirst(2)
    } else if depth > 0, text.first == "(" {
      guard readTuple(&text, depth: depth) else { return false }
    } else if text.first == "[" {
      text.removeFirst()
      guard readType(&text, depth: depth + 1) else { return false }
      if text.starts(with: ": ".unicodeScalars) {
        text.removeFirst(2)
        guard readType(&text, depth: depth + 1) else { return false }
      }
      guard text.popFirst() == "]" else { return false }
    } else {
      if text.starts(with: "any ".unicodeScalars) { text.removeFirst(4) }
      guard readPath(&text, depth: depth) else { return false }
    }
    while text.first == "?" { text.removeFirst() }
    return true
  }

  /// Reads `(page: Int, [String])` from the start of a text; false if that is not a tuple of two or more.
  private static func readTuple(_ text: inout Substring.UnicodeScalarView, depth: Int) -> Bool {
    var count = 0
    repeat {
      text.removeFirst()
      if text.first == " " { text.removeFirst() }
      let label = String(text.prefix { $0.properties.isXIDContinue })
      if text.dropFirst(label.unicodeScalars.count).starts(with: ": ".unicodeScalars) {
        guard label.isSwiftIdentifier, !neverBare.contains(label) else { return false }
        text.removeFirst(label.unicodeScalars.count + 2)
      }
      guard readType(&text, depth: depth + 1) else { return false }
      count += 1
    } while text.first == ","
    return text.popFirst() == ")" && count > 1
  }

  private static func readPath(_ text: inout Substring.UnicodeScalarView, depth: Int) -> Bool {
    while true {
      let name = String(text.prefix { $0.properties.isXIDContinue })
      guard name.isSwiftIdentifier, !reserved.contains(name) || name == "Any" else { return false }
      text.removeFirst(name.unicodeScalars.count)
      if text.first == "<" {
        repeat {
          text.removeFirst()
          if text.first == " " { text.removeFirst() }
          guard readType(&text, depth: depth + 1) else { return false }
        } while text.first == ","
        guard text.popFirst() == ">" else { return false }
      }
      guard text.first == "." else { return true }
      text.removeFirst()
    }
  }

  /// Words that mean something else, even after a period or before a colon.
  private static let neverBare: Set<String> = [
    "init", "self", "Self", "Type", "Protocol", "inout", "var", "let", "deinit", "subscript",
  ]

  /// Words of the language that no type or module is called.
  private static let reserved = neverBare.union([
    "associatedtype", "class", "enum", "extension", "fileprivate", "func", "import", "internal",
    "open", "operator", "private", "precedencegroup", "protocol", "public", "rethrows", "static",
    "struct", "typealias", "break", "case", "catch", "continue", "default", "defer", "do", "else",
    "fallthrough", "for", "guard", "if", "in", "repeat", "return", "throw", "switch", "where",
    "while", "Any", "as", "await", "false", "is", "nil", "super", "throws", "true", "try", "any",
    "some",
  ])
}

// MARK: - Names that are made

extension String {
  /// The parts that a name in Swift can have.
  package var nameWords: [Substring] {
    split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
  }

  /// Returns `memory-tunes` as the name of a type or module: `MemoryTunes`.
  ///
  /// - Parameter prefix: The beginning of the name if the text does not begin with a letter, or is a word of
  ///   the language.
  /// - Returns: The name.
  package func swiftTypeName(prefix: String) -> String {
    let name = nameWords.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return name.swiftModule == nil ? prefix + name : name
  }
}
