/// JSON text that grows at its end.
///
/// Manages its own memory: an array checks at every byte whether it is shared.
struct TextBuffer: ~Copyable {
  private var base: UnsafeMutableRawPointer
  private var capacity: Int
  private var count = 0

  init(capacity: Int = 256) {
    self.capacity = max(capacity, 256)
    base = .allocate(byteCount: self.capacity, alignment: 8)
  }

  deinit {
    base.deallocate()
  }

  /// The text, valid until more is appended.
  var contents: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: base.assumingMemoryBound(to: UInt8.self), count: count)
  }

  mutating func put(_ value: JSONValue) {
    switch value {
    case .null: put("null" as StaticString)
    case .bool(true): put("true" as StaticString)
    case .bool(false): put("false" as StaticString)
    case .number(let number): putPlain(number.text)
    case .string(let string): put(string)
    case .array(let elements): put(elements)
    case .object(let object): put(object)
    }
  }

  private mutating func put(_ elements: [JSONValue]) {
    put(UInt8(ascii: "["))
    elements.withUnsafeBufferPointer { elements in
      for i in elements.indices {
        if i > 0 { put(UInt8(ascii: ",")) }
        put(elements[i])
      }
    }
    put(UInt8(ascii: "]"))
  }

  private mutating func put(_ object: JSONObject) {
    put(UInt8(ascii: "{"))
    object.members.withUnsafeBufferPointer { members in
      for i in members.indices {
        if i > 0 { put(UInt8(ascii: ",")) }
        put(members[i].key)
        put(UInt8(ascii: ":"))
        put(members[i].value)
      }
    }
    put(UInt8(ascii: "}"))
  }

  /// Appends a string in quotes; only `"`, `\` and control characters are escaped.
  mutating func put(_ string: String) {
    put(UInt8(ascii: "\""))
    withUTF8(string) { $0.putEscaped($1) }
    put(UInt8(ascii: "\""))
  }
}

extension TextBuffer {
  /// Makes room for more bytes; at least doubles, so that a byte costs O(1) on average.
  @inline(__always)
  private mutating func reserve(_ more: Int) {
    if capacity - count < more { grow(by: more) }
  }

  @inline(never)
  private mutating func grow(by more: Int) {
    capacity = max(capacity * 2, count + more)
    let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 8)
    larger.copyMemory(from: base, byteCount: count)
    base.deallocate()
    base = larger
  }

  @inline(__always)
  private mutating func put(_ byte: UInt8) {
    reserve(1)
    base.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    count += 1
  }

  private mutating func put(_ text: StaticString) {
    put(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  private mutating func putPlain(_ text: String) {
    withUTF8(text) { $0.put($1) }
  }

  /// Passes the bytes of a string to `body`, without a copy if they are contiguous.
  @inline(__always)
  private mutating func withUTF8(
    _ string: String,
    _ body: (inout Self, UnsafeRawBufferPointer) -> Void
  ) {
    let done: Void? = string.utf8.withContiguousStorageIfAvailable {
      body(&self, UnsafeRawBufferPointer($0))
    }
    if done == nil { Array(string.utf8).withUnsafeBytes { body(&self, $0) } }
  }

  private mutating func put(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    reserve(bytes.count)
    (base + count).copyMemory(from: start, byteCount: bytes.count)
    count += bytes.count
  }

  /// Appends text, eight bytes at a time while none of them needs an escape.
  private mutating func putEscaped(_ text: UnsafeRawBufferPointer) {
    var position = 0
    while position < text.count {
      reserve(text.count - position)
      while position + 8 <= text.count {
        let word = text.loadUnaligned(fromByteOffset: position, as: UInt64.self)
        guard UInt64(littleEndian: word).bytesToEscape == 0 else { break }
        base.storeBytes(of: word, toByteOffset: count, as: UInt64.self)
        position += 8
        count += 8
      }
      while position < text.count, !text[position].isEscapedInJSON {
        base.storeBytes(of: text[position], toByteOffset: count, as: UInt8.self)
        position += 1
        count += 1
      }
      if position < text.count {
        putEscape(of: text[position])
        position += 1
      }
    }
  }

  private mutating func putEscape(of byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): put(#"\""# as StaticString)
    case UInt8(ascii: "\\"): put(#"\\"# as StaticString)
    case 0x0A: put(#"\n"# as StaticString)
    case 0x0D: put(#"\r"# as StaticString)
    case 0x09: put(#"\t"# as StaticString)
    case 0x08: put(#"\b"# as StaticString)
    case 0x0C: put(#"\f"# as StaticString)
    default:
      let hex: StaticString = "0123456789abcdef"
      put(#"\u00"# as StaticString)
      put(hex.utf8Start[Int(byte >> 4)])
      put(hex.utf8Start[Int(byte & 15)])
    }
  }
}

extension UInt8 {
  fileprivate var isEscapedInJSON: Bool {
    self < 0x20 || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\")
  }
}
