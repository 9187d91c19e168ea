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
/// Frames opened in a deferred buffer are closed in it, and have deferred buffers of their own.
struct DeferredContainer {
  var level: ContainerFrame
  /// The bytes that hold it: 0 for the output's own, n + 1 for deferred buffer n.
  var home: Int
  /// The offset of its closing bracket; for a slot, the offset of its value.
  var end: Int
  /// True for a slot without a value: `{}` takes its place, until there is a deferred buffer.
  var isVacant: Bool
  /// The number of its deferred buffer; -1 while nothing was added to it.
  var aside = -1
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
  enum Way {
    /// To the end of the output.
    case here
    /// To the end of a deferred buffer, which must be left after the write.
    case aside
    /// Nowhere: a placeholder takes its place.
    case nowhere
  }

  /// Makes a frame the innermost one, so that it can be written to.
  ///
  /// - Throws: `EncodingError` if the frame belongs to an `encode(to:)` other than the running one.
  @_transparent
  func begin(_ id: Int) throws -> Way {
    topID == id ? .here : try enter(id)
  }

  @_transparent
  func end(_ way: Way) {
    if way == .aside { leave() }
  }

  @inline(never)
  private func enter(_ id: Int) throws -> Way {
    if id == Self.deadID { return .nowhere }
    guard isInUse(id) else { throw Self.kept }
    if let level = find(id), level >= state.pointee.frame {
      while state.pointee.innermost > level { setAside() }
      return .here
    }
    guard let target = state.pointee.closed.lastIndex(where: { $0.level.id == id }) else {
      throw Self.kept
    }
    enterAside(of: target)
    return .aside
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
  private func setAside() {
    let level = top.pointee
    let isSlot = level.kind == .slot
    let isVacant = isSlot && count == level.start && level.fault == .none
    popForNow()
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
  private func popForNow() {
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

  func enterAside(of target: Int) {
    let level = state.pointee.closed[target].level
    if state.pointee.closed[target].aside < 0 { makeAside(for: target) }
    let aside = state.pointee.closed[target].aside
    state.pointee.interrupted.append(
      SuspendedContext(
        buffer: state.pointee.buffer,
        home: state.pointee.home,
        frame: state.pointee.frame,
        innermost: state.pointee.innermost,
        target: target
      )
    )
    state.pointee.buffer = state.pointee.asides[aside]
    state.pointee.home = aside + 1
    state.pointee.innermost += 1
    state.pointee.frame = state.pointee.innermost
    top.pointee = level
    top.pointee.start = 1
    top.pointee.mayRepeatKeys = true
    topID = level.id
  }

  /// Makes a deferred buffer, which begins with the byte before its first addition.
  ///
  /// That byte shows whether a comma must separate them.
  private func makeAside(for target: Int) {
    let closed = state.pointee.closed[target]
    let bytes =
      closed.home == state.pointee.home
      ? state.pointee.buffer.bytes
      : bytes(of: closed.home)
    var aside = Buffer(capacity: 64)
    aside.bytes[0] = closed.isVacant ? UInt8(ascii: ":") : bytes[closed.end - 1]
    aside.count = 1
    state.pointee.closed[target].aside = state.pointee.asides.count
    state.pointee.asides.append(aside)
  }

  private func bytes(of home: Int) -> UnsafeMutablePointer<UInt8> {
    if let interruption = state.pointee.interrupted.last(where: { $0.home == home }) {
      return interruption.buffer.bytes
    }
    return state.pointee.asides[home - 1].bytes
  }

  func leave() {
    guard let interruption = state.pointee.interrupted.popLast() else { return }
    while state.pointee.innermost > interruption.innermost + 1 { setAside() }
    if top.pointee.fault != .none { closeSlot(top) }
    let target = interruption.target
    state.pointee.closed[target].level.count = top.pointee.count
    state.pointee.asides[state.pointee.closed[target].aside] = state.pointee.buffer
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
    while state.pointee.innermost > slot { popForNow() }
    let hasFault = top.pointee.fault != .none
    popForNow()
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
        state.pointee.closed.contains(where: { $0.aside >= 0 && $0.aside + 1 == level.home })
      {
        state.pointee.closed.append(level)
      } else if level.aside >= 0 {
        state.pointee.asides[level.aside].deallocate()
      }
    }
    state.pointee.closedCount = state.pointee.closed.count
    if state.pointee.closedCount == 0 {
      state.pointee.asides.removeAll()
      state.pointee.tidiesFrame = false
    }
  }

  /// Inserts the deferred buffers.
  private func fillIn(from start: Int, _ closedBefore: Int) {
    let levels = state.pointee.closed[closedBefore...].filter { $0.aside >= 0 }
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
      let aside = state.pointee.asides[closed.aside]
      if closed.isVacant, aside.count == 1 { continue }
      result.append(UnsafeRawBufferPointer(rebasing: buffer.contents[done..<closed.end]))
      done = closed.isVacant ? closed.end + 2 : closed.end
      let content = filled(aside, from: 1, home: closed.aside + 1, levels)
      result.append(content.contents)
      content.deallocate()
    }
    result.append(UnsafeRawBufferPointer(rebasing: buffer.contents[done...]))
    return result
  }
}
