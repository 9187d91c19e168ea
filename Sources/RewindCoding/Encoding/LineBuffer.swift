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
  }

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

  deinit { buffer.deallocate() }

  /// The number of bytes in the line.
  package var count: Int { buffer.count - start }

  /// The bytes of the line, valid until it is written to.
  package var contents: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: buffer.contents[start...])
  }

  /// Removes bytes from the end, down to `count`.
  package mutating func truncate(to count: Int) {
    buffer.count = start + count
  }

  // MARK: - At the end

  @inline(__always)
  package mutating func append(_ bytes: UnsafeRawBufferPointer) {
    buffer.append(bytes)
  }

  package mutating func append(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { buffer.append($0) }
  }

  package mutating func append(_ text: StaticString) {
    buffer.append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  package mutating func append(_ byte: UInt8) {
    withUnsafeBytes(of: byte) { buffer.append($0) }
  }

  /// Appends the digits of a non-negative number.
  package mutating func append(digits number: Int) {
    number.withDigits { buffer.append($0) }
  }

  /// Appends a value's JSON by its `encode(to:)`, as ``JSONEncoding/write(_:to:)`` does.
  package mutating func append<Value: Encodable>(json value: Value) {
    JSONWriter.run(writingTo: &buffer) { output in
      output.write(value: value) { .none }
    }
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
    number.withDigits(width: width) { prepend($0) }
  }

  private mutating func makeFrontRoom(_ more: Int) {
    let distance = more + Self.frontRoom
    if buffer.capacity - buffer.count < distance { buffer.grow(by: distance) }
    (buffer.bytes + start + distance).update(from: buffer.bytes + start, count: count)
    start += distance
    buffer.count += distance
  }
}
