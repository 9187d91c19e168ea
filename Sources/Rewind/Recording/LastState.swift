/// Holds the last state in the log, which the next one is written relative to.
///
/// The state is inside its encoder. An action takes that, encodes with no lock held, since an `encode(to:)` is the
/// app's code, and puts it back with its line. What another thread has written in between shows in the generation:
///
/// ```
///   held ──── take ────▶ taken ──── become(encoder), its line is in the log ────▶ held
///    ▲                     │  another thread makes an encoder of its own, which knows no state: it writes whole ones
///    └── the next line  ───┴── become(nil), its line could not be written ──▶ unknown
/// ```
struct LastState {
  /// Makes an encoder that knows no state.
  let makeEncoder: () -> StateEncoder
  /// Nil while it is taken, and after a state that could not be written.
  private(set) var encoder: StateEncoder?
  /// The number of state lines, so that no patch is written on top of another thread's state.
  private(set) var generation = 0
  /// True if the log has the initial state, or tried to write it.
  var isBegun = false

  init(_ makeEncoder: @escaping () -> StateEncoder) {
    self.makeEncoder = makeEncoder
    encoder = makeEncoder()
  }

  /// Returns true if a state is certainly the last one.
  func isKnownToBe(_ state: UnsafeRawPointer) -> Bool { encoder?.isKnownToBe(state) ?? false }

  /// Takes the encoder; nil if there is none just now.
  mutating func take() -> StateEncoder? {
    defer { encoder = nil }
    return encoder
  }

  /// Notes the encoder that knows the state of the last line; nil if that line is not in the log.
  mutating func become(_ encoder: StateEncoder?) { self.encoder = encoder }

  /// Notes a state line.
  mutating func noteLine() { generation += 1 }
}

/// A state that is not yet written to the log, and the encoder that holds its text.
struct PendingState {
  let state: UnsafeRawPointer
  let encoder: StateEncoder
  let change: StateChange
  /// The number of state lines in the log when the change was detected.
  let generation: Int
  /// The nanoseconds that the reducer ran; nil if that was not measured.
  var took: Int?

  /// The whole state, once it is needed.
  var text: [UInt8]? { encoder.whole }

  /// Encodes the whole state, with no lock held.
  func encodeWhole() { _ = encoder.wholeText(of: state) }
}
