/// For objects that hold their state themselves, and let it be set from outside.
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
  /// Records the state that a store begins with.
  ///
  /// Without it, the log's first state is the one before the first action, and a session without actions
  /// has none.
  public func recordInitialState(_ state: State) {
    recordIfChanged(to: state)
  }

  /// Records a state, unless it is the last one in the log, as a change without an action.
  ///
  /// To be called whenever the state is set, by an action or from outside. Without it, what is set from
  /// outside is recorded when the next action is dispatched.
  ///
  /// Nothing is recorded where the last state is not known, as with
  /// ``Recorder/Options/States/keyframes``.
  public func recordIfChanged(to state: State) {
    guard let log, !log.isPaused else { return }
    defer { log.writer.reportFailure() }
    withUnsafePointer(to: state) { state in
      if log.writeInitialStateIfNeeded(state, isMade: false) { return }
      log.writeExternalChange(state)
    }
  }
}
