import RewindSession

/// Decides which states are written whole (``KeyframeRule``), by the bytes of the lines since the last one.
struct KeyframeSchedule {
  /// The form in which the app wants its states.
  let states: Recorder.Options.States
  /// The bytes of the lines since the last whole state.
  private var bytes = 0
  /// The size in bytes of the last state that was written whole.
  private var size = 0
  /// The bytes of all lines.
  private var length = 0

  init(_ states: Recorder.Options.States) { self.states = states }

  /// Returns true if the next state is to be written whole; `hasPatches` is false while states are not compared.
  func isDue(hasPatches: Bool) -> Bool {
    switch states {
    case .whole: true
    case .patches, .keyframes:
      KeyframeRule.isDue(bytes: bytes, size: size, length: length, hasPatches: hasPatches)
    case .none: false
    }
  }

  mutating func note(line count: Int) {
    bytes += count
    length += count
  }

  mutating func note(wholeState count: Int) {
    (bytes, size) = (0, count)
    length += count
  }

  /// Makes the next state a whole one: a patch would refer to a state that is missing.
  mutating func requireWhole() { bytes = .max / 2 }
}
