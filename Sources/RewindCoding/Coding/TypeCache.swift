/// Cached information about types, found by the address of their metadata.
struct TypeCache<Entry> {
  /// Enough that the types of one app's state seldom share a slot; a power of two.
  private static var slotCount: Int { 256 }

  /// The types whose entries are in the slots; 0 for an empty one.
  private let types: UnsafeMutablePointer<UInt>
  private let entries: UnsafeMutablePointer<Entry>
  private var others: [UInt: Entry] = [:]

  init() {
    types = .allocate(capacity: Self.slotCount)
    types.initialize(repeating: 0, count: Self.slotCount)
    entries = .allocate(capacity: Self.slotCount)
  }

  /// Returns the entry of a type, calling `make` the first time.
  @inline(__always)
  mutating func entry(of type: Any.Type, _ make: () -> Entry) -> Entry {
    let id = UInt(bitPattern: ObjectIdentifier(type))
    let slot = Self.slot(of: id)
    return types[slot] == id ? entries[slot] : find(id, slot, make)
  }

  /// Returns the slot of a type, leaving out the low bits of the address: they are zero.
  @_transparent
  private static func slot(of id: UInt) -> Int {
    Int(truncatingIfNeeded: (id >> 4) ^ (id >> 12)) & (slotCount - 1)
  }

  @inline(never)
  private mutating func find(
    _ id: UInt,
    _ slot: Int,
    _ make: () -> Entry
  ) -> Entry {
    let entry = others[id] ?? make()
    others[id] = entry
    if types[slot] == 0 {
      (entries + slot).initialize(to: entry)
    } else {
      entries[slot] = entry
    }
    types[slot] = id
    return entry
  }
}
