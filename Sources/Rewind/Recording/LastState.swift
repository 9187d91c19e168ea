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
  let makeEncoder: () -> any StateEncoder
  /// Nil while it is taken, and after a state that could not be written.
  private(set) var encoder: (any StateEncoder)?
  /// The number of state lines, so that no patch is written on top of another thread's state.
  private(set) var generation = 0
  /// True if the log has the initial state, or tried to write it.
  var isBegun = false

  init(_ makeEncoder: @escaping () -> any StateEncoder) {
    self.makeEncoder = makeEncoder
    encoder = makeEncoder()
  }

  /// Returns true if a state is certainly the last one.
  func isKnownToBe(_ state: UnsafeRawPointer) -> Bool { encoder?.isKnownToBe(state) ?? false }

  /// Takes the encoder; nil if there is none just now.
  mutating func take() -> (any StateEncoder)? {
    defer { encoder = nil }
    return encoder
  }

  /// Notes the encoder that knows the state of the last line; nil if that line is not in the log.
  mutating func become(_ encoder: (any StateEncoder)?) { self.encoder = encoder }

  /// Notes a state line.
  mutating func noteLine() { generation += 1 }
}

/// A state that is not yet written to the log.
///
/// An object, since it is handed on several times, with four references in it.
final class PendingState {
  let state: UnsafeRawPointer
  let step: StateStep
  let encoder: any StateEncoder
  /// The number of state lines in the log when the change was detected.
  let generation: Int
  /// The whole state, once it is needed.
  private(set) var text: [UInt8]?
  /// Further members of the line, such as the name of a transaction.
  var members: [UInt8] = []

  init(
    state: UnsafeRawPointer,
    step: StateStep,
    encoder: any StateEncoder,
    generation: Int
  ) {
    (self.state, self.step, self.encoder, self.generation) = (state, step, encoder, generation)
    text = step.text
  }

  /// Encodes the whole state, with no lock held.
  func encodeWhole() {
    if text == nil { text = encoder.text(of: state) }
  }
}
