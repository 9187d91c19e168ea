extension String {
  /// True if this can be the name of a property or of a case.
  var isSwiftName: Bool {
    guard let first, first.isLetter || first == "_" else { return false }
    return allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }

  /// True if this can be the name of a type, including generic and nested ones.
  var isSwiftTypeName: Bool {
    guard let first, first.isLetter || first == "_", count < 1_000 else { return false }
    return allSatisfy { $0.isLetter || $0.isNumber || "_.<>, ".contains($0) }
  }

  /// True if this is the name of a method in full, such as `move(from:to:)`.
  var isMethodName: Bool { wholeMatch(of: #/[A-Za-z_]\w*\(([A-Za-z_]\w*:)*\)/#) != nil }

  /// The parts that a name in Swift can have.
  var nameWords: [Substring] {
    split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
  }

  /// Returns `memory-tunes` as the name of a type or module: `MemoryTunes`.
  ///
  /// - Parameter prefix: The beginning of the name if the text does not begin with a letter.
  /// - Returns: The name.
  func swiftTypeName(prefix: String) -> String {
    let name = nameWords.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return name.first?.isLetter ?? false ? name : prefix + name
  }

  /// The text as written between the quotes of a Swift string.
  var swiftLiteral: String {
    escaped { ["\\": "\\\\", "\"": "\\\"", "\n": " "][$0] }
  }
}
