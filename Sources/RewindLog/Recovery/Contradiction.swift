import RewindJSON
import RewindSession

/// The reason why a line whose checksum is right cannot follow the lines before it.
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
  case nothingToPatch(isAfterGap: Bool)
  case patchDoesNotFit(String)
  /// The whole state differs from the result of the patches.
  case otherState(at: Pointer?)

  /// Returns the fault of a line, counted from 1.
  func damage(line: Int) -> LogDamage {
    LogDamage(line: line, kind: .contradiction, why: words(line))
  }

  private func words(_ line: Int) -> String {
    let line = "Line \(line)"
    return switch self {
    case .unreadable(let why):
      "\(line) cannot be read, although its checksum is correct: \(why)"
    case .headerBelow:
      "\(line) is a header, which only the first line of a log may be."
    case .skips(let first, let found):
      "\(line) is action \(found), but action \(first) should come next, and no gap records a loss."
    case .actionAgain(let index, let last):
      "\(line) is about action \(index) but comes after action \(last), which no recorder writes."
    case .lacksState(let index, let next):
      "Before line \(line.dropFirst(5)), \(next), the state after action \(index) is missing."
    case .causedLater(let index, let cause):
      "\(line), action \(index), names action \(cause) as its cause, which is not before it."
    case .noSuchAction(let index, let last):
      "\(line) is about action \(index), but the last action before it is \(last)."
    case .endedAlready(let index):
      "\(line) ends action \(index), which has already ended or never began."
    case .inputTooLate(let index, let last):
      "\(line) is an input of action \(index), which has already ended: the last action is \(last)."
    case .notLastState(let index, let last):
      "\(line) is about the state after action \(index), but the last one before it is after \(last)."
    case .notLastAction(let index, let last):
      "\(line) names action \(index) as the last one, but that is \(last)."
    case .miscounted(let actions, let index, let last):
      "\(line), a gap after action \(last), lost \(actions) actions but claims to end at \(index)."
    case .behindEnd(let end):
      "\(line) comes after the end of the session on line \(end)."
    case .nothingToPatch(let isAfterGap):
      isAfterGap
        ? "\(line) has only a patch, and the state that it applies to was lost in a gap."
        : "\(line) has only a patch, and there is no state before it."
    case .patchDoesNotFit(let why):
      "The patch on line \(line.dropFirst(5)) does not apply to the state before it: \(why)"
    case .otherState(let pointer):
      "\(line): The patches and the keyframe disagree"
        + (pointer.map { " at \($0.description.isEmpty ? "its root" : $0.description)." } ?? ".")
    }
  }
}
