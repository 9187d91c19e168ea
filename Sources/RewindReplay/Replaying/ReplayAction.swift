package import RewindJSON
package import RewindSession

/// A recorded action, read as far as every replay needs it; what it carries stays text until it is
/// decoded.
///
/// A session has a hundred thousand of them. Values that are made of their lines only to be written
/// out again, for a decoder to read, would take longer than decoding does.
package struct ReplayAction {
  /// Its place in reduction order, from 1.
  package let index: Int
  package let type: String
  private let bytes: [UInt8]
  /// Where the parts stand in the bytes; empty for what is not there.
  private let parts: Parts

  private struct Parts {
    var time = 0..<0
    var action = 0..<0
    var type = 0..<0
    var payload = 0..<0
  }

  /// Seconds since the session started.
  package var time: Double? {
    Double(String(decoding: bytes[parts.time], as: UTF8.self)).flatMap { $0.isFinite ? $0 : nil }
  }

  /// `{"type":…,"payload":…}` as it was recorded.
  var text: ArraySlice<UInt8> { bytes[parts.action] }

  /// The type as the JSON string that was recorded.
  var typeText: ArraySlice<UInt8> { bytes[parts.type] }

  /// The whole action as a value.
  package func value() throws(JSONError) -> JSONValue {
    try JSONValue(parsing: Array(text))
  }

  /// Gives the payload's text to `body`; `null` where there is none.
  func withPayload<Result>(
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    guard !parts.payload.isEmpty else { return try Array("null".utf8).withUnsafeBytes(body) }
    return try bytes.withUnsafeBytes {
      try body(UnsafeRawBufferPointer(rebasing: $0[parts.payload]))
    }
  }
}

extension ReplayAction {
  package init(_ recorded: RecordedAction) {
    var bytes: [UInt8] = []
    func write(_ value: JSONValue?) -> Range<Int> {
      let start = bytes.count
      value?.write(to: &bytes)
      return start..<bytes.count
    }
    (index, type) = (recorded.index, recorded.type)
    parts = Parts(
      time: write(recorded.json["time"]),
      action: write(recorded.action),
      type: write(.string(recorded.type)),
      payload: write(recorded.payload)
    )
    self.bytes = bytes
  }

  /// Cuts an action line up that looks as this package's writer makes them.
  ///
  /// Nil for every other line: that one is to be parsed, which also tells what is wrong with it. What
  /// a payload is made of is only looked at by whoever decodes it.
  ///
  /// - Parameters:
  ///   - line: Where the line stands in `text`.
  ///   - text: The bytes of `whole`.
  ///   - whole: The lines of which it is one.
  package init?(line: Range<Int>, in text: UnsafeRawBufferPointer, of whole: [UInt8]) {
    var cursor = JSONCursor(text, line)
    var parts = Parts()
    guard cursor.passes(#"{"index":"#), let index = cursor.passIndex() else { return nil }
    if cursor.passes(#","time":"#) {
      guard let time = cursor.range(passing: { try? $0.number() }) else { return nil }
      parts.time = time
    }
    guard cursor.passes(#","action":"#) else { return nil }
    let start = cursor.position
    guard cursor.passes(#"{"type":"#), cursor.next == UInt8(ascii: "\"") else { return nil }
    let typeStart = cursor.position
    guard let name = try? cursor.text() else { return nil }
    parts.type = typeStart..<cursor.position
    if cursor.passes(#","payload":"#) {
      guard let payload = cursor.range(passing: { try? $0.skipValueLoosely() }) else { return nil }
      parts.payload = payload
    }
    guard cursor.passes("}") else { return nil }
    parts.action = start..<cursor.position
    guard cursor.passesRest() else { return nil }
    (self.index, self.parts, type, bytes) = (index, parts, cursor.string(name), whole)
  }
}

extension JSONCursor {
  /// Passes a text, if it stands here.
  fileprivate mutating func passes(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard position + count <= end else { return false }
    for i in 0..<count where bytes[position + i] != text.utf8Start[i] { return false }
    position += count
    return true
  }

  /// Passes an index as it is written: digits, and no zero before others.
  fileprivate mutating func passIndex() -> Int? {
    let start = position
    var index = 0
    while let byte = next, (0x30...0x39).contains(byte) {
      index = index * 10 + Int(byte - 0x30)
      position += 1
      // 10^12 is the largest that a line may have; the parser says so.
      guard position - start <= 12 else { return nil }
    }
    guard position > start, bytes[start] != 0x30 || position == start + 1 else { return nil }
    return index
  }

  /// The range of what `pass` passes; nil where it fails.
  @inline(__always)
  fileprivate mutating func range(passing pass: (inout JSONCursor) -> Void?) -> Range<Int>? {
    let start = position
    return pass(&self).map { start..<position }
  }

  /// Passes what stands behind the action in its line, none of which changes a replay.
  fileprivate mutating func passesRest() -> Bool {
    while passes(#","crc":"#) || passes(#","source":"#) || passes(#","cause":"#)
      || passes(#","overlap":"#)
    {
      guard (try? skipValueLoosely()) != nil else { return false }
    }
    return passes("}") && position == end
  }
}
