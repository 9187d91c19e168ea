import RewindJSON
import RewindSession

/// A state line of a session, with its state.
///
/// Moving forward applies patches and retains their inverses, so that moving back costs no more.
struct Cursor {
  /// The state line of the cursor, counted from 0.
  private(set) var line: Int
  private(set) var state: JSONValue
  private var growth = DocumentGrowth()
  private var undo: [(line: Int, patch: Patch, growth: DocumentGrowth)] = []

  /// Makes a cursor at a keyframe.
  init(keyframe line: Int, _ state: JSONValue) {
    self.line = line
    self.state = state
  }

  /// The earliest line to which the cursor can move back.
  var earliestLine: Int { undo.first?.line ?? line }

  /// Applies the patch of the next state line.
  mutating func advance(to next: Int, _ patch: Patch) throws(PatchError) {
    let old = growth
    let inverse = try patch.applyReversibly(to: &state, &growth)
    undo.append((line, inverse, old))
    line = next
  }

  /// Applies the patch of the next state line; returns the changes that it makes.
  mutating func advanceWithChanges(to next: Int, _ patch: Patch) throws(PatchError) -> [Change] {
    let old = growth
    var changes: [Change] = []
    let inverse = try patch.applyReversibly(to: &state, &growth, changes: &changes)
    undo.append((line, inverse, old))
    line = next
    return changes
  }

  /// Moves back to the last state line that is not after `target`.
  mutating func back(to target: Int) throws(PatchError) {
    while line > target, let last = undo.popLast() {
      try last.patch.apply(to: &state, &growth)
      growth.undo(to: last.growth)
      line = last.line
    }
  }
}
