package import RewindCoding
import RewindJSON

/// The last state that was written, from which the next one is told as a patch.
package struct StateHistory<State> {
  /// The next state, ready to be written.
  package struct Step {
    /// The patch from the state before, as JSON text; nil where there is none to start from.
    package let patch: [UInt8]?
    /// The state as JSON text.
    package let state: [UInt8]
    /// Whether the state is another than the one before.
    package let isChange: Bool
    /// The history from which the state after this one is told.
    package let history: StateHistory
  }

  private let writer: ValueWriter<State>
  private let redactor: Redactor
  private var text: [UInt8]?
  /// The state itself, kept so that an unchanged one is known without being encoded.
  private var last: State?

  package init(_ writer: ValueWriter<State>, _ redactor: Redactor) {
    self.writer = writer
    self.redactor = redactor
  }

  /// Whether a state is plainly the last one, so that it need not be looked at.
  ///
  /// Its own bytes are compared. The last state is kept, so the buffers that both point to are the
  /// same ones, and cannot have been changed in place; what a class instance holds can.
  func isKnownToBe(_ state: State) -> Bool {
    guard let last else { return false }
    return withUnsafeBytes(of: last) { last in
      withUnsafeBytes(of: state) { state in last.elementsEqual(state) }
    }
  }

  /// Takes the next state in; the history before stays as it is.
  ///
  /// `keepsState` makes ``isKnownToBe(_:)`` possible, at the price that a reducer which changes the
  /// state in place has to copy it.
  package func advanced(to state: State, keepsState: Bool = true) -> Step {
    var next: [UInt8] = []
    if let text { next.reserveCapacity(text.count + text.count / 8 + 64) }
    redactor.learn(state)
    writer.write(state, to: &next)
    redactor.redact(&next, from: 0)
    let patch = text.map { TextPatch.text(from: $0, to: next) }
    var history = self
    history.last = keepsState ? state : nil
    history.text = next
    return Step(
      patch: patch,
      state: next,
      isChange: patch != Array("[]".utf8),
      history: history
    )
  }
}
