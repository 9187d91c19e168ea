#if !REWIND_NOOP
public import Rewind
public import RewindReplay

/// A machine for this package's store.
extension TimeMachine where Action == any RewindStore.Action {
  /// Middleware that asks ``admits(_:)``; it must be the first.
  public var middleware: Middleware<State> {
    { _, _ in
      { next in
        { [self] action in if admits(action) { next(action) } }
      }
    }
  }

  /// Lets the machine move a store.
  ///
  /// With a recording, each move is logged in a `travel` line.
  public func attach(to store: Store<State>, recording: Recording<State>? = nil) {
    attach(
      show: { [weak store] in store?.show($0) },
      dispatch: { [weak store] in store?.dispatch($0) },
      recording: recording
    )
  }
}
#endif
