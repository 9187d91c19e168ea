/// The rule for writing a whole state beside its patch.
///
/// A seek reads the last whole state and the lines after it, and what follows a damaged line can be read again from
/// the next whole state on. The more lines between two, the shorter the log, the longer a seek, and the more a damaged
/// line costs:
///
/// - If a whole state follows once the lines have outgrown it, it adds as much again, and a seek reads a state and a
///   half.
/// - A small state may wait for more lines than that: reading and applying 64 kB of patches takes some 1.5 ms, a tenth
///   of a frame. In a log of less than 1 MB, it waits for a sixteenth of that, so that a damaged line never hides more.
///
/// Where only whole states are written, there is nothing to seek with in between.
package enum KeyframeRule {
  /// The bytes of lines that always come between two whole states: some thirty small actions, read in 0.1 ms.
  private static let floor = 4_096
  /// The bytes of lines that a small state waits for, at most.
  private static let ceiling = 1 << 16

  /// Returns true if the next state should be whole, `bytes` after the last whole one of `size` bytes, in a log of
  /// `length` bytes.
  package static func isDue(
    bytes: Int,
    size: Int,
    length: Int,
    hasPatches: Bool = true
  ) -> Bool {
    guard hasPatches else { return bytes > size }
    return bytes > max(size, min(max(floor, length / 16), ceiling))
  }
}
