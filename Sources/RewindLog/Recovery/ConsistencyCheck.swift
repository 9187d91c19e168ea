import RewindJSON
import RewindSession

/// Checks the consistency of a log, line by line: each line is a line of a session, indexes come in
/// the order in which recorders write them, each patch fits, and each whole state is the result of
/// the patches.
///
/// Checksums do not show this: any writer of a line, even a faulty recorder or an editor, seals it.
/// A line of the usual form is read in the quick way; ``SessionLine`` reads all others.
package struct ConsistencyCheck {
  /// The numbers of checked items.
  package struct Summary: Hashable, Sendable {
    /// The number of applied patches.
    package var patches = 0
    /// The number of whole states that were compared with the result of the patches.
    package var keyframes = 0
  }

  private var order = LineOrder()
  private var states = StateChain()
  private var reader = QuickLineReader()
  private var isFirst = true
  /// True if the first line is a keyframe whose patch is ignored.
  private let beginsAtKeyframe: Bool

  /// Makes a check of a log from its header on.
  package init() {
    beginsAtKeyframe = false
  }

  /// Makes a check of a part of a log that must be consistent by itself.
  ///
  /// The state on its first line is used without the patch, which is relative to a missing state.
  init(beginningAtKeyframe: Void) {
    beginsAtKeyframe = true
  }

  package var summary: Summary {
    Summary(patches: states.patches, keyframes: states.keyframes)
  }

  /// Checks the next line, counted from 0.
  ///
  /// - Returns: The reason why the line cannot occur there; nil if it can.
  mutating func take(_ line: Int, _ bytes: UnsafeRawBufferPointer) -> Contradiction? {
    defer { isFirst = false }
    // Fragments that a failed write left are no lines of the session.
    guard let sealed = ChecksummedLine(bytes) else { return nil }
    return order.faultAfterEnd ?? judge(line, sealed, bytes)
  }

  private mutating func judge(
    _ line: Int,
    _ sealed: ChecksummedLine,
    _ bytes: UnsafeRawBufferPointer
  ) -> Contradiction? {
    if isFirst, !beginsAtKeyframe { return judgeFirst(bytes) }
    switch reader.line(sealed.body) {
    case .action(let index, let overlaps, let cause)?:
      return order.begin(index, overlaps: overlaps, cause: cause)
    case .state(let after, let patch, let whole, _)?:
      return takeState(after, patch, whole)
    case nil:
      return judge(line, bytes)
    }
  }

  private func judgeFirst(_ bytes: UnsafeRawBufferPointer) -> Contradiction? {
    do {
      guard case .header = try SessionLine(strictly: JSONValue(parsing: bytes)) else {
        return .unreadable("a log begins with a header.")
      }
      return nil
    } catch {
      return .unreadable((error as? JSONError)?.description ?? "\(error).")
    }
  }

  private mutating func judge(_ line: Int, _ bytes: UnsafeRawBufferPointer) -> Contradiction? {
    do {
      let read = try SessionLine(strictly: JSONValue(parsing: bytes))
      if let key = LineKey(prefix: bytes), key != LineKey(read) {
        states.forget()
        return .unreadable("its first members are those of a line of another kind.")
      }
      return take(line, read)
    } catch {
      states.forget()
      let why = (error as? JSONError)?.description ?? "\(error)."
      return .unreadable(why)
    }
  }

  private mutating func take(_ number: Int, _ line: SessionLine) -> Contradiction? {
    switch line {
    case .header:
      return .headerBelow
    case .action(let action):
      let cause = action.json["cause"]?.int
      return order.begin(action.index, overlaps: action.overlaps, cause: cause)
    case .input(let input):
      return order.input(input.index)
    case .state(let state):
      return takeState(state.after, state.patch, state.state.map { .value($0) })
    case .external(let state):
      let fault = order.external(state.after)
      return states.take(state.patch, state.state.map { .value($0) }) ?? fault
    case .reduced(let action):
      return order.reduced(action.index)
    case .note(let note):
      return order.mark(note.index)
    case .gap(let gap):
      if gap.states > 0 { states.loseStates() }
      return order.gap(actions: gap.actions, states: gap.states, index: gap.index)
    case .travel(let travel):
      if let to = travel.to, to > travel.index { return .noSuchAction(to, last: travel.index) }
      return order.mark(travel.index)
    case .end(let end):
      return order.end(end.index, line: number + 1)
    case .unknown(let json):
      return json["keyframe"] == nil ? nil : takeAgain(json)
    case .types:
      return nil
    }
  }

  /// Takes a state that is told again.
  private mutating func takeAgain(_ json: JSONObject) -> Contradiction? {
    let index = json["keyframe"]?.int ?? 0
    let fault = isFirst ? order.state(index) : order.stateAgain(index)
    do throws(PatchError) {
      guard let state = try json.laterState() else { return fault }
      return states.takeAgain(state) ?? fault
    } catch {
      return .patchDoesNotFit(error.description)
    }
  }

  private mutating func takeState(
    _ after: Int,
    _ patch: Patch?,
    _ whole: StateChain.Whole?
  ) -> Contradiction? {
    let fault = order.state(after)
    let isAlone = isFirst && beginsAtKeyframe
    return states.take(isAlone ? nil : patch, whole) ?? fault
  }
}
