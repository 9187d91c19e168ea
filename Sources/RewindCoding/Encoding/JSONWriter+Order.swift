/// The sorting of a frame's contents: it makes them the same in every process.
enum Sorting: UInt8 {
  case none
  /// A set: elements by their bytes.
  case elements
  /// A dictionary: members by their keys' code points; if it is written as an array of keys and
  /// values in turn, pairs by their keys' bytes.
  case members
}

extension JSONWriter {
  /// Sorts the contents of the innermost frame, and keeps only the last of members with the same key.
  func sortAndDeduplicate(_ level: UnsafeMutablePointer<ContainerFrame>) {
    let start = level.pointee.start
    putEndMark()
    let written = TrustedJSON(bytes: state.pointee.buffer.bytes)
    let isObject = level.pointee.kind == .object
    let parts = written.parts(
      from: start,
      to: count,
      areMembers: isObject,
      elements: level.pointee.sorting == .members ? 2 : 1
    )
    guard parts.count > 1 else { return }
    if isObject {
      let isSorted = level.pointee.sorting == .members
      arrange(written.withoutRepeatedKeys(parts, sorted: isSorted), parts.count, from: start)
    } else {
      let sorted = parts.sorted {
        if $0.prefix != $1.prefix { return $0.prefix < $1.prefix }
        let order = written.order($0.start..<$0.keyEnd, $1.start..<$1.keyEnd)
        return (order != 0 ? order : written.order($0.start..<$0.end, $1.start..<$1.end)) < 0
      }
      arrange(sorted, parts.count, from: start)
    }
  }

  /// Stores a byte after the last that does not continue a number.
  private func putEndMark() {
    put(0)
    truncate(to: count - 1)
  }

  /// Rewrites the parts from `start` on, in the given order.
  private func arrange(_ parts: [TrustedJSON.Part], _ countBefore: Int, from start: Int) {
    let isInPlace =
      parts.count == countBefore && zip(parts, parts.dropFirst()).allSatisfy { $0.start < $1.start }
    if isInPlace { return }
    let contents = state.pointee.buffer.contents
    var copy = Buffer(capacity: max(1, count - start))
    for part in parts {
      if copy.count > 0 {
        copy.bytes[copy.count] = UInt8(ascii: ",")
        copy.count += 1
      }
      copy.append(UnsafeRawBufferPointer(rebasing: contents[part.start..<part.end]))
    }
    truncate(to: start)
    state.pointee.buffer.append(copy.contents)
    copy.deallocate()
  }

  /// Keeps only the last of members with the same key, in every object from `start` on.
  func tidyAll(from start: Int) {
    putEndMark()
    var copy = Buffer(capacity: max(1, count - start))
    let written = TrustedJSON(bytes: state.pointee.buffer.bytes)
    written.copyWithoutRepeatedKeys(start..<count, to: &copy)
    truncate(to: start)
    state.pointee.buffer.append(copy.contents)
    copy.deallocate()
  }
}

extension TrustedJSON {
  /// Returns the members without those whose key occurs again later.
  ///
  /// They are in the order of their keys, or in the given one.
  func withoutRepeatedKeys(_ members: [Part], sorted: Bool) -> [Part] {
    let byKey: [Part]
    if members.contains(where: { hasEscapes($0.start..<$0.keyEnd) }) {
      byKey = members.sorted {
        let order = orderOfEscapedKeys($0, $1)
        return order != 0 ? order < 0 : orderOfRepeated($0, $1, sorted: sorted) < 0
      }
    } else {
      byKey = members.sorted {
        if $0.prefix != $1.prefix { return $0.prefix < $1.prefix }
        let order = orderOfKeys($0, $1)
        return order != 0 ? order < 0 : orderOfRepeated($0, $1, sorted: sorted) < 0
      }
    }
    var unique: [Part] = []
    for member in byKey {
      if let last = unique.last, hasSameKey(last, member) { unique.removeLast() }
      unique.append(member)
    }
    if sorted { return unique }
    return unique.count == members.count ? members : unique.sorted { $0.start < $1.start }
  }

  /// Returns the order of members with the same key.
  ///
  /// In a dictionary (of keys with the same text) their own order is not stable.
  private func orderOfRepeated(_ a: Part, _ b: Part, sorted: Bool) -> Int {
    sorted ? order(a.start..<a.end, b.start..<b.end) : a.start - b.start
  }

  private func hasSameKey(_ a: Part, _ b: Part) -> Bool {
    a.prefix == b.prefix && order(a.start..<a.keyEnd, b.start..<b.keyEnd) == 0
  }

  /// Appends the value in `range` to `copy`.
  fileprivate func copyWithoutRepeatedKeys(_ range: Range<Int>, to copy: inout Buffer) {
    let opening = bytes[range.lowerBound]
    guard opening == UInt8(ascii: "{") || opening == UInt8(ascii: "["), range.count > 2 else {
      copy.append(UnsafeRawBufferPointer(start: bytes + range.lowerBound, count: range.count))
      return
    }
    let isObject = opening == UInt8(ascii: "{")
    var members = parts(from: range.lowerBound + 1, to: range.upperBound - 1, areMembers: isObject)
    if isObject { members = withoutRepeatedKeys(members, sorted: false) }
    var before = opening
    for member in members {
      withUnsafeBytes(of: before) { copy.append($0) }
      before = UInt8(ascii: ",")
      let valueStart = isObject ? member.keyEnd + 1 : member.start
      copy.append(
        UnsafeRawBufferPointer(start: bytes + member.start, count: valueStart - member.start)
      )
      copyWithoutRepeatedKeys(valueStart..<member.end, to: &copy)
    }
    withUnsafeBytes(of: bytes[range.upperBound - 1]) { copy.append($0) }
  }
}
