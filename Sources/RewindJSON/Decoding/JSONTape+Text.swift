extension JSONTape {
  /// The text of a number or string, as it stands in the document.
  @inline(__always)
  func text(_ node: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(
      start: state.pointee.bytes.bytes + nodes[node].start,
      count: nodes[node].length
    )
  }

  /// The string at a node of either kind of string.
  @inline(__always)
  func string(_ node: Int) -> String {
    guard nodes[node].kind == .string else { return unescaped(node) }
    let text = text(node)
    return text.count <= Self.shortCount
      ? short(text) : String(decoding: text, as: UTF8.self)
  }

  /// How many bytes a string holds within itself, in the standard library.
  private static var shortCount: Int { 15 }

  /// The string of a text of at most 15 bytes, which comes about quicker where it is made in place.
  @inline(__always)
  private func short(_ text: UnsafeBufferPointer<UInt8>) -> String {
    String(unsafeUninitializedCapacity: Self.shortCount) { string in
      guard let place = string.baseAddress, let start = text.baseAddress else { return 0 }
      for index in 0..<text.count { place[index] = start[index] }
      return text.count
    }
  }

  @inline(never)
  private func unescaped(_ node: Int) -> String {
    let text = text(node)
    return String(unsafeUninitializedCapacity: text.count) { $0.unescape(text) }
  }
}

extension UnsafeMutableBufferPointer<UInt8> {
  /// Stores a JSON string's text, which is known to be right, without its escapes.
  ///
  /// - Returns: how many bytes were stored, never more than the text has.
  fileprivate func unescape(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    var stored = 0
    var place = 0
    while place < text.count {
      let byte = text[place]
      place += 1
      if byte != UInt8(ascii: "\\") {
        self[stored] = byte
        stored += 1
        continue
      }
      place += 1
      switch text[place - 1] {
      case UInt8(ascii: "n"): self[stored] = 0x0A
      case UInt8(ascii: "r"): self[stored] = 0x0D
      case UInt8(ascii: "t"): self[stored] = 0x09
      case UInt8(ascii: "b"): self[stored] = 0x08
      case UInt8(ascii: "f"): self[stored] = 0x0C
      case UInt8(ascii: "u"):
        for unit in UInt8.scalar(text, &place) {
          self[stored] = unit
          stored += 1
        }
        continue
      default: self[stored] = text[place - 1]
      }
      stored += 1
    }
    return stored
  }
}

extension UInt8 {
  /// The scalar of `XXXX`, or of `XXXX\uXXXX` where that is a surrogate pair, at `place`.
  fileprivate static func scalar(
    _ text: UnsafeBufferPointer<UInt8>,
    _ place: inout Int
  ) -> Unicode.Scalar.UTF8View {
    let first = codeUnit(text, &place)
    var value = first
    if (0xD800..<0xDC00).contains(first) {
      place += 2
      value = 0x10000 + (first - 0xD800) << 10 + (codeUnit(text, &place) - 0xDC00)
    }
    return (Unicode.Scalar(value) ?? "\u{FFFD}").utf8
  }

  private static func codeUnit(_ text: UnsafeBufferPointer<UInt8>, _ place: inout Int) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      let digit = text[place]
      value = value << 4 | UInt32(digit < 0x40 ? digit & 15 : (digit & 15) + 9)
      place += 1
    }
    return value
  }
}
