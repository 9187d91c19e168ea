/// For objects that hold their own state and allow setting it externally.
///
/// ```swift
/// final class ShopStore {
///   private(set) lazy var recording = recorder.attach(Shop.self)
///   var state = Shop() { didSet { recording.recordIfChanged(to: state) } }
///
///   func dispatch(_ action: ShopAction) {
///     state = recording.record(action, from: state) { shopReducer(action, state) }
///   }
/// }
/// ```
extension Recording {
  /// Records a state as a change without an action, unless it equals the last recorded state; the first one
  /// is recorded as the initial state.
  ///
  /// Call it whenever the state is set, by an action or externally. Otherwise an external change is
  /// recorded when the next action is dispatched.
  ///
  /// Nothing is recorded where the last state is unknown, as with ``Recorder/Options/States/keyframes``.
  public func recordIfChanged(to state: State) {
    guard let log, !log.gate.isPaused else { return }
    defer { log.writer.reportFailure() }
    withUnsafePointer(to: state) { state in
      if log.writeInitialStateIfNeeded(state, isMade: false) { return }
      log.writeExternalChange(state, happensNow: true)
    }
  }
}
