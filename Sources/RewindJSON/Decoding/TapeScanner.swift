/// The one pass over a document's bytes that checks them and makes a ``JSONTape`` of them.
///
/// It does not recurse: an open array or object holds, in the place where it will later say what
/// comes after it, the place of the one around it.
struct TapeScanner {
  private let bytes: UnsafeMutablePointer<UInt8>
  private let byteCount: Int
  private(set) var nodes: UnsafeMutablePointer<JSONTape.Node>
  private var nodeCount = 0
  private(set) var capacity: Int
  private var place = 0
  /// The innermost open array or object; -1 outside.
  private var container = -1
  private var depth = 0
  /// The first fault, where there is one.
  private(set) var fault: JSONError?

  /// A scanner of the bytes on a tape; `byteCount` is without the ``JSONTape/padding``.
  init(_ tape: JSONTape, byteCount: Int) {
    bytes = tape.state.pointee.bytes.bytes
    self.byteCount = byteCount
    nodes = tape.nodes
    capacity = tape.state.pointee.nodeCapacity
  }

  /// Reads the document; false where there is a ``fault``.
  mutating func scan() -> Bool {
    // Places of nodes are held in 32 bits.
    guard byteCount < Int(Int32.max) else { return fail(.tooLong) }
    skipSpace()
    if place == byteCount { return fail(.empty) }
    guard scanValue() else { return false }
    while container >= 0 {
      guard scanNext() else { return false }
    }
    skipSpace()
    return place == byteCount || fail(.trailing)
  }

  @inline(never)
  private mutating func fail(_ reason: JSONError.Reason, at place: Int? = nil) -> Bool {
    fault = JSONError(reason, at: place ?? self.place)
    return false
  }

  @inline(never)
  private mutating func fail(expected: String) -> Bool {
    place < byteCount ? fail(.unexpected(bytes[place], expected: expected)) : fail(.unexpectedEnd)
  }

  /// Reads what follows a value in the open array or object.
  @inline(__always)
  private mutating func scanNext() -> Bool {
    let isObject = nodes[container].kind == .object
    skipSpace()
    let byte = bytes[place]
    if byte == UInt8(ascii: ",") {
      place &+= 1
      return isObject ? scanMember() : scanElement()
    }
    if byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
      close()
      return true
    }
    return fail(expected: isObject ? "\",\" or \"}\"" : "\",\" or \"]\"")
  }

  @inline(__always)
  private mutating func scanElement() -> Bool {
    nodes[container].payload &+= 1 << 32
    return scanValue()
  }

  @inline(__always)
  private mutating func scanMember() -> Bool {
    nodes[container].payload &+= 1 << 32
    skipSpace()
    guard bytes[place] == UInt8(ascii: "\"") else {
      return fail(expected: "a key in double quotes")
    }
    guard scanString() else { return false }
    skipSpace()
    guard bytes[place] == UInt8(ascii: ":") else { return fail(expected: "\":\"") }
    place &+= 1
    return scanValue()
  }

  /// Reads a value, or the beginning of an array or object up to its first value.
  @inline(__always)
  private mutating func scanValue() -> Bool {
    skipSpace()
    switch bytes[place] {
    case UInt8(ascii: "\""): return scanString()
    case UInt8(ascii: "{"): return open(.object)
    case UInt8(ascii: "["): return open(.array)
    case UInt8(ascii: "-"), 0x30...0x39: return scanNumber()
    case UInt8(ascii: "t"): return scanWord("true", .true)
    case UInt8(ascii: "f"): return scanWord("false", .false)
    case UInt8(ascii: "n"): return scanWord("null", .null)
    default: return fail(expected: "a value")
    }
  }

  @inline(__always)
  private mutating func add(_ kind: JSONTape.Kind, _ start: Int, _ payload: UInt64) {
    if nodeCount == capacity { grow() }
    (nodes + nodeCount).initialize(to: JSONTape.Node(kind, start, payload))
    nodeCount &+= 1
  }

  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutablePointer<JSONTape.Node>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: nodes, count: nodeCount)
    nodes.deallocate()
    nodes = larger
    capacity *= 2
  }

  private mutating func open(_ kind: JSONTape.Kind) -> Bool {
    depth &+= 1
    let limit = JSONValue.nestingLimit
    guard depth <= limit else { return fail(.tooDeep(limit: limit)) }
    let outer = container
    container = nodeCount
    add(kind, place, UInt64(truncatingIfNeeded: outer &+ 1))
    add(.hint, place, UInt64(truncatingIfNeeded: nodeCount &+ 1))
    place &+= 1
    skipSpace()
    if bytes[place] == (kind == .object ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
      close()
      return true
    }
    return kind == .object ? scanMember() : scanElement()
  }

  private mutating func close() {
    let outer = nodes[container].next &- 1
    let count = nodes[container].payload & ~0xFFFF_FFFF
    nodes[container].payload = count | UInt64(truncatingIfNeeded: nodeCount)
    container = outer
    depth &-= 1
    place &+= 1
  }

  @inline(__always)
  private mutating func skipSpace() {
    while bytes[place] <= 0x20 {
      switch bytes[place] {
      case 0x20, 0x0A, 0x0D, 0x09: place &+= 1
      default: return
      }
    }
  }

  private mutating func scanWord(_ word: StaticString, _ kind: JSONTape.Kind) -> Bool {
    let start = place
    for index in 0..<word.utf8CodeUnitCount {
      guard bytes[place] == word.utf8Start[index] else { return fail(expected: "\"\(word)\"") }
      place &+= 1
    }
    add(kind, start, 0)
    return true
  }
}

extension TapeScanner {
  private mutating func scanNumber() -> Bool {
    let start = place
    let isNegative = bytes[place] == UInt8(ascii: "-")
    if isNegative { place &+= 1 }
    let digits = place
    var value: UInt64 = 0
    while bytes[place] &- UInt8(ascii: "0") < 10 {
      value = value &* 10 &+ UInt64(bytes[place] &- UInt8(ascii: "0"))
      place &+= 1
    }
    let count = place &- digits
    if count == 0 { return failInNumber() }
    if count > 1, bytes[digits] == UInt8(ascii: "0") { return fail(.badNumber, at: digits + 1) }
    switch bytes[place] {
    case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
      return scanFractionAndExponent(from: start)
    case UInt8(ascii: "+"), UInt8(ascii: "-"):
      return fail(.badNumber)
    default:
      // -0 is a number of its own for a Double.
      if count <= 18, !isNegative || value != 0 {
        let integer = isNegative ? 0 &- Int64(bitPattern: value) : Int64(bitPattern: value)
        add(.integer, start, UInt64(bitPattern: integer))
      } else {
        add(.number, start, UInt64(truncatingIfNeeded: place &- start))
      }
      return true
    }
  }

  private mutating func scanFractionAndExponent(from start: Int) -> Bool {
    if bytes[place] == UInt8(ascii: ".") {
      place &+= 1
      guard skipDigits() else { return failInNumber() }
    }
    if bytes[place] | 0x20 == UInt8(ascii: "e") {
      place &+= 1
      if bytes[place] == UInt8(ascii: "+") || bytes[place] == UInt8(ascii: "-") { place &+= 1 }
      guard skipDigits() else { return failInNumber() }
    }
    switch bytes[place] {
    case UInt8(ascii: "."), UInt8(ascii: "+"), UInt8(ascii: "-"): return fail(.badNumber)
    default:
      add(.number, start, UInt64(truncatingIfNeeded: place &- start))
      return true
    }
  }

  private mutating func skipDigits() -> Bool {
    let start = place
    while bytes[place] &- UInt8(ascii: "0") < 10 { place &+= 1 }
    return place > start
  }

  private mutating func failInNumber() -> Bool {
    fail(place == byteCount ? .unexpectedEnd : .badNumber)
  }
}

extension TapeScanner {
  /// Reads a string, eight bytes at a time where they are plain ASCII.
  @inline(__always)
  private mutating func scanString() -> Bool {
    let start = place &+ 1
    let end = plainEnd(from: start)
    guard bytes[end] == UInt8(ascii: "\"") else { return scanString(from: start, goingOnAt: end) }
    place = end &+ 1
    add(.string, start, UInt64(truncatingIfNeeded: end &- start))
    return true
  }

  /// The place of the next byte of a string that is not plain ASCII.
  @inline(__always)
  private func plainEnd(from start: Int) -> Int {
    let raw = UnsafeRawPointer(bytes)
    var end = start
    while true {
      let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: end, as: UInt64.self))
      let stops = word.bytesToEscape | (word & 0x8080_8080_8080_8080)
      if stops != 0 { return end &+ stops.trailingZeroBitCount &>> 3 }
      end &+= 8
    }
  }

  /// Reads the rest of a string that is not all plain ASCII.
  @inline(never)
  private mutating func scanString(from start: Int, goingOnAt end: Int) -> Bool {
    var kind = JSONTape.Kind.string
    place = end
    while true {
      switch bytes[place] {
      case UInt8(ascii: "\""):
        add(kind, start, UInt64(truncatingIfNeeded: place &- start))
        place &+= 1
        return true
      case UInt8(ascii: "\\"):
        kind = .escapedString
        guard skipEscape() else { return false }
      case 0x80...:
        let document = UnsafeRawBufferPointer(start: bytes, count: byteCount)
        guard let length = UTF8.wellFormedLength(in: document, at: place) else {
          return fail(.invalidUTF8)
        }
        place &+= length
      default:
        return fail(place < byteCount ? .controlCharacter(bytes[place]) : .unexpectedEnd)
      }
      place = plainEnd(from: place)
    }
  }

  private mutating func skipEscape() -> Bool {
    place &+= 1
    switch bytes[place] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      place &+= 1
      return true
    case UInt8(ascii: "u"):
      return skipCodeUnits()
    default:
      return fail(place < byteCount ? .badEscape : .unexpectedEnd)
    }
  }

  /// Skips `uXXXX`, and `\uXXXX` after the first half of a surrogate pair.
  private mutating func skipCodeUnits() -> Bool {
    let start = place
    guard let first = hexDigits() else { return false }
    guard (0xD800..<0xE000).contains(first) else { return true }
    guard first < 0xDC00, bytes[place] == UInt8(ascii: "\\"),
      bytes[place &+ 1] == UInt8(ascii: "u")
    else { return fail(.loneSurrogate, at: start) }
    place &+= 1
    guard let second = hexDigits() else { return false }
    return (0xDC00..<0xE000).contains(second) || fail(.loneSurrogate, at: start)
  }

  private mutating func hexDigits() -> UInt32? {
    place &+= 1
    var value: UInt32 = 0
    for _ in 0..<4 {
      switch bytes[place] {
      case 0x30...0x39: value = value << 4 | UInt32(bytes[place] & 15)
      case 0x41...0x46, 0x61...0x66: value = value << 4 | UInt32((bytes[place] & 15) + 9)
      default:
        _ = fail(place < byteCount ? .badEscape : .unexpectedEnd)
        return nil
      }
      place &+= 1
    }
    return value
  }
}
