package import RewindCoding
import RewindJSON

/// The last written state, from which a patch leads to the next one.
package struct StateHistory<State> {
  /// The next state, ready to be written.
  package struct Step {
    /// The patch from the state before, as JSON text; nil if there is no such state.
    package let patch: [UInt8]?
    /// The state as JSON text.
    package let state: [UInt8]
    /// True if the state differs from the one before.
    package let isChange: Bool
    /// The history for encoding the state after this one.
    package let history: StateHistory
  }

  private let writer: ValueWriter<State>
  private let redactor: Redactor
  private var text: [UInt8]?
  /// The state itself, retained so that an unchanged one is recognized without being encoded.
  private var last: State?
  /// False if the states hold class instances, whose contents can change in place.
  private let holdsValues = ValueSemantics.isValue(State.self)

  package init(_ writer: ValueWriter<State>, _ redactor: Redactor) {
    self.writer = writer
    self.redactor = redactor
  }

  /// Returns true if a state is certainly the last one, so that it need not be encoded.
  ///
  /// Its own bytes are compared. The last state is retained, so the buffers that both point to are the
  /// same ones, and cannot have been changed in place.
  func isKnownToBe(_ state: State) -> Bool {
    guard let last, holdsValues else { return false }
    return withUnsafeBytes(of: last) { last in
      withUnsafeBytes(of: state) { state in last.elementsEqual(state) }
    }
  }

  /// Encodes the next state; this history does not change.
  ///
  /// `keepsState` makes ``isKnownToBe(_:)`` possible; a reducer that changes the state in place then
  /// has to copy it.
  package func advanced(to state: State, keepsState: Bool = true) -> Step {
    var next: [UInt8] = []
    if let text { next.reserveCapacity(text.count + text.count / 8 + 64) }
    redactor.collectSecrets(state)
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
