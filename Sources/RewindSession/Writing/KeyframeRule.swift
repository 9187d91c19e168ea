/// When a state is written whole beside its patch.
///
/// The more lines between two keyframes, the shorter the log and the longer a seek, which reads them.
/// Where the lines have outgrown the state, keyframes add as much again, and a seek reads a state and a
/// half.
package enum KeyframeRule {
  /// Whether the next state is to be whole, so many bytes behind the last whole one of `size` bytes.
  package static func isDue(bytes: Int, size: Int) -> Bool {
    bytes > size
  }
}
