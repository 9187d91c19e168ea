#if REWIND_NOOP
public import RewindNoop
#else
public import Rewind
import RewindCoding
import RewindJSON
#endif

extension Recording {
  /// The recording interceptor of a Flux dispatcher, whose stores are recorded as one state.
  ///
  /// An action is logged under its type's name, with the payload that it dispatched, or with the error
  /// if it failed. Stores notify their listeners while they handle an action, so an open action at the
  /// end of the log crashed in a store or in one of its listeners.
  ///
  /// ```swift
  /// let recording = recorder.attach(AppState.self)
  /// ActionCreator.sharedDispatcher = InterceptedDispatcher(
  ///   interceptor: recording.interceptor { AppState(todo: todoStore.state, badge: badgeStore.state) })
  /// ```
  ///
  /// The first state in the log is the one before the first action; ``recordIfChanged(to:)`` writes
  /// it as soon as there is one.
  ///
  /// - Parameter state: Returns the state of all stores, on the dispatching thread; nil as long as they
  ///   have not been created, when nothing is recorded.
  /// - Returns: An interceptor for an `InterceptedDispatcher`.
  public func interceptor(
    of state: @escaping () -> State?
  ) -> some DispatchInterceptor {
    #if REWIND_NOOP
    return PassingInterceptor()
    #else
    attached(by: .dispatcher)
    return RecordingInterceptor(recording: self, state: state)
    #endif
  }
}

#if REWIND_NOOP
private struct PassingInterceptor: DispatchInterceptor {
  func intercept<A: Action>(
    _ action: A,
    result: Result<A.Payload, A.Error>,
    dispatch: () -> Void
  ) {
    dispatch()
  }
}
#else
/// Records each dispatch with the state of the stores before and after.
///
/// The dispatcher calls it for one dispatch at a time, so the closure need not be `Sendable`.
private struct RecordingInterceptor<State>: DispatchInterceptor, @unchecked Sendable {
  let recording: Recording<State>
  let state: () -> State?

  func intercept<A: Action>(
    _ action: A,
    result: Result<A.Payload, A.Error>,
    dispatch: () -> Void
  ) {
    guard recording.records(action), let before = state() else { return dispatch() }
    recording.recordAlways(FluxActionForm<A>(result: result), from: before) {
      dispatch()
      return state() ?? before
    }
  }
}

/// The result of a Flux action in the form of a log.
struct FluxActionForm<A: Action>: ActionForm {
  let result: Result<A.Payload, A.Error>

  var name: String { ActionName.name(of: A.self) }

  var contentTypes: [(member: String, type: Any.Type)] {
    [("payload", A.Payload.self), ("error", A.Error.self)]
  }

  var member: String {
    switch result {
    case .success: "payload"
    case .failure: "error"
    }
  }

  /// Those of an `NSError`.
  var memberNames: [String] { ["domain", "code", "description"] }

  func writeContent(to bytes: inout [UInt8]) -> Bool {
    switch result {
    case .success(let payload): ActionWriter.write(payload, to: &bytes)
    case .failure(let error): ActionWriter.write(error, to: &bytes)
    }
  }
}
#endif
