/// The rule for writing a whole state beside its patch.
///
/// A seek reads the last whole state and the lines after it. The more lines between two, the shorter the log and
/// the longer a seek. If a whole state follows once the lines have outgrown it, it adds as much again, and a
/// seek reads a state and a half. A seek of a few thousand bytes takes no time, whatever the size of the state:
/// so many bytes of patches always come between two whole states. Where only whole states are written, there is
/// nothing to seek with in between.
package enum KeyframeRule {
  /// The bytes of some thirty small actions, which are read and applied in 0.1 ms.
  private static let floor = 4_096

  /// Returns true if the next state should be whole, `bytes` after the last whole one of `size` bytes.
  package static func isDue(bytes: Int, size: Int, hasPatches: Bool = true) -> Bool {
    bytes > (hasPatches ? max(size, floor) : size)
  }
}
