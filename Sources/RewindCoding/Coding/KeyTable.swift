/// The keys of one `CodingKey` type, each with the bytes that it is written as.
///
/// Kept for types that fit into one byte, which is what synthesis makes: a case is asked for its
/// name once, and then found by its byte.
struct KeyTable {
  /// By the byte that a key consists of; those not yet asked have no bytes.
  fileprivate(set) var entries: UnsafeMutablePointer<KeyEntry>
  fileprivate(set) var capacity = 0
  /// Containers for this type of key that may be used again.
  var kept = ContainerCache()
  /// Whether keys are found in the table at all.
  let isIndexed: Bool
  /// Whether the keys are those of a standard library dictionary, whose order is not stable.
  let isDictionary: Bool

  fileprivate init(isIndexed: Bool, isDictionary: Bool) {
    self.isIndexed = isIndexed
    self.isDictionary = isDictionary
    entries = .allocate(capacity: 0)
  }
}

extension KeyTable {
  /// Stands for the table in containers that write nothing.
  nonisolated(unsafe) static let unused: UnsafeMutablePointer<KeyTable> = {
    let table = UnsafeMutablePointer<KeyTable>.allocate(capacity: 1)
    table.initialize(to: KeyTable(isIndexed: false, isDictionary: false))
    return table
  }()
}

/// One key: `,"name":` as it is written, its name as it is, and the key for coding paths.
struct KeyEntry {
  var bytes: UnsafeMutablePointer<UInt8>?
  var count = 0
  /// The name, with room to be read eight bytes at a time.
  var name = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  var key: any CodingKey = PathKey(intValue: 0)

  /// Up to how many bytes are copied as two words of 16, which must be there to be read.
  @_transparent
  static var quickCount: Int { 32 }
}

extension TypeCache<UnsafeMutablePointer<KeyTable>> {
  /// The table of a key type.
  @inline(__always)
  mutating func table<Key: CodingKey>(of type: Key.Type) -> UnsafeMutablePointer<KeyTable> {
    entry(of: type) {
      let table = UnsafeMutablePointer<KeyTable>.allocate(capacity: 1)
      table.initialize(
        to: KeyTable(
          isIndexed: MemoryLayout<Key>.size <= 1,
          isDictionary: String(reflecting: type) == "Swift._DictionaryCodingKey"
        )
      )
      return table
    }
  }
}

extension KeyTable {
  /// The entry of a key in an indexed table.
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

  /// The byte that a key of an indexed table consists of.
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
    let name = Array(key.stringValue.utf8)
    (entries + byte).pointee = KeyEntry(
      bytes: Self.copy(text, room: KeyEntry.quickCount + 1),
      count: text.count,
      name: UnsafeBufferPointer(start: Self.copy(name, room: name.count + 8), count: name.count),
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

  /// Entries that open levels refer to stay where they are: the smaller list is not freed.
  private mutating func grow(toHold byte: Int) {
    let larger = byte < 16 ? 16 : 256
    let copy = UnsafeMutablePointer<KeyEntry>.allocate(capacity: larger)
    copy.initialize(from: entries, count: capacity)
    (copy + capacity).initialize(repeating: KeyEntry(), count: larger - capacity)
    entries = copy
    capacity = larger
  }
}
