import RewindJSON
import RewindSession

/// The reason why a line whose checksum is right cannot occur in its place.
enum Contradiction: Hashable {
  /// It is not a line of a session.
  case unreadable(String)
  /// It is a header, and not the first line.
  case headerBelow
  /// Action numbers are not consecutive, and no gap explains why some are missing.
  case skips(first: Int, found: Int)
  /// The action follows a later one, or occurs a second time.
  case actionAgain(Int, last: Int)
  /// An action has no state, and the one after it does not overlap it.
  case lacksState(Int, before: String)
  /// An action names itself or a later one as its cause.
  case causedLater(Int, by: Int)
  /// The line belongs to an action that the log does not have, or not yet.
  case noSuchAction(Int, last: Int)
  /// The state after an action that has ended already.
  case endedAlready(Int)
  /// An input of an action that has ended already.
  case inputTooLate(Int, last: Int)
  /// A line about a state names another action than the last one that has a state.
  case notLastState(Int, last: Int)
  /// A line that refers to the last action names another one.
  case notLastAction(Int, last: Int)
  /// A gap's number of lost actions contradicts its index.
  case miscounted(actions: Int, index: Int, last: Int)
  case behindEnd(line: Int)
  /// A patch occurs where there is no state before it, or only one from before a gap.
  case nothingToPatch(isBehindGap: Bool)
  case patchDoesNotFit(String)
  /// The whole state differs from the result of the patches.
  case otherState(at: Pointer?)

  var kind: LogDamage.Kind {
    switch self {
    case .unreadable, .headerBelow: .invalid
    case .nothingToPatch, .patchDoesNotFit: .patch
    case .otherState: .keyframe
    default: .index
    }
  }

  /// Describes the fault of a line, counted from 1.
  func words(_ line: Int) -> String {
    let line = "Line \(line)"
    return switch self {
    case .unreadable(let why):
      "\(line) cannot be read, though the checksum is right: \(why)"
    case .headerBelow:
      "\(line) is a header, which only the first line of a log is."
    case .skips(let first, let found):
      "\(line) is action \(found), and action \(first) should come next: no gap tells of a loss."
    case .actionAgain(let index, let last):
      "\(line) is about action \(index) and stands behind action \(last): no recorder writes that."
    case .lacksState(let index, let next):
      "Before line \(line.dropFirst(5)), \(next), the state after action \(index) is missing."
    case .causedLater(let index, let cause):
      "\(line), action \(index), says that it was caused by action \(cause), which is not before it."
    case .noSuchAction(let index, let last):
      "\(line) is about action \(index), and the last action above it is \(last)."
    case .endedAlready(let index):
      "\(line) ends action \(index), which has ended above it or was never begun."
    case .inputTooLate(let index, let last):
      "\(line) is an input of action \(index), which has ended: the last one is \(last)."
    case .notLastState(let index, let last):
      "\(line) is about the state after action \(index), and the last one above is that after \(last)."
    case .notLastAction(let index, let last):
      "\(line) names action \(index) as the last one, which is \(last)."
    case .miscounted(let actions, let index, let last):
      "\(line), a gap after action \(last), has lost \(actions) actions and says that it goes to \(index)."
    case .behindEnd(let end):
      "\(line) stands behind the end of the session, which is line \(end)."
    case .nothingToPatch(let isBehindGap):
      isBehindGap
        ? "\(line) has a patch only, and the state that it belongs on was lost in a gap."
        : "\(line) has a patch only, and there is no state above it."
    case .patchDoesNotFit(let why):
      "The patch on line \(line.dropFirst(5)) does not fit the state above it: \(why)"
    case .otherState(let place):
      "\(line): The patches lead to another state than the keyframe holds"
        + (place.map { " at \($0.description.isEmpty ? "its root" : $0.description)." } ?? ".")
    }
  }
}
