import RewindSession

/// Decides which states are written whole (``KeyframeRule``), by the bytes of the lines since the last one.
struct KeyframeSchedule {
  /// The form in which the app wants its states.
  let states: Recorder.Options.States
  /// The bytes of the lines since the last whole state.
  private var bytes = 0
  /// The size in bytes of the last state that was written whole.
  private(set) var size = 0
  /// The bytes of all lines.
  private var length = 0

  init(_ states: Recorder.Options.States) { self.states = states }

  /// True if the next whole state is composed of the log's lines: to encode one of a megabyte takes 40 ms in a debug
  /// build.
  var isComposed: Bool { states == .patches && size > 1 << 16 && !mustEncode }
  /// True if the last one could not be composed.
  private var mustEncode = false

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

  /// Notes that a whole state is being composed of the lines.
  mutating func noteComing() { bytes = 0 }

  /// Notes the size of a whole state that was composed; the lines since it was begun remain.
  mutating func note(composed count: Int) {
    size = count
    length += count
  }

  /// Makes the next state a whole one that is encoded.
  mutating func requireEncoding() {
    requireWhole()
    mustEncode = true
  }

  mutating func note(wholeState count: Int) {
    (bytes, size, mustEncode) = (0, count, false)
    length += count
  }

  /// Makes the next state a whole one: a patch would refer to a state that is missing.
  mutating func requireWhole() { bytes = .max / 2 }
}
