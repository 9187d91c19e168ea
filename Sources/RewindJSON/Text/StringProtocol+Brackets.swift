extension StringProtocol {
  /// Returns the indexes of a character that are not within brackets: of `.` in `A<B.C>.d` outside of `<>`, the last.
  ///
  /// - Parameters:
  ///   - character: The character to find.
  ///   - brackets: The brackets, each opening one followed by its closing one, such as `<>()`.
  /// - Returns: The indexes, in order.
  /// - Complexity: O(*n*)
  package func indexes(of character: Character, outside brackets: String) -> [Index] {
    let kinds = Array(brackets)
    var depth = 0
    return indices.filter { index in
      guard let kind = kinds.firstIndex(of: self[index]) else {
        return depth == 0 && self[index] == character
      }
      depth += kind.isMultiple(of: 2) ? 1 : -1
      return false
    }
  }

  /// Returns the parts between a character, also empty ones; those within brackets are not divided.
  package func parts(between character: Character, outside brackets: String) -> [SubSequence] {
    var (parts, start) = ([SubSequence](), startIndex)
    for index in indexes(of: character, outside: brackets) {
      parts.append(self[start..<index])
      start = self.index(after: index)
    }
    return parts + [self[start...]]
  }
}
