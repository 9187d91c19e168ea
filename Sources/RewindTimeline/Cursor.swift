import RewindJSON
import RewindSession

/// A place in a session, with the state there.
///
/// Going forward applies patches and keeps what undoes them, so that going back costs no more.
struct Cursor {
  /// The state line at which the cursor stands, counted from 0.
  private(set) var line: Int
  private(set) var state: JSONValue
  private var undo: [(line: Int, patch: Patch)] = []

  /// A cursor at a keyframe.
  init(keyframe line: Int, _ state: JSONValue) {
    self.line = line
    self.state = state
  }

  /// The earliest line that the cursor can be moved back to.
  var earliestLine: Int { undo.first?.line ?? line }

  /// Applies the patch of the next state line.
  mutating func advance(to next: Int, _ patch: Patch) throws(PatchError) {
    let inverse = try patch.applyReversibly(to: &state)
    undo.append((line, inverse))
    line = next
  }

  /// Goes back to the last state line that is not behind `target`.
  mutating func back(to target: Int) throws(PatchError) {
    while line > target, let last = undo.popLast() {
      try last.patch.apply(to: &state)
      line = last.line
    }
  }
}
