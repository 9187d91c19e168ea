extension JSONWriter {
  /// The innermost frame.
  @_transparent
  var top: UnsafeMutablePointer<ContainerFrame> { state.pointee.innermost }

  /// Opens a frame at the end of the output; there must be room for it.
  @_transparent
  func push(_ kind: ContainerFrame.Kind, _ step: PathStep, sorting: Sorting) -> Int {
    let id = state.pointee.nextID
    let nesting = top.pointee.nesting
    state.pointee.nextID = id &+ 1
    state.pointee.innermost += 1
    var level = ContainerFrame()
    level.id = id
    level.parent = topID
    level.kind = kind
    level.sorting = sorting
    level.nesting = kind == .slot ? nesting : nesting &+ 1
    level.start = count
    level.step = step
    top.pointee = level
    topID = id
    return id
  }

  /// Writes the opening bracket and opens the frame; returns ``deadID`` if that would be too deep.
  @_transparent
  func open(_ kind: ContainerFrame.Kind, _ step: PathStep, sorting: Sorting = .none) -> Int {
    guard mayOpen else { return Self.deadID }
    put(kind == .object ? UInt8(ascii: "{") : UInt8(ascii: "["))
    return push(kind, step, sorting: sorting)
  }

  /// True if another array or object would not be too deep.
  @_transparent
  var mayOpen: Bool {
    guard top.pointee.nesting < Self.nestingLimit else { return false }
    if hasRoom { return true }
    state.pointee.isAbridged = true
    return false
  }

  /// The id of containers that write nothing because a placeholder replaces their content.
  static var deadID: Int { -1 }

  /// True if the list of frames has room for another and a slot in it.
  @_transparent
  var hasRoom: Bool { state.pointee.innermost < state.pointee.levels + (Self.levelLimit - 1) }

  /// Closes the innermost frame.
  func pop() {
    let level = top
    switch level.pointee.kind {
    case .slot:
      closeSlot(level)
    case .object:
      if level.pointee.mayRepeatKeys || level.pointee.sorting != .none { sortAndDeduplicate(level) }
      put(UInt8(ascii: "}"))
    case .array:
      if level.pointee.sorting != .none { sortAndDeduplicate(level) }
      put(UInt8(ascii: "]"))
    }
    state.pointee.innermost -= 1
    topID = top.pointee.id
  }

  func closeSlot(_ slot: UnsafeMutablePointer<ContainerFrame>) {
    switch slot.pointee.fault {
    case .none:
      if count == slot.pointee.start { put("{}") }
    case .tooDeep:
      takeBack(slot)
      mark(.tooDeep)
    case .twoValues:
      takeBack(slot)
      mark(.error("encode(to:) asked for two values, or two kinds of container, in one place."))
    }
  }

  /// Discards everything that was written to a frame.
  func takeBack(_ level: UnsafeMutablePointer<ContainerFrame>) {
    truncate(to: level.pointee.start)
  }

  /// Returns the open frame with an id.
  func find(_ id: Int) -> UnsafeMutablePointer<ContainerFrame>? {
    var level = top
    while level > state.pointee.levels {
      if level.pointee.id == id { return level }
      level -= 1
    }
    return nil
  }
}
