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
