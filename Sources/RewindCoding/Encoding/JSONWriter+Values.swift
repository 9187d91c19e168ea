import RewindJSON

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension JSONWriter {
  /// Writes a value, or a placeholder; `step` leads to it from the innermost frame.
  @inline(__always)
  func write<Value: Encodable>(value: Value, step: () -> PathStep) {
    let form = form(of: Value.self)
    if case .scalar(let write) = form {
      withUnsafePointer(to: value) { write($0, self) }
    } else {
      write(entering: value, form, step())
    }
  }

  /// Returns the form in which values of a type are written.
  @inline(__always)
  func form(of type: Any.Type) -> WritingForm {
    state.pointee.forms.entry(of: type) { WritingForm(type) }
  }

  /// Writes a value by its `encode(to:)`.
  @inline(never)
  func write<Value: Encodable>(
    entering value: Value,
    _ form: WritingForm,
    _ step: PathStep
  ) {
    guard mayEnter else { return mark(.tooDeep) }
    switch form {
    case .object:
      let object = ObjectIdentifier(value as AnyObject)
      guard begin(object) else { return mark(.cycle) }
      runEncode(value, step, .none)
      state.pointee.objects.removeLast()
    case .list(let type): write(list: value, as: type, step)
    case .sorted(let sorting): runEncode(value, step, sorting)
    case .reflected: withUnsafePointer(to: value) { write($0, shape(reflecting: Value.self)) }
    case .scalar, .custom: runEncode(value, step, .none)
    }
  }

  private func write<Value, List: WritableList>(
    list: Value,
    as type: List.Type,
    _ step: PathStep
  ) {
    guard openOrMark(.array, step) != Self.deadID else { return }
    unsafeBitCast(list, to: type).writeElements(to: self)
    pop()
  }

  /// Notes that an object is being written; returns false if it already is, or was too often.
  func begin(_ object: ObjectIdentifier) -> Bool {
    guard !state.pointee.objects.contains(object) else {
      if state.pointee.repetitions[object] == nil { state.pointee.repetitions[object] = 0 }
      return false
    }
    if !state.pointee.repetitions.isEmpty, let count = state.pointee.repetitions[object] {
      guard count < Self.repetitionLimit || !isWithinRepeated else {
        state.pointee.isAbridged = true
        return false
      }
      state.pointee.repetitions[object] = count + 1
    }
    state.pointee.objects.append(object)
    return true
  }

  /// True if two of the objects that are being written refer to themselves, over others.
  private var isWithinRepeated: Bool {
    state.pointee.objects.lazy.filter { state.pointee.repetitions[$0] != nil }.dropFirst().first
      != nil
  }

  /// True if there is room for another value, in the frames and on the stack.
  @_transparent
  var mayEnter: Bool {
    let used = Int(bitPattern: state.pointee.stackStart &- Self.stackPosition)
    guard state.pointee.tooDeep < Self.tooDeepLimit || top.pointee.nesting < Self.shallowLimit
    else {
      return false
    }
    guard hasRoom, used < Self.stackLimit else {
      state.pointee.isAbridged = true
      return false
    }
    return !isBeyondLimit
  }

  /// True if nothing more need be written.
  @_transparent
  var isBeyondLimit: Bool {
    if count < state.pointee.limit { return false }
    state.pointee.isCut = true
    return true
  }

  /// The number of elements used to estimate the length of a list's text.
  static var sampleCount: Int { 32 }

  /// Gives up an output that is limited in size, if a list of `count` elements makes it half as long again, to judge
  /// by the first ones, which have been written from `start` on.
  func giveUpEarly(_ start: Int, _ count: Int) {
    let (end, limit) = (state.pointee.end, state.pointee.limit)
    guard end == limit, end < .max else { return }
    if (self.count - start) / Self.sampleCount * count > end / 2 * 3 {
      (state.pointee.end, state.pointee.limit) = (-1, -1)
    }
  }

  /// An address in the running function's stack frame.
  @inline(__always)
  package static var stackPosition: UInt {
    var here: UInt8 = 0
    return withUnsafeMutablePointer(to: &here) { UInt(bitPattern: $0) }
  }

  @inline(__always)
  private func runEncode<Value: Encodable>(_ value: Value, _ step: PathStep, _ sorting: Sorting) {
    let outerFrame = state.pointee.frame
    let closedBefore = state.pointee.closedCount
    let looseBefore = state.pointee.looseKeys.count
    let slot = push(.slot, step, sorting: sorting)
    let level = top
    state.pointee.frame = level
    do {
      if let objects = state.pointee.written {
        try objects.withoutTracking {
          try value.encode(to: WritingEncoder(output: self, slot: slot))
        }
      } else {
        try value.encode(to: WritingEncoder(output: self, slot: slot))
      }
      if state.pointee.closedCount > closedBefore {
        endInterleaved(at: level, closedBefore)
      } else {
        while state.pointee.innermost >= level { pop() }
      }
    } catch {
      abandon(at: level, closedBefore, error)
    }
    if state.pointee.looseKeys.count > looseBefore {
      state.pointee.looseKeys.removeLast(state.pointee.looseKeys.count - looseBefore)
    }
    state.pointee.frame = outerFrame
  }

  /// Replaces a value whose `encode(to:)` threw by a placeholder.
  private func abandon(
    at slot: UnsafeMutablePointer<ContainerFrame>,
    _ closedBefore: Int,
    _ error: any Error
  ) {
    takeBack(slot)
    state.pointee.innermost = slot - 1
    topID = top.pointee.id
    forgetClosed(from: closedBefore)
    mark(.error(Placeholder.reason(error)))
  }
}

/// Numbers and words, in the forms that ``JSONNumber`` and ``JSONValue`` read.
extension JSONWriter {
  func write(_ value: Bool) {
    if value {
      put(word: 0x6575_7274, 4)
    } else {
      put(word: 0x65_736C_6166, 5)
    }
  }

  func writeNull() {
    put(word: 0x6C6C_756E, 4)
  }

  /// Appends up to eight bytes; the first is the lowest of the word.
  @_transparent
  func put(word: UInt64, _ length: Int) {
    reserve(8)
    UnsafeMutableRawPointer(end).storeBytes(of: word.littleEndian, as: UInt64.self)
    advance(length)
  }

  func write<Integer: FixedWidthInteger>(integer value: Integer) {
    guard Integer.bitWidth <= 64 else { return put(plain: value.description) }
    if value < 0 { put(UInt8(ascii: "-")) }
    put(digits: UInt64(truncatingIfNeeded: value.magnitude))
  }

  func put(digits number: UInt64) { state.pointee.buffer.append(digits: number) }

  /// Writes the shortest decimal that reads back as `value`, without `.0`.
  ///
  /// NaN and the infinities are written as ``JSONValue``'s strings for them.
  func write(_ value: Double) {
    guard value.isFinite else { return writeNonFinite(isNaN: value.isNaN, sign: value.sign) }
    put(number: value.description)
  }

  /// Writes the shortest decimal that reads back as `value` when read as a `Float`.
  func write(_ value: Float) {
    guard value.isFinite else { return writeNonFinite(isNaN: value.isNaN, sign: value.sign) }
    put(number: value.description)
  }

  private func put(number text: String) {
    put(plain: text)
    guard count >= 2, end[-1] == UInt8(ascii: "0"), end[-2] == UInt8(ascii: ".") else { return }
    truncate(to: count - 2)
  }

  private func writeNonFinite(isNaN: Bool, sign: FloatingPointSign) {
    if isNaN {
      put(#""NaN""#)
    } else {
      put(sign == .plus ? #""Infinity""# : #""-Infinity""#)
    }
  }
}

extension JSONWriter {
  /// Writes a JSON string: only `"`, `\` and control characters are escaped.
  func write(_ string: String) {
    let length = string.utf8.count
    reserve(length + 2)
    let target = UnsafeMutableRawPointer(end)
    // Nothing is called in the closure, so the string need not be retained for it.
    let copied = string.utf8.withContiguousStorageIfAvailable { $0.copyPlain(to: target + 1) }
    guard copied == length else { return writeEscaped(string) }
    target.storeBytes(of: UInt8(ascii: "\""), as: UInt8.self)
    target.storeBytes(of: UInt8(ascii: "\""), toByteOffset: length &+ 1, as: UInt8.self)
    advance(length &+ 2)
  }

  /// Writes a JSON string whose contents are known to need no escapes.
  func write(plain text: String) {
    put(UInt8(ascii: "\""))
    put(plain: text)
    put(UInt8(ascii: "\""))
  }

  @inline(never)
  private func writeEscaped(_ string: String) {
    put(UInt8(ascii: "\""))
    let done: Void? = string.utf8.withContiguousStorageIfAvailable { putEscaped($0) }
    if done == nil { Array(string.utf8).withUnsafeBufferPointer { putEscaped($0) } }
    put(UInt8(ascii: "\""))
  }

  private func putEscaped(_ utf8: UnsafeBufferPointer<UInt8>) {
    var rest = utf8
    while !rest.isEmpty {
      reserve(rest.count)
      let plain = rest.copyPlain(to: UnsafeMutableRawPointer(end))
      advance(plain)
      guard plain < rest.count else { return }
      putEscape(of: rest[plain])
      rest = UnsafeBufferPointer(rebasing: rest[(plain + 1)...])
    }
  }

  private func putEscape(of byte: UInt8) {
    if let letter = byte.shortEscape {
      put(UInt8(ascii: "\\"))
      put(letter)
    } else {
      put(#"\u00"#)
      put(byte >> 4 &+ UInt8(ascii: "0"))
      let low = byte & 15
      put(low < 10 ? low &+ UInt8(ascii: "0") : low &- 10 &+ UInt8(ascii: "a"))
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Copies bytes that need no escapes, up to the first that does; there must be room for all bytes.
  ///
  /// - Returns: The number of bytes before that one. After them, the target may be written to as well.
  @inline(__always)
  func copyPlain(to target: UnsafeMutableRawPointer) -> Int {
    guard let start = baseAddress else { return 0 }
    let source = UnsafeRawPointer(start)
    var done = 0
    while done &+ 8 <= count {
      let word = source.loadUnaligned(fromByteOffset: done, as: UInt64.self)
      target.storeBytes(of: word, toByteOffset: done, as: UInt64.self)
      let found = UInt64(littleEndian: word).bytesToEscape
      if found != 0 { return done &+ found.trailingZeroBitCount / 8 }
      done &+= 8
    }
    while done < count {
      let byte = source.load(fromByteOffset: done, as: UInt8.self)
      if byte.isEscaped { return done }
      target.storeBytes(of: byte, toByteOffset: done, as: UInt8.self)
      done &+= 1
    }
    return done
  }
}

extension UInt8 {
  /// True if JSON requires an escape for this byte in a string.
  @_transparent
  var isEscaped: Bool { self < 0x20 || self == 0x22 || self == 0x5C }
}

extension JSONWriter {
  /// The number of written bytes.
  @_transparent
  var count: Int { state.pointee.buffer.count }

  @_transparent
  func reserve(_ count: Int) {
    if state.pointee.buffer.capacity &- state.pointee.buffer.count < count {
      state.pointee.buffer.grow(by: count)
    }
  }

  /// The address of the next byte; room for it must be reserved.
  @_transparent
  var end: UnsafeMutablePointer<UInt8> {
    state.pointee.buffer.bytes + state.pointee.buffer.count
  }

  /// Counts `count` bytes that were stored at ``end`` as written.
  @_transparent
  func advance(_ count: Int) {
    state.pointee.buffer.count &+= count
  }

  @_transparent
  func put(_ byte: UInt8) {
    reserve(1)
    end.pointee = byte
    advance(1)
  }

  func put(_ text: StaticString) {
    state.pointee.buffer.append(
      UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    )
  }

  /// Appends text that is known to need no escapes.
  func put(plain text: String) {
    let done: Void? = text.utf8.withContiguousStorageIfAvailable {
      state.pointee.buffer.append(UnsafeRawBufferPointer($0))
    }
    if done == nil {
      for byte in text.utf8 { put(byte) }
    }
  }

  /// Discards everything from `count` on.
  func truncate(to count: Int) {
    state.pointee.buffer.count = count
  }

  /// Appends the comma that separates an element or member from the one before it.
  @_transparent
  func separate() {
    reserve(1)
    let last = state.pointee.buffer.bytes[state.pointee.buffer.count &- 1]
    if last != UInt8(ascii: "["), last != UInt8(ascii: "{") {
      end.pointee = UInt8(ascii: ",")
      advance(1)
    }
  }
}

extension JSONWriter {
  /// Writes a date in ISO 8601 (``DateText``), or as seconds since 2001 if that has no form for it.
  func write(_ date: Date) {
    let seconds = date.timeIntervalSinceReferenceDate
    if let text = DateText(secondsSince2001: seconds) {
      text.write(to: self)
    } else {
      write(seconds)
    }
  }

  /// Writes the bytes in base64.
  func write(_ data: Data) {
    write(plain: data.base64EncodedString())
  }

  func write(_ url: URL) {
    write(url.absoluteString)
  }

  /// Writes 8-4-4-4-12 hexadecimal digits, in uppercase as `uuidString` does.
  func write(_ uuid: UUID) {
    reserve(38)
    put(UInt8(ascii: "\""))
    withUnsafeBytes(of: uuid.uuid) { bytes in
      for index in 0..<16 {
        if index == 4 || index == 6 || index == 8 || index == 10 { put(UInt8(ascii: "-")) }
        put(hexDigit: bytes[index] >> 4)
        put(hexDigit: bytes[index] & 15)
      }
    }
    put(UInt8(ascii: "\""))
  }

  @_transparent
  private func put(hexDigit digit: UInt8) {
    put(digit < 10 ? digit &+ UInt8(ascii: "0") : digit &- 10 &+ UInt8(ascii: "A"))
  }

  /// Writes a decimal as a number with its exact digits.
  func write(_ decimal: Decimal) {
    if decimal.isNaN {
      put(#""NaN""#)
    } else {
      put(plain: decimal.description)
    }
  }
}

extension JSONWriter {
  /// Appends the comma, the key and the colon of the next member of the innermost object.
  @_transparent
  func put<Key: CodingKey>(key: Key, _ table: UnsafeMutablePointer<KeyTable>) {
    if table.pointee.isIndexed {
      let byte = KeyTable.byte(of: key)
      put(entry: KeyTable.entry(table, key, byte), byte)
    } else {
      put(looseKey: key.stringValue)
    }
  }

  private func put(entry: UnsafeMutablePointer<KeyEntry>, _ byte: Int) {
    top.pointee.note(key: byte)
    guard let bytes = entry.pointee.bytes else { return }
    reserve(entry.pointee.count + KeyEntry.quickCount)
    // The first member has no comma before it.
    if end[-1] == UInt8(ascii: "{") {
      put(bytes + 1, entry.pointee.count &- 1)
    } else {
      put(bytes, entry.pointee.count)
    }
  }

  /// Appends the bytes of a key; ``KeyEntry/quickCount`` of them must be readable.
  @_transparent
  private func put(_ bytes: UnsafeMutablePointer<UInt8>, _ length: Int) {
    if length <= KeyEntry.quickCount {
      UnsafeMutableRawPointer(end).copyMemory(from: bytes, byteCount: KeyEntry.quickCount)
    } else {
      UnsafeMutableRawPointer(end).copyMemory(from: bytes, byteCount: length)
    }
    advance(length)
  }

  /// Appends a key that is not in a table.
  func put(looseKey key: String) {
    separate()
    if end[-1] != UInt8(ascii: "{") { top.pointee.mayRepeatKeys = true }
    write(key)
    put(UInt8(ascii: ":"))
  }

  /// Returns the step to the member whose key was just appended, with its comma, at `start`.
  @inline(__always)
  func step<Key: CodingKey>(
    to key: Key,
    _ table: UnsafeMutablePointer<KeyTable>,
    from start: Int
  ) -> PathStep {
    if table.pointee.isIndexed {
      return .entry(KeyTable.entry(table, key, KeyTable.byte(of: key)))
    }
    return looseStep(to: key, isDictionary: table.pointee.isDictionary, from: start)
  }

  @inline(never)
  func looseStep<Key: CodingKey>(
    to key: Key,
    isDictionary: Bool,
    from start: Int
  ) -> PathStep {
    if isDictionary, state.pointee.home == 0 { return .written(start) }
    state.pointee.looseKeys.append(key)
    return .loose(state.pointee.looseKeys.count - 1)
  }
}

extension JSONWriter {
  /// Returns the keys from the document's root to the frame.
  func codingPath(of id: Int) -> [any CodingKey] {
    guard isInUse(id) else { return [] }
    var path: [any CodingKey] = []
    var id = id
    while id > 0, let level = level(id) {
      switch level.step {
      case .none: break
      case .element(let index): path.append(PathKey(index: index))
      case .entry(let entry): path.append(entry.pointee.key)
      case .loose(let number): path.append(state.pointee.looseKeys[number])
      case .written(let start): path.append(writtenKey(at: start))
      }
      id = level.parent
    }
    return path.reversed()
  }

  /// Returns the key of a dictionary, read from the output's own bytes; keys of digits are integers.
  private func writtenKey(at start: Int) -> PathKey {
    let bytes = (state.pointee.interrupted.first?.buffer ?? state.pointee.buffer).bytes
    let opening = bytes[start] == UInt8(ascii: ",") ? start + 1 : start
    let written = TrustedJSON(bytes: bytes)
    let text = written.string(from: opening, to: written.end(ofString: opening))
    return PathKey(stringValue: text, intValue: Int(text))
  }

  private func level(_ id: Int) -> ContainerFrame? {
    if let open = find(id) { return open.pointee }
    return state.pointee.closed.last { $0.level.id == id }?.level
  }
}
