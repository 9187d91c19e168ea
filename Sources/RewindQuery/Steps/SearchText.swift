package import RewindJSON

/// A text to find in values and their names, ignoring case.
///
/// Numbers are found whole: `4` does not find 46.
package struct SearchText: Sendable {
  package let text: String
  private let lowered: String
  /// The text as it must occur in the bytes of a line; nil if JSON has several ways to write it.
  private let bytes: [UInt8]?

  package init(_ text: String) {
    self.text = text
    lowered = text.lowercased()
    let hasOneForm = text.utf8.allSatisfy {
      (0x20..<0x80).contains($0) && !"\"\\/~".utf8.contains($0)
    }
    bytes = hasOneForm && !text.isEmpty ? Array(lowered.utf8) : nil
  }

  /// Returns true if the text occurs in another one.
  package func occurs(in other: String) -> Bool {
    if let bytes, other.utf8.count < bytes.count { return false }
    return other.lowercased().contains(lowered)
  }

  /// Returns true if the text occurs in a value, or in the name of a member.
  package func occurs(in value: JSONValue) -> Bool { tokens(in: value) != nil }

  /// Returns the pointer of the first occurrence in a value.
  package func pointer(in value: JSONValue) -> Pointer? {
    tokens(in: value).map { Pointer(tokens: $0.reversed()) }
  }

  /// Returns the tokens of the first occurrence, innermost first.
  private func tokens(in value: JSONValue) -> [String]? {
    switch value {
    case .string(let string):
      return occurs(in: string) ? [] : nil
    case .number(let number):
      return number.text == text ? [] : nil
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        if let tokens = tokens(in: element) { return tokens + [String(index)] }
      }
    case .object(let object):
      for member in object.members {
        if occurs(in: member.key) { return [member.key] }
        if let tokens = tokens(in: member.value) { return tokens + [member.key] }
      }
    case .null, .bool:
      break
    }
    return nil
  }

  /// Returns true if the text occurs in the names of a pointer; the index of an element does not count.
  func occurs(in pointer: Pointer) -> Bool {
    pointer.tokens.contains { Pointer.arrayIndex($0) == nil && occurs(in: $0) }
  }

  /// Returns true if the text occurs in a change: its pointer, and the values before and after.
  package func occurs(in change: Change) -> Bool {
    if occurs(in: change.pointer) { return true }
    return [change.new, change.old].contains { $0.map(occurs(in:)) ?? false }
  }

  /// Returns false if the text cannot occur in the bytes of a line.
  func mayOccur(inLine line: [UInt8]) -> Bool {
    guard let bytes, let first = bytes.first else { return true }
    let last = line.count - bytes.count
    guard last >= 0 else { return false }
    return line.withUnsafeBufferPointer { line in
      var start = 0
      while start <= last {
        if line[start].lowered == first {
          var length = 1
          while length < bytes.count, line[start + length].lowered == bytes[length] { length += 1 }
          if length == bytes.count { return true }
        }
        start += 1
      }
      return false
    }
  }
}

extension UInt8 {
  /// The letter in lower case, if it is one of ASCII.
  fileprivate var lowered: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
}
