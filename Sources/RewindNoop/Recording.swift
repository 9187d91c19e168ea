public import RewindInputs

/// The recording of a store; it passes everything through.
public class Recording<State>: @unchecked Sendable {
  init() {}

  public static var off: Recording<State> { Recording() }

  public var isEnabled: Bool { false }

  public var isPaused: Bool {
    get { false }
    set {}
  }

  public func record<Action>(
    _ action: Action,
    from before: State,
    source: String? = nil,
    reduce: () throws -> State
  ) rethrows -> State {
    try reduce()
  }

  public func record<Action, Value, Failure: Error>(
    _ action: Action,
    on state: inout State,
    source: String? = nil,
    reduce: (inout State) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try reduce(&state)
  }

  public func recordInitialState(make: () -> State) -> State { make() }
  public func recordExternalChange(to state: State) {}
  public func recordIfChanged(to state: State) {}
  public func note(_ text: String) {}

  public func wrap<Action, Reducer>(_ reducer: ReducerShape<State, Action, Reducer>) -> Reducer {
    reducer.function
  }
}

/// The recording of a declared store.
public final class StoreRecording<State, Action, Reducer>: Recording<State>, @unchecked Sendable {
  private let makeInitial: () -> State
  public let reducer: Reducer

  init(initial: @escaping () -> State, _ reducer: Reducer) {
    makeInitial = initial
    self.reducer = reducer
  }

  public func initialState() -> State { makeInitial() }
}

/// The hooks of a store that says when it reduces.
public final class ReductionHooks<State>: @unchecked Sendable {
  init() {}

  public func willReduce<Action>(_ action: Action, from before: State, source: String? = nil) {}
  public func didReduce(to after: State) {}
}

// MARK: - Ways to attach

extension Recording {
  public var hooks: ReductionHooks<State> { ReductionHooks() }

  public func reSwiftMiddleware<Action>(
    _ dispatch: @escaping (Action) -> Void,
    _ getState: @escaping () -> State?
  ) -> (_ next: @escaping (Action) -> Void) -> (Action) -> Void {
    { next in next }
  }

  @discardableResult
  public func call<each Argument, Value, Failure: Error>(
    _ argument: repeat each Argument,
    of state: @autoclosure () -> State,
    method: String = #function,
    body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try body()
  }

  @discardableResult
  public func transaction<Value, Failure: Error>(
    _ name: String,
    of state: @autoclosure () -> State,
    file: String = #fileID,
    line: Int = #line,
    change: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try change()
  }

  @discardableResult
  public func transaction<Value, Failure: Error>(
    _ name: String,
    on state: inout State,
    file: String = #fileID,
    line: Int = #line,
    change: (inout State) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try change(&state)
  }
}

// MARK: - Causes

extension Recording {
  public var cause: Cause? { Recorded.cause }
  public var reduced: Cause? { nil }

  public func caused<Result>(by cause: Cause?, _ body: () throws -> Result) rethrows -> Result {
    try body()
  }

  public func dispatch<Result>(
    file: StaticString? = nil,
    line: UInt = 0,
    _ dispatch: () throws -> Result
  ) rethrows -> Result {
    try dispatch()
  }

  public func dispatch<Result>(
    file: StaticString? = nil,
    line: UInt = 0,
    isolation: isolated (any Actor)? = #isolation,
    _ dispatch: () async throws -> Result
  ) async rethrows -> Result {
    try await dispatch()
  }

  public func request<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }

  public func causeMiddleware<Action>(
    _ dispatch: @escaping (Action) -> Void,
    _ getState: @escaping () -> State?
  ) -> (_ next: @escaping (Action) -> Void) -> (Action) -> Void {
    { next in next }
  }

  public func sent<Action>() -> @Sendable (_ action: Action) -> Action { { $0 } }
}
