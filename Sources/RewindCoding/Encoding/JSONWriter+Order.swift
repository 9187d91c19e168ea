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

/// A frame that was closed because its container's sibling was written, while its `encode(to:)` runs.
///
/// Containers may be used in any order, but bytes only grow at the end. So bytes written to a
/// closed frame go to a separate *deferred buffer*, and are inserted when the `encode(to:)`
/// returns:
/// ```
/// {"a":{"x":1},"b":2▮        c.nested(a).x = 1, c.b = 2, and now a.y = 3
///            ↖ end
///              deferred: ,"y":3
/// ```
/// Needed by an `encode(to:)` that holds two containers at a time, as one with `nestedContainer` for a
/// group of its members does: `JSONEncoder` accepts it, and without this the state would be lost.
///
/// Frames opened in a deferred buffer are closed in it, and have deferred buffers of their own.
struct DeferredContainer {
  var level: ContainerFrame
  /// The bytes that hold it: 0 for the output's own, n + 1 for deferred buffer n.
  var home: Int
  /// The offset of its closing bracket; for a slot, the offset of its value.
  var end: Int
  /// True for a slot without a value: `{}` stands for it, until there is a deferred buffer.
  var isVacant: Bool
  /// The number of its deferred buffer; -1 while nothing was added to it.
  var deferredBuffer = -1
}

/// The writing state when a deferred buffer was entered.
struct SuspendedContext {
  var buffer: Buffer
  var home: Int
  var frame: UnsafeMutablePointer<ContainerFrame>
  var innermost: UnsafeMutablePointer<ContainerFrame>
  /// The closed frame that the deferred buffer belongs to.
  var target: Int
}

extension JSONWriter {
  /// The destination of a write to a frame.
  enum WriteTarget {
    /// To the end of the output.
    case here
    /// To the end of a deferred buffer; it must be left after the write.
    case deferredBuffer
    /// Nowhere: a placeholder stands for it, or what is written is going to be discarded.
    case nowhere
  }

  /// Makes a frame the innermost one, so that it can be written to.
  ///
  /// - Throws: `EncodingError` if the frame belongs to an `encode(to:)` other than the running one.
  @_transparent
  func begin(_ id: Int) throws -> WriteTarget {
    topID == id ? isBeyondLimit ? .nowhere : .here : try enter(id)
  }

  @_transparent
  func end(_ way: WriteTarget) {
    if way == .deferredBuffer { leave() }
  }

  @inline(never)
  private func enter(_ id: Int) throws -> WriteTarget {
    if id == Self.deadID { return .nowhere }
    guard isInUse(id) else { throw Self.kept }
    if let level = find(id), level >= state.pointee.frame {
      while state.pointee.innermost > level { deferBuffer() }
      return .here
    }
    guard let target = state.pointee.closed.lastIndex(where: { $0.level.id == id }) else {
      throw Self.kept
    }
    enterBuffer(of: target)
    return .deferredBuffer
  }

  /// The error of a container that is used after its `encode(to:)`.
  static var kept: EncodingError {
    .invalidValue(
      (),
      EncodingError.Context(
        codingPath: [],
        debugDescription: "A container was used outside the encode(to:) that it was made in."
      )
    )
  }

  /// Closes the innermost frame because its sibling is written.
  private func deferBuffer() {
    let level = top.pointee
    let isSlot = level.kind == .slot
    let isVacant = isSlot && count == level.start && level.fault == .none
    suspendFrame()
    state.pointee.closed.append(
      DeferredContainer(
        level: level,
        home: state.pointee.home,
        end: isSlot ? level.start : count - 1,
        isVacant: isVacant
      )
    )
    state.pointee.closedCount += 1
  }

  /// Closes the innermost frame without moving bytes that others refer to by their offset.
  private func suspendFrame() {
    let level = top
    let home = state.pointee.home
    if let last = state.pointee.closed.last(where: { $0.home == home }),
      last.end >= level.pointee.start
    {
      state.pointee.tidiesFrame = state.pointee.tidiesFrame || level.pointee.mayRepeatKeys
      level.pointee.mayRepeatKeys = false
      level.pointee.sorting = .none
    }
    pop()
  }

  func enterBuffer(of target: Int) {
    let level = state.pointee.closed[target].level
    if state.pointee.closed[target].deferredBuffer < 0 { makeDeferredBuffer(for: target) }
    let deferredBuffer = state.pointee.closed[target].deferredBuffer
    state.pointee.interrupted.append(
      SuspendedContext(
        buffer: state.pointee.buffer,
        home: state.pointee.home,
        frame: state.pointee.frame,
        innermost: state.pointee.innermost,
        target: target
      )
    )
    state.pointee.buffer = state.pointee.deferredBuffers[deferredBuffer]
    state.pointee.home = deferredBuffer + 1
    state.pointee.innermost += 1
    state.pointee.frame = state.pointee.innermost
    top.pointee = level
    top.pointee.start = 1
    top.pointee.mayRepeatKeys = true
    topID = level.id
  }

  /// Makes a deferred buffer; it begins with the byte before its first addition.
  ///
  /// That byte shows whether a comma must separate them.
  private func makeDeferredBuffer(for target: Int) {
    let closed = state.pointee.closed[target]
    let bytes =
      closed.home == state.pointee.home
      ? state.pointee.buffer.bytes
      : bytes(of: closed.home)
    var deferredBuffer = Buffer(capacity: 64)
    deferredBuffer.bytes[0] = closed.isVacant ? UInt8(ascii: ":") : bytes[closed.end - 1]
    deferredBuffer.count = 1
    state.pointee.closed[target].deferredBuffer = state.pointee.deferredBuffers.count
    state.pointee.deferredBuffers.append(deferredBuffer)
  }

  private func bytes(of home: Int) -> UnsafeMutablePointer<UInt8> {
    if let interruption = state.pointee.interrupted.last(where: { $0.home == home }) {
      return interruption.buffer.bytes
    }
    return state.pointee.deferredBuffers[home - 1].bytes
  }

  func leave() {
    guard let interruption = state.pointee.interrupted.popLast() else { return }
    while state.pointee.innermost > interruption.innermost + 1 { deferBuffer() }
    if top.pointee.fault != .none { closeSlot(top) }
    let target = interruption.target
    state.pointee.closed[target].level.count = top.pointee.count
    state.pointee.deferredBuffers[state.pointee.closed[target].deferredBuffer] =
      state.pointee.buffer
    state.pointee.buffer = interruption.buffer
    state.pointee.home = interruption.home
    state.pointee.frame = interruption.frame
    state.pointee.innermost = interruption.innermost
    topID = top.pointee.id
    state.pointee.tidiesFrame = true
  }
}

extension JSONWriter {
  /// Closes a value's frame in which frames were closed for their siblings.
  func endInterleaved(at slot: UnsafeMutablePointer<ContainerFrame>, _ closedBefore: Int) {
    let start = slot.pointee.start
    while state.pointee.innermost > slot { suspendFrame() }
    let hasFault = top.pointee.fault != .none
    suspendFrame()
    if !hasFault {
      fillIn(from: start, closedBefore)
      if state.pointee.tidiesFrame { tidyAll(from: start) }
    }
    forgetClosed(from: closedBefore)
  }

  /// Forgets the frames closed in a value, except those in deferred buffers of outer ones:
  /// everything in the value's own bytes has been inserted.
  func forgetClosed(from closedBefore: Int) {
    guard state.pointee.closedCount > closedBefore else { return }
    let closed = state.pointee.closed[closedBefore...]
    state.pointee.closed.removeSubrange(closedBefore...)
    for level in closed {
      let isElsewhere = level.home != state.pointee.home
      if isElsewhere,
        state.pointee.closed.contains(where: {
          $0.deferredBuffer >= 0 && $0.deferredBuffer + 1 == level.home
        })
      {
        state.pointee.closed.append(level)
      } else if level.deferredBuffer >= 0 {
        state.pointee.deferredBuffers[level.deferredBuffer].deallocate()
      }
    }
    state.pointee.closedCount = state.pointee.closed.count
    if state.pointee.closedCount == 0 {
      state.pointee.deferredBuffers.removeAll()
      state.pointee.tidiesFrame = false
    }
  }

  /// Inserts the deferred buffers.
  private func fillIn(from start: Int, _ closedBefore: Int) {
    let levels = state.pointee.closed[closedBefore...].filter { $0.deferredBuffer >= 0 }
    guard !levels.isEmpty else { return }
    let filled = filled(state.pointee.buffer, from: start, home: state.pointee.home, levels)
    truncate(to: start)
    state.pointee.buffer.append(filled.contents)
    filled.deallocate()
  }

  /// Returns the bytes of a buffer with the deferred buffers inserted.
  private func filled(
    _ buffer: Buffer,
    from start: Int,
    home: Int,
    _ levels: [DeferredContainer]
  ) -> Buffer {
    var result = Buffer(capacity: buffer.count)
    var done = start
    for closed in levels where closed.home == home {
      let deferredBuffer = state.pointee.deferredBuffers[closed.deferredBuffer]
      if closed.isVacant, deferredBuffer.count == 1 { continue }
      result.append(UnsafeRawBufferPointer(rebasing: buffer.contents[done..<closed.end]))
      done = closed.isVacant ? closed.end + 2 : closed.end
      let content = filled(deferredBuffer, from: 1, home: closed.deferredBuffer + 1, levels)
      result.append(content.contents)
      content.deallocate()
    }
    result.append(UnsafeRawBufferPointer(rebasing: buffer.contents[done...]))
    return result
  }
}
