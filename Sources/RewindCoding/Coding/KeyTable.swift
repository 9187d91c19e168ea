/// The keys of one `CodingKey` type, each with its written bytes.
///
/// Only types that fit into one byte, as synthesized ones do, are in the table: a case is asked for
/// its name once, and then found by its byte. Without the table, encoding took four times as long
/// (`scripts/bench --only codec`).
struct KeyTable {
  /// Indexed by the byte of a key; keys that were not yet asked have no bytes.
  fileprivate(set) var entries: UnsafeMutablePointer<KeyEntry>
  fileprivate(set) var capacity = 0
  /// True if keys are found in the table at all.
  let isIndexed: Bool
  /// True if the keys are those of a standard library dictionary, whose order is not stable.
  let isDictionary: Bool
  /// The last container of an object with these keys.
  var spare = SpareContainer()

  fileprivate init(isIndexed: Bool, isDictionary: Bool) {
    self.isIndexed = isIndexed
    self.isDictionary = isDictionary
    entries = .allocate(capacity: 0)
  }
}

extension KeyTable {
  /// The table in containers that write nothing.
  nonisolated(unsafe) static let unused: UnsafeMutablePointer<KeyTable> = {
    let table = UnsafeMutablePointer<KeyTable>.allocate(capacity: 1)
    table.initialize(to: KeyTable(isIndexed: false, isDictionary: false))
    return table
  }()
}

/// A key: `,"name":` as it is written, and the key for coding paths.
struct KeyEntry {
  var bytes: UnsafeMutablePointer<UInt8>?
  var count = 0
  var key: any CodingKey = PathKey(intValue: 0)

  /// The number of bytes up to which a key is copied as two words of 16, which must be readable.
  @_transparent
  static var quickCount: Int { 32 }
}

extension TypeCache<UnsafeMutablePointer<KeyTable>> {
  /// Returns the table of a key type.
  @inline(__always)
  mutating func table<Key: CodingKey>(of type: Key.Type) -> UnsafeMutablePointer<KeyTable> {
    entry(of: type) {
      let table = UnsafeMutablePointer<KeyTable>.allocate(capacity: 1)
      table.initialize(
        to: KeyTable(
          isIndexed: MemoryLayout<Key>.size <= 1,
          isDictionary: TypeName.reflected(type) == "Swift._DictionaryCodingKey"
        )
      )
      return table
    }
  }
}

extension KeyTable {
  /// Returns the entry of a key in an indexed table.
  @_transparent
  static func entry<Key: CodingKey>(
    _ table: UnsafeMutablePointer<KeyTable>,
    _ key: Key,
    _ byte: Int
  ) -> UnsafeMutablePointer<KeyEntry> {
    if byte < table.pointee.capacity {
      let entry = table.pointee.entries + byte
      if entry.pointee.bytes != nil { return entry }
    }
    return table.pointee.learn(key, byte)
  }

  /// Returns the byte of a key of an indexed table.
  @_transparent
  static func byte<Key: CodingKey>(of key: Key) -> Int {
    MemoryLayout<Key>.size == 1 ? Int(unsafeBitCast(key, to: UInt8.self)) : 0
  }

  @inline(never)
  private mutating func learn<Key: CodingKey>(
    _ key: Key,
    _ byte: Int
  ) -> UnsafeMutablePointer<KeyEntry> {
    if byte >= capacity { grow(toHold: byte) }
    var text: [UInt8] = [UInt8(ascii: ",")]
    key.stringValue.writeJSON(to: &text)
    text.append(UInt8(ascii: ":"))
    (entries + byte).pointee = KeyEntry(
      bytes: Self.copy(text, room: KeyEntry.quickCount + 1),
      count: text.count,
      key: key
    )
    return entries + byte
  }

  private static func copy(_ text: [UInt8], room: Int) -> UnsafeMutablePointer<UInt8> {
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: max(text.count, room))
    copy.initialize(repeating: 0, count: max(text.count, room))
    copy.update(from: text, count: text.count)
    return copy
  }

  /// Grows the list, without freeing the smaller one, to whose entries open frames refer.
  private mutating func grow(toHold byte: Int) {
    let larger = byte < 16 ? 16 : 256
    let copy = UnsafeMutablePointer<KeyEntry>.allocate(capacity: larger)
    copy.initialize(from: entries, count: capacity)
    (copy + capacity).initialize(repeating: KeyEntry(), count: larger - capacity)
    entries = copy
    capacity = larger
  }
}
