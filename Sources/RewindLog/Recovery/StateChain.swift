import RewindJSON

/// The states of a log: each patch is applied, and each whole state compared with the result.
struct StateChain {
  /// A whole state on a line.
  enum Whole {
    case value(JSONValue)
    /// A range of bytes; it need not be JSON.
    case text(UnsafeRawBufferPointer, Range<Int>)
  }

  /// The number of applied patches.
  private(set) var patches = 0
  /// The number of whole states that were compared with the result of the patches.
  private(set) var keyframes = 0

  private var state: JSONValue?
  /// The growth of the state since the last whole one.
  private var growth = DocumentGrowth()
  /// True if a fault has been reported that explains why no state is known.
  private var skipsLinkCheck = false
  /// True if states were lost in a gap, so that only a whole one can follow.
  private var isLost = false

  /// Applies the patch of a line, compares the whole state of a line, or both.
  mutating func take(_ patch: Patch?, _ whole: Whole?) -> Contradiction? {
    var fault = patch.flatMap { apply($0, isAlone: whole == nil) }
    guard let whole else { return fault }
    growth = DocumentGrowth()
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
      (skipsLinkCheck, isLost) = (false, false)
    } catch {
      forget()
      fault = fault ?? .unreadable(error.description)
    }
    return fault
  }

  /// Takes a whole state that tells the last one again.
  mutating func takeAgain(_ whole: JSONValue) -> Contradiction? {
    guard let known = state else {
      if !isLost { (state, skipsLinkCheck, growth) = (whole, false, DocumentGrowth()) }
      return nil
    }
    keyframes += 1
    growth = DocumentGrowth()
    guard known != whole else { return nil }
    state = whole
    return .otherState(at: Patch(from: whole, to: known).operations.first?.path)
  }

  /// Forgets the state, up to the next whole one; the reason has been reported.
  mutating func forget() {
    (state, skipsLinkCheck) = (nil, true)
  }

  /// Notes that states could not be written.
  mutating func loseStates() {
    isLost = true
  }

  private mutating func apply(_ patch: Patch, isAlone: Bool) -> Contradiction? {
    if isLost, isAlone, !skipsLinkCheck {
      forget()
      return .nothingToPatch(isAfterGap: true)
    }
    guard var next = state.take() else {
      guard isAlone, !skipsLinkCheck else { return nil }
      skipsLinkCheck = true
      return .nothingToPatch(isAfterGap: false)
    }
    do throws(PatchError) {
      // It has one owner, so nothing is copied.
      try patch.apply(to: &next, &growth)
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
  /// Returns true if it is certainly equal to a state, without decoding it.
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
