extension String {
  /// Appends this string as a JSON string: only `"`, `\` and control characters are escaped.
  package func writeJSON(to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    withBytes { $0.writeEscaped(to: &bytes) }
    bytes.append(UInt8(ascii: "\""))
  }

  /// The number of bytes that ``writeJSON(to:)`` appends.
  package var jsonCount: Int { 2 + withBytes { $0.count + $0.escapeCount } }

  /// Passes the bytes to `body`, without a copy if they are contiguous.
  private func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    utf8.withContiguousStorageIfAvailable { body(UnsafeRawBufferPointer($0)) }
      ?? Array(utf8).withUnsafeBytes(body)
  }
}

extension UnsafeRawBufferPointer {
  fileprivate func writeEscaped(to bytes: inout [UInt8]) {
    var start = 0
    while true {
      let end = firstToEscape(from: start)
      bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: self[start..<end]))
      guard end < count else { return }
      bytes.append(escapeOf: self[end])
      start = end + 1
    }
  }

  /// The number of bytes that escaping these bytes adds.
  fileprivate var escapeCount: Int {
    var escapes = 0
    var position = firstToEscape(from: 0)
    while position < count {
      escapes += self[position].shortEscape != nil ? 1 : 5
      position = firstToEscape(from: position + 1)
    }
    return escapes
  }

  /// Returns the index of the first byte from `start` on that needs an escape; `count` if none does.
  private func firstToEscape(from start: Int) -> Int {
    var position = start
    while position + 8 <= count {
      let word = loadUnaligned(fromByteOffset: position, as: UInt64.self)
      let found = UInt64(littleEndian: word).bytesToEscape
      if found != 0 { return position + found.trailingZeroBitCount / 8 }
      position += 8
    }
    while position < count, !self[position].needsEscape { position += 1 }
    return position
  }
}

extension UInt8 {
  fileprivate var needsEscape: Bool {
    self < 0x20 || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\")
  }

  /// The byte after the backslash in the short escape of this byte; nil if it has none.
  package var shortEscape: UInt8? {
    switch self {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): self
    case 0x08: UInt8(ascii: "b")
    case 0x09: UInt8(ascii: "t")
    case 0x0A: UInt8(ascii: "n")
    case 0x0C: UInt8(ascii: "f")
    case 0x0D: UInt8(ascii: "r")
    default: nil
    }
  }
}

extension [UInt8] {
  fileprivate mutating func append(escapeOf byte: UInt8) {
    guard let letter = byte.shortEscape else {
      append(byte < 0x10 ? #"\u000"# : #"\u00"#)
      return append(contentsOf: String(byte, radix: 16).utf8)
    }
    append(UInt8(ascii: "\\"))
    append(letter)
  }
}
