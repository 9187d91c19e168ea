public import Rewind
public import RewindStore

/// A machine for this package's store.
extension TimeMachine where Action == any RewindStore.Action {
  /// The middleware that asks ``admits(_:)``; it must be the first one.
  public var middleware: Middleware<State> {
    { _, _ in
      { next in
        { [self] action in if admits(action) { next(action) } }
      }
    }
  }

  /// Makes the machine move a store.
  ///
  /// With a recording, its log tells each move in a `travel` line.
  public func attach(to store: Store<State>, recording: Recording<State>? = nil) {
    attach(
      show: { [weak store] in store?.show($0) },
      dispatch: { [weak store] in store?.dispatch($0) },
      recording: recording
    )
  }
}
