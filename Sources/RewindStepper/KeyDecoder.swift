/// Decodes keys from the bytes that a terminal sends.
///
/// Arrows and similar keys arrive as `ESC [ A` or `ESC O A`, some as `ESC [ 5 ~`. An escape with
/// nothing after it is the key Escape, which only time can show: call ``flush()`` when nothing has
/// arrived for a while.
package struct KeyDecoder: Sendable {
  private var pending: [UInt8] = []

  package init() {}

  /// True if it holds bytes that more bytes may complete.
  package var isWaiting: Bool { !pending.isEmpty }

  /// Returns the keys that some bytes complete.
  package mutating func keys(_ bytes: some Sequence<UInt8>) -> [Key] {
    pending += bytes
    var keys: [Key] = []
    while let (key, length) = next() {
      pending.removeFirst(length)
      if let key { keys.append(key) }
    }
    return keys
  }

  /// Returns the key of the held bytes, if nothing follows them.
  package mutating func flush() -> [Key] {
    defer { pending = [] }
    return pending.first == Self.escape ? [.escape] : []
  }

  private static let escape: UInt8 = 0x1B
  /// The maximum length of a key's sequence; longer ones are discarded.
  private static let sequenceLimit = 32

  /// Returns the first key of the pending bytes and their count; no key for bytes without a meaning
  /// here, nil if more bytes are needed.
  private func next() -> (key: Key?, length: Int)? {
    guard let first = pending.first else { return nil }
    switch first {
    case Self.escape: return sequence()
    case 0x0D, 0x0A: return (.enter, 1)
    case 0x09: return (.tab, 1)
    case 0x7F, 0x08: return (.backspace, 1)
    case 0x01...0x1A: return (.control(Character(Unicode.Scalar(first + 0x60))), 1)
    case ..<0x20: return (nil, 1)
    default: return character(first)
    }
  }

  private func character(_ first: UInt8) -> (key: Key?, length: Int)? {
    let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard pending.count >= length else { return nil }
    var bytes = pending.prefix(length).makeIterator()
    var decoder = UTF8()
    guard case .scalarValue(let scalar) = decoder.decode(&bytes) else { return (nil, 1) }
    return (.character(Character(scalar)), length)
  }

  private func sequence() -> (key: Key?, length: Int)? {
    guard pending.count > 1 else { return nil }
    switch pending[1] {
    case UInt8(ascii: "O"):
      return pending.count > 2 ? (Self.key(pending[2]), 3) : nil
    case UInt8(ascii: "["):
      guard let end = pending.dropFirst(2).firstIndex(where: { (0x40...0x7E).contains($0) }) else {
        return pending.count > Self.sequenceLimit ? (nil, pending.count) : nil
      }
      let isNumbered = pending[end] == UInt8(ascii: "~")
      let number = pending[2..<end].prefix { (0x30...0x39).contains($0) }
      return (isNumbered ? Self.key(numbered: number) : Self.key(pending[end]), end + 1)
    default:
      return (.escape, 1)
    }
  }

  private static func key(_ letter: UInt8) -> Key? {
    switch letter {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "Z"): .backTab
    default: nil
    }
  }

  private static func key(numbered digits: ArraySlice<UInt8>) -> Key? {
    switch String(decoding: digits, as: UTF8.self) {
    case "1", "7": .home
    case "4", "8": .end
    case "3": .delete
    case "5": .pageUp
    case "6": .pageDown
    default: nil
    }
  }
}
