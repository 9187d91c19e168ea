/// The rule for writing a whole state beside its patch.
///
/// The more lines between two keyframes, the shorter the log and the longer a seek, which reads
/// them. If keyframes follow once the lines have outgrown the state, they add as much again, and a
/// seek reads a state and a half.
package enum KeyframeRule {
  /// Returns true if the next state should be whole, `bytes` after the last whole one of `size` bytes.
  package static func isDue(bytes: Int, size: Int) -> Bool {
    bytes > size
  }
}
