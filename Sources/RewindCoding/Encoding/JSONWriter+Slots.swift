/// The slots of values whose `encode(to:)` is running: a slot decides, at the first request, whether the
/// value is an object, an array or a single value, and makes a placeholder of two that contradict each
/// other, where `JSONEncoder` ends the program: a recorder must not.
extension JSONWriter {
  /// Returns the id of the array or object that an encoder's `container` method requests.
  ///
  /// A second request gets the same one; a request for another kind, or for a container after a
  /// value, replaces both by a placeholder.
  @_transparent
  func container(_ kind: ContainerFrame.Kind, in slot: Int) -> Int {
    guard topID == slot, count == top.pointee.start, top.pointee.fault == .none else {
      return containerAgain(kind, in: slot)
    }
    let level = top
    let id = open(kind, .none, sorting: level.pointee.sorting)
    if id == Self.deadID { level.pointee.fault = .tooDeep }
    return id
  }

  @inline(never)
  private func containerAgain(_ kind: ContainerFrame.Kind, in slot: Int) -> Int {
    if slot == Self.deadID { return Self.deadID }
    guard isInUse(slot) else { return Self.foreignID }
    if let level = find(slot) {
      if level < state.pointee.innermost, level[1].parent == slot, level[1].kind == kind {
        return level[1].id
      }
      if level.pointee.fault == .none { level.pointee.fault = .twoValues }
      return Self.deadID
    }
    if let target = vacancy(of: slot) {
      enterBuffer(of: target)
      let id = container(kind, in: slot)
      leave()
      return id
    }
    let opened = state.pointee.closed.last { $0.level.parent == slot && $0.level.kind == kind }
    return opened?.level.id ?? Self.unknownID
  }

  /// The id of containers that do not belong to a running `encode(to:)`.
  private static var unknownID: Int { -2 }

  /// Returns the number of a closed slot that has no value yet.
  private func vacancy(of slot: Int) -> Int? {
    guard let target = state.pointee.closed.lastIndex(where: { $0.level.id == slot }),
      state.pointee.closed[target].isVacant
    else { return nil }
    let deferredBuffer = state.pointee.closed[target].deferredBuffer
    return deferredBuffer < 0 || state.pointee.deferredBuffers[deferredBuffer].count <= 1
      ? target : nil
  }

  /// Makes a slot the innermost frame, so that its value can be written.
  ///
  /// - Throws: `EncodingError` if it already has a value.
  @_transparent
  func begin(slot: Int) throws -> WriteTarget {
    topID == slot && count == top.pointee.start && top.pointee.fault == .none
      ? .here : try enter(slot: slot)
  }

  @inline(never)
  private func enter(slot: Int) throws -> WriteTarget {
    guard isInUse(slot) else { throw Self.kept }
    if let level = find(slot), level.pointee.fault == .tooDeep { return .nowhere }
    if let target = vacancy(of: slot) {
      enterBuffer(of: target)
      return .deferredBuffer
    }
    throw EncodingError.invalidValue(
      (),
      EncodingError.Context(
        codingPath: codingPath(of: slot),
        debugDescription: "A single value container was given a second value."
      )
    )
  }
}
