import RewindJSON

/// A line of a log under construction: it grows at its end, and at its beginning by what is known last.
///
/// ```
///   │      room      ◀─┤ {"index":7,…,"action":{  "type":"Add","payload":{…}  ├─▶   room    │
///                        put before it              written first
/// ```
///
/// An action's number and time are those at which its line is written, while its payload is encoded
/// before, by the app's own code. With room on both sides nothing is copied in between. The line
/// has its own memory, like an encoder: an array would check its capacity and its owners at each of
/// a dozen pieces, which takes longer than copying them.
package struct LineBuffer: ~Copyable {
  /// The bytes of the line are those from `start` on.
  private var buffer: Buffer
  private var start = frontRoom
  /// The output that values are encoded with, which has lent its memory to the line; nil if the memory is its own.
  private let output: JSONWriter?

  /// Room for two numbers and their names.
  private static var frontRoom: Int { 112 }

  /// As much as the lines of most actions take, and what malloc(3) has ready.
  private static var usualCapacity: Int { 1024 }

  package init() {
    self.init(capacity: Self.usualCapacity)
  }

  private init(capacity: Int) {
    buffer = Buffer(capacity: capacity)
    buffer.count = Self.frontRoom
    output = nil
  }

  private init(_ output: JSONWriter) {
    buffer = output.lendBuffer()
    buffer.count = Self.frontRoom
    self.output = output
  }

  /// Makes a line that values will be encoded in: the memory is that of an encoder, so that none is allocated.
  package static func forEncoding() -> LineBuffer { LineBuffer(JSONWriter.take()) }

  /// Makes a line that begins with text and a number; there is room for `room` more bytes, and a little.
  package init(_ opening: StaticString, _ number: Int, room: Int = 0) {
    self.init(capacity: max(Self.usualCapacity, room + Self.usualCapacity / 2))
    append(opening)
    append(digits: number)
  }

  package init(_ bytes: [UInt8]) {
    self.init()
    append(bytes)
  }

  package init(_ text: String) {
    self.init(Array(text.utf8))
  }

  deinit {
    if let output {
      output.takeBack(buffer)
      output.giveBack()
    } else {
      buffer.deallocate()
    }
  }

  /// The number of bytes in the line.
  package var count: Int { buffer.count - start }

  /// The bytes of the line, valid until it is written to.
  package var contents: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: buffer.bytes + start, count: count)
  }

  /// Removes bytes from the end, down to `count`.
  package mutating func truncate(to count: Int) {
    buffer.count = start + count
  }

  /// Removes all bytes, and keeps the memory of a line that is not unusually long.
  package mutating func removeAll() {
    if buffer.capacity > Self.keptCapacity {
      buffer.deallocate()
      buffer = Buffer(capacity: Self.usualCapacity)
    }
    start = Self.frontRoom
    buffer.count = Self.frontRoom
  }

  /// The size in bytes above which copying a line takes so long that its memory may as well be allocated.
  private static var keptCapacity: Int { 1 << 16 }

  // MARK: - At the end

  @inline(__always)
  package mutating func append(_ bytes: UnsafeRawBufferPointer) {
    buffer.append(bytes)
  }

  package mutating func append(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { buffer.append($0) }
  }

  package mutating func append(_ text: StaticString) {
    buffer.append(text)
  }

  package mutating func append(_ byte: UInt8) {
    if buffer.capacity == buffer.count { buffer.grow(by: 1) }
    buffer.bytes[buffer.count] = byte
    buffer.count += 1
  }

  /// Appends up to eight bytes; the first is the lowest of the word.
  package mutating func append(word: UInt64, _ length: Int) {
    if buffer.capacity - buffer.count < 8 { buffer.grow(by: 8) }
    UnsafeMutableRawPointer(buffer.bytes + buffer.count).storeBytes(
      of: word.littleEndian,
      as: UInt64.self
    )
    buffer.count += length
  }

  /// Appends the digits of a non-negative number.
  package mutating func append(digits number: Int) {
    buffer.append(digits: UInt64(number.magnitude))
  }

  /// Passes the memory to `body`, to append to it.
  @inline(__always)
  mutating func appending<Result>(_ body: (inout Buffer) -> Result) -> Result { body(&buffer) }

  /// Appends a value's JSON by its `encode(to:)`, as ``ValueWriter`` does.
  package mutating func append<Value: Encodable>(json value: Value) {
    encode { output in output.write(value: value) { .none } }
  }

  /// Appends the output of `write`.
  @inline(__always)
  mutating func encode(_ write: (JSONWriter) -> Void) {
    let output = self.output ?? JSONWriter.take()
    output.state.pointee.stackStart = JSONWriter.stackPosition
    swap(&output.state.pointee.buffer, &buffer)
    write(output)
    swap(&output.state.pointee.buffer, &buffer)
    if self.output == nil { output.giveBack() } else { output.endUse() }
  }

  // MARK: - At the beginning

  package mutating func prepend(_ bytes: UnsafeRawBufferPointer) {
    if start < bytes.count { makeFrontRoom(bytes.count) }
    guard let source = bytes.baseAddress else { return }
    start -= bytes.count
    UnsafeMutableRawPointer(buffer.bytes + start).copyMemory(
      from: source,
      byteCount: bytes.count
    )
  }

  package mutating func prepend(_ text: StaticString) {
    prepend(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Prepends the digits of a non-negative number, padded with zeros to `width`, at most 20.
  package mutating func prepend(digits number: Int, width: Int = 1) {
    if start < UInt64.mostDigits { makeFrontRoom(UInt64.mostDigits) }
    start -= UInt64(number.magnitude).storeDigits(before: buffer.bytes + start, width: width)
  }

  private mutating func makeFrontRoom(_ more: Int) {
    let distance = more + Self.frontRoom
    if buffer.capacity - buffer.count < distance { buffer.grow(by: distance) }
    (buffer.bytes + start + distance).update(from: buffer.bytes + start, count: count)
    start += distance
    buffer.count += distance
  }
}
