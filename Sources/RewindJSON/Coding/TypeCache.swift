/// What is known of types, found by the address of their metadata.
struct TypeCache<Entry> {
  private struct Slot {
    var type: UInt = 0
    var entry: Entry?
  }

  /// Enough that the types of one app's state seldom share a slot; a power of two.
  private static var slotCount: Int { 256 }

  private let slots: UnsafeMutablePointer<Slot>
  private var others: [UInt: Entry] = [:]

  init() {
    slots = .allocate(capacity: Self.slotCount)
    slots.initialize(repeating: Slot(), count: Self.slotCount)
  }

  /// What is known of a type; `make` finds it out, the first time.
  @inline(__always)
  mutating func entry(of type: Any.Type, _ make: () -> Entry) -> Entry {
    let id = UInt(bitPattern: ObjectIdentifier(type))
    let slot = slots + Self.slot(of: id)
    if slot.pointee.type == id, let entry = slot.pointee.entry { return entry }
    return find(id, slot, make)
  }

  /// The low bits of an address are zero.
  @inline(__always)
  private static func slot(of id: UInt) -> Int {
    Int(truncatingIfNeeded: (id >> 4) ^ (id >> 12)) & (slotCount - 1)
  }

  @inline(never)
  private mutating func find(
    _ id: UInt,
    _ slot: UnsafeMutablePointer<Slot>,
    _ make: () -> Entry
  ) -> Entry {
    let entry = others[id] ?? make()
    others[id] = entry
    slot.pointee = Slot(type: id, entry: entry)
    return entry
  }
}
