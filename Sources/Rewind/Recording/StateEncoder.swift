import RewindCoding
import RewindJSON

/// Encodes the states of one store, one after the other; a subclass knows the type of the states pointed to.
///
/// It holds the patch and the text of the last state until the next one, so that neither is copied on the way to the
/// line.
class StateEncoder {
  /// The patch from the state before, as JSON text, where there is one.
  @exclusivity(unchecked) final var patch = LineBuffer()
  /// The pointer at which the detected change does not lead to the state; nil if it does.
  @exclusivity(unchecked) final var fault: Pointer?
  /// The state itself as JSON text, where it has been written.
  @exclusivity(unchecked) final var whole: [UInt8]?

  /// Encodes the next state.
  ///
  /// `keepsState` makes ``isKnownToBe(_:)`` possible; a change detector retains the state in any case.
  final func advance(to state: UnsafeRawPointer, keepsState: Bool) -> StateChange {
    patch.removeAll()
    if fault != nil { fault = nil }
    if whole != nil { whole = nil }
    return findChange(to: state, keepsState: keepsState)
  }

  /// The whole state that was encoded last, as JSON text.
  final func wholeText(of state: UnsafeRawPointer) -> [UInt8] {
    if let whole { return whole }
    let text = lastText ?? text(of: state)
    whole = text
    return text
  }

  // MARK: - Of a type of states

  /// Finds the change to the next state, and appends its patch.
  func findChange(to state: UnsafeRawPointer, keepsState: Bool) -> StateChange { isAbstract() }

  /// Returns true if a state is certainly the last one, so that it need not be compared.
  func isKnownToBe(_ state: UnsafeRawPointer) -> Bool { isAbstract() }

  /// The text of the last state, where that is kept.
  var lastText: [UInt8]? { isAbstract() }

  /// The whole of any state as JSON text, without secrets.
  func text(of state: UnsafeRawPointer) -> [UInt8] { isAbstract() }

  /// The properties that a state has and its text has not.
  func leftOut(of state: UnsafeRawPointer) -> LeftOutProperties { isAbstract() }

  /// The state itself.
  func value(of state: UnsafeRawPointer) -> Any { isAbstract() }

  /// Notes that the whole state is in the log, with so many bytes.
  func noteWholeState(_ count: Int) {}

  private func isAbstract() -> Never { fatalError("A state encoder is made for a type of states.") }
}

/// The relation of a state to the one before it.
enum StateChange {
  /// They are the same; the patch is empty.
  case none
  /// They differ.
  case patch
  /// There is no patch from the one before, if there is one.
  case unknown
}
