/// The keys most recently read in a document, so that a thousand similar objects share their key strings.
///
/// Short keys are not cached: their strings are stored inline and cost nothing.
package struct KeyCache {
  private var slots: [Slot?] = []

  private struct Slot {
    let hash: UInt64
    let range: Range<Int>
    let key: String
  }

  /// About the number of different keys that the objects of a state have; a power of two.
  private static let slotCount = 128
  /// The number of bytes that a string can store inline.
  private static let shortCount = 15

  /// Returns the key in `text` and a hash of it.
  ///
  /// Different keys have different hashes, unless they are long and differ in the middle.
  mutating func key(_ text: JSONCursor.Text, _ cursor: JSONCursor) -> (String, hash: UInt64) {
    if text.hasEscapes {
      var key = cursor.string(text)
      return (key, key.withUTF8 { Self.hash(UnsafeRawBufferPointer($0)) })
    }
    let bytes = UnsafeRawBufferPointer(rebasing: cursor.bytes[text.range])
    let hash = Self.hash(bytes)
    if bytes.count <= Self.shortCount { return (cursor.string(text), hash) }
    if slots.isEmpty { slots = Array(repeating: nil, count: Self.slotCount) }
    let index = Int(truncatingIfNeeded: hash & UInt64(Self.slotCount - 1))
    if let slot = slots[index], slot.hash == hash,
      bytes.hasSameBytes(as: UnsafeRawBufferPointer(rebasing: cursor.bytes[slot.range]))
    {
      return (slot.key, hash)
    }
    let key = cursor.string(text)
    slots[index] = Slot(hash: hash, range: text.range, key: key)
    return (key, hash)
  }

  /// Hashes a key's length and its first and last eight bytes.
  package static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var head: UInt64 = 0
    var tail: UInt64 = 0
    if bytes.count >= 8 {
      head = bytes.loadUnaligned(as: UInt64.self)
      tail = bytes.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self)
    } else {
      for byte in bytes { head = head << 8 | UInt64(byte) }
    }
    // The multiplier is 2^64 divided by the golden ratio (D. Knuth, TAOCP 3, 6.4).
    let mixed = (head ^ UInt64(bytes.count)) &* 0x9E37_79B9_7F4A_7C15
    let both = (mixed ^ mixed >> 32 ^ tail) &* 0x9E37_79B9_7F4A_7C15
    return both ^ both >> 32
  }
}
