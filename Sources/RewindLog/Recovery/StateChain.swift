import RewindJSON

/// The states of a log, each patch applied and each whole state held against it.
struct StateChain {
  /// A whole state on a line.
  enum Whole {
    case value(JSONValue)
    /// A part of some bytes, which is perhaps no JSON.
    case text(UnsafeRawBufferPointer, Range<Int>)
  }

  /// Patches that were applied.
  private(set) var patches = 0
  /// Whole states that were compared with what the patches gave.
  private(set) var keyframes = 0

  private var state: JSONValue?
  /// Whether a fault has been told, up to which no state is known.
  private var isExcused = false
  /// Whether a gap has swallowed states, so that only a whole one goes on from there.
  private var isLost = false

  /// Takes in the patch of a line, the whole state of a line, or both.
  mutating func take(_ patch: Patch?, _ whole: Whole?) -> Contradiction? {
    var fault = patch.flatMap { apply($0, isAlone: whole == nil) }
    guard let whole else { return fault }
    let isCompared = fault == nil && patch != nil && state != nil
    if isCompared { keyframes += 1 }
    if isCompared, whole.matches(state) {
      isLost = false
      return nil
    }
    do throws(JSONError) {
      let new = try whole.value()
      if isCompared, let state, state != new {
        fault = .otherState(at: Patch(from: new, to: state).operations.first?.path)
      }
      state = new
      (isExcused, isLost) = (false, false)
    } catch {
      forget()
      fault = fault ?? .unreadable(error.description)
    }
    return fault
  }

  /// No state is known up to the next whole one, and why has been told.
  mutating func forget() {
    (state, isExcused) = (nil, true)
  }

  /// States could not be written.
  mutating func loseStates() {
    isLost = true
  }

  private mutating func apply(_ patch: Patch, isAlone: Bool) -> Contradiction? {
    if isLost, isAlone, !isExcused {
      forget()
      return .nothingToPatch(isBehindGap: true)
    }
    guard var next = state.take() else {
      guard isAlone, !isExcused else { return nil }
      isExcused = true
      return .nothingToPatch(isBehindGap: false)
    }
    do throws(PatchError) {
      // It has one owner, so that nothing is copied.
      try patch.apply(to: &next)
      state = next
      patches += 1
      return nil
    } catch {
      forget()
      return .patchDoesNotFit(error.description)
    }
  }
}

extension StateChain.Whole {
  /// Whether it is surely the same as a state; costs no value of it.
  fileprivate func matches(_ state: JSONValue?) -> Bool {
    guard case .text(let bytes, let range) = self, let state else { return false }
    var cursor = JSONCursor(bytes, range)
    return cursor.match(state) && cursor.position == range.upperBound
  }

  fileprivate func value() throws(JSONError) -> JSONValue {
    switch self {
    case .value(let value): value
    case .text(let bytes, let range): try JSONValue(parsing: range, of: bytes)
    }
  }
}
