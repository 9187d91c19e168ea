import RewindJSON

/// Compares a text with a value, without decoding the text.
extension JSONCursor {
  /// Passes the value at this position if it equals `value`; returns false if it differs or is not JSON.
  ///
  /// O(bytes) if the members are in the same order, and little more otherwise.
  mutating func match(_ value: JSONValue) -> Bool {
    switch value {
    case .null: match(word: "null")
    case .bool(let bool): match(word: bool ? "true" : "false")
    case .number(let number): match(number)
    case .string(let string): match(string)
    case .array(let elements): match(elements)
    case .object(let object): match(object)
    }
  }

  private mutating func match(word: StaticString) -> Bool {
    (try? literal(word)) != nil
  }

  private mutating func match(_ other: JSONNumber) -> Bool {
    let start = position
    guard next == UInt8(ascii: "-") || (0x30...0x39).contains(next ?? 0),
      (try? number()) != nil
    else { return false }
    return hasBytes(of: other.text, in: start..<position)
      || JSONNumber(validText: string(start..<position)) == other
  }

  private mutating func match(_ other: String) -> Bool {
    guard next == UInt8(ascii: "\""), let text = try? text() else { return false }
    return text.hasEscapes
      ? string(text).hasSameCodePoints(as: other) : hasBytes(of: other, in: text.range)
  }

  private mutating func match(_ elements: [JSONValue]) -> Bool {
    guard next == UInt8(ascii: "[") else { return false }
    if isEmpty(until: UInt8(ascii: "]")) { return elements.isEmpty }
    for (index, element) in elements.enumerated() {
      let goesOn = index + 1 < elements.count
      guard match(element), (try? self.goesOn(until: UInt8(ascii: "]"))) == goesOn else {
        return false
      }
    }
    return !elements.isEmpty
  }

  private mutating func match(_ object: JSONObject) -> Bool {
    guard next == UInt8(ascii: "{") else { return false }
    if isEmpty(until: UInt8(ascii: "}")) { return object.isEmpty }
    // Members found so far; needed only if they come in another order.
    var met: [Bool]?
    for count in 0..<object.count {
      guard let key = try? key() else { return false }
      var index = count
      if met != nil || key.hasEscapes || !hasBytes(of: object.members[count].key, in: key.range) {
        guard let found = object.position(of: string(key)) else { return false }
        var flags = met ?? object.members.indices.map { $0 < count }
        guard !flags[found] else { return false }
        flags[found] = true
        (met, index) = (flags, found)
      }
      let goesOn = count + 1 < object.count
      guard match(object.members[index].value),
        (try? self.goesOn(until: UInt8(ascii: "}"))) == goesOn
      else { return false }
    }
    return !object.isEmpty
  }

  private func hasBytes(of string: String, in range: Range<Int>) -> Bool {
    var string = string
    return string.withUTF8 {
      UnsafeRawBufferPointer($0).hasSameBytes(as: UnsafeRawBufferPointer(rebasing: bytes[range]))
    }
  }
}
