#if REWIND_NOOP
public import RewindNoop
#else
public import Rewind
#endif

extension Recording {
  /// The recording middleware of this package's store; it must be the last one.
  ///
  /// This store notifies its subscribers after the middleware chain has returned, so the last
  /// middleware sees each action in reduction order and the exact state that it led to.
  ///
  /// ```swift
  /// let recording = recorder.attach(AppState.self)
  /// let store = Store(reducer: appReducer, state: nil, middleware: [logging, recording.middleware])
  /// ```
  public var middleware: Middleware<State> {
    #if REWIND_NOOP
    return { _, _ in { $0 } }
    #else
    attached(by: .store)
    return { _, getState in
      DispatchTrace.building?.areRecorded(by: self)
      return self.innermostMiddleware(getState)
    }
    #endif
  }
}
