/// The change of a single number, string or literal between two texts of one object, which most actions make.
///
/// ```
///   old  {"count":41,"name":"a player"}
///   new  {"count":42,"name":"a player"}        {"op":"replace","path":"/count","value":42}
///         ══ read ══ ╧═════ equal ════
/// ```
///
/// One text is read up to the difference, without memory for what was read but the path. It finds the same as
/// ``TextChange``, which does the rest.
struct ScalarChange {
  private let old: TrustedJSON
  private let new: TrustedJSON
  private let oldCount: Int
  private let newCount: Int

  /// Wraps two texts; nil unless both are objects.
  init?(_ old: UnsafeRawBufferPointer, _ new: UnsafeRawBufferPointer) {
    guard let a = TrustedJSON(old), let b = TrustedJSON(new), a.bytes[0] == UInt8(ascii: "{"),
      b.bytes[0] == UInt8(ascii: "{")
    else { return nil }
    (self.old, self.new, oldCount, newCount) = (a, b, old.count, new.count)
  }

  /// Appends the operation to a buffer; returns false, with nothing appended, if nothing or more than one scalar
  /// differs, or it is in an array, or its path needs escapes.
  func write(to buffer: inout Buffer) -> Bool {
    let shorter = min(oldCount, newCount)
    let head = old.commonHead(with: new, limit: shorter)
    if head == shorter, oldCount == newCount { return false }
    let tail = old.commonTail(oldCount, with: new, newCount, limit: shorter - head)
    let before = buffer.count
    buffer.append(#"{"op":"replace","path":""#)
    guard let value = findValue(head: head, tail: tail, pathIn: &buffer) else {
      buffer.count = before
      return false
    }
    buffer.append(#"","value":"#)
    buffer.append(UnsafeRawBufferPointer(start: new.bytes + value.lowerBound, count: value.count))
    buffer.append("}")
    return true
  }

  /// Returns the range of the new value, after appending its path.
  private func findValue(head: Int, tail: Int, pathIn buffer: inout Buffer) -> Range<Int>? {
    // Where a name begins; first after the bracket.
    var offset = 1
    while offset < head {
      let name = offset..<old.end(ofString: offset)
      let start = name.upperBound + 1
      guard start <= head else { return nil }
      if old.bytes[start] == UInt8(ascii: "[") || new.bytes[start] == UInt8(ascii: "[") {
        let end = old.end(ofValue: start)
        guard end <= head else { return nil }
        offset = end
      } else if old.bytes[start] == UInt8(ascii: "{") {
        let end = old.end(ofValue: start)
        if end > head {
          guard new.bytes[start] == UInt8(ascii: "{"), put(name, to: &buffer) else { return nil }
          offset = start + 1
          continue
        }
        offset = end
      } else {
        let end = old.end(ofValue: start)
        if end >= head {
          return put(name, to: &buffer) ? range(start, end, tail) : nil
        }
        offset = end
      }
      guard old.bytes[offset] == UInt8(ascii: ",") else { return nil }
      offset += 1
    }
    return nil
  }

  /// Returns the range of the new value that begins where an old one does; nil if not all differences are in it.
  private func range(_ start: Int, _ end: Int, _ tail: Int) -> Range<Int>? {
    let newEnd = end + newCount - oldCount
    guard oldCount - end <= tail, newEnd > start, !new.opensContainer(start),
      new.end(ofValue: start) == newEnd
    else { return nil }
    return start..<newEnd
  }

  /// Appends a name as a token of a pointer; returns false if it needs escapes.
  private func put(_ name: Range<Int>, to buffer: inout Buffer) -> Bool {
    let token = UnsafeRawBufferPointer(
      start: old.bytes + name.lowerBound + 1,
      count: name.count - 2
    )
    for byte in token where byte == UInt8(ascii: "~") || byte == UInt8(ascii: "/") { return false }
    buffer.append("/")
    buffer.append(token)
    return true
  }
}
