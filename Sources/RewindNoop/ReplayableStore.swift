/// An app's store: its initial state and its reducer; nothing records or replays it.
public struct ReplayableStore<State, Action, Reducer>: @unchecked Sendable {
  private let initial: () -> State
  private let reducer: ReducerShape<State, Action, Reducer>

  public init(
    initial: @autoclosure @escaping () -> State,
    actions: ActionDecoders<Action>,
    reduce: ReducerShape<State, Action, Reducer>
  ) {
    self.initial = initial
    reducer = reduce
  }

  public init(
    initial: @autoclosure @escaping () -> State,
    actions: Action.Type,
    reduce: ReducerShape<State, Action, Reducer>
  ) {
    self.init(initial: initial(), actions: ActionDecoders(), reduce: reduce)
  }

  public func decodingStates(
    _ decode: @escaping (_ recorded: JSONValue) throws -> State
  ) -> ReplayableStore {
    self
  }

  public func checkingStates(
    _ check: @escaping (_ state: State) -> Void
  ) -> ReplayableStore {
    self
  }

  public func allowing(
    _ allows: @escaping (_ state: State, _ action: Action) -> Bool
  ) -> ReplayableStore {
    self
  }
}

// MARK: - Functions of the two common shapes

extension ReplayableStore
where Reducer == @Sendable (_ state: State, _ action: Action) -> State {
  public init(
    initial: @autoclosure @escaping () -> State,
    actions: ActionDecoders<Action>,
    reduce: @escaping (_ state: State, _ action: Action) -> State
  ) {
    self.init(initial: initial(), actions: actions, reduce: .pure(reduce))
  }

  public init(
    initial: @autoclosure @escaping () -> State,
    actions: Action.Type,
    reduce: @escaping (_ state: State, _ action: Action) -> State
  ) {
    self.init(initial: initial(), actions: actions, reduce: .pure(reduce))
  }
}

extension ReplayableStore {
  public init<Effect>(
    initial: @autoclosure @escaping () -> State,
    actions: ActionDecoders<Action>,
    reduce: @escaping (_ state: inout State, _ action: Action) -> Effect
  ) where Reducer == @Sendable (_ state: inout State, _ action: Action) -> Effect {
    self.init(initial: initial(), actions: actions, reduce: .inPlace(reduce))
  }

  public init<Effect>(
    initial: @autoclosure @escaping () -> State,
    actions: Action.Type,
    reduce: @escaping (_ state: inout State, _ action: Action) -> Effect
  ) where Reducer == @Sendable (_ state: inout State, _ action: Action) -> Effect {
    self.init(initial: initial(), actions: actions, reduce: .inPlace(reduce))
  }
}

// MARK: - Functions of the two common shapes on the main actor

extension ReplayableStore
where Reducer == @MainActor (_ state: State, _ action: Action) -> State {
  public init(
    initial: @autoclosure @escaping () -> State,
    actions: ActionDecoders<Action>,
    reduce: @escaping @MainActor (_ state: State, _ action: Action) -> State
  ) {
    self.init(initial: initial(), actions: actions, reduce: .pure(reduce))
  }

  public init(
    initial: @autoclosure @escaping () -> State,
    actions: Action.Type,
    reduce: @escaping @MainActor (_ state: State, _ action: Action) -> State
  ) {
    self.init(initial: initial(), actions: actions, reduce: .pure(reduce))
  }
}

extension ReplayableStore {
  public init<Effect>(
    initial: @autoclosure @escaping () -> State,
    actions: ActionDecoders<Action>,
    reduce: @escaping @MainActor (_ state: inout State, _ action: Action) -> Effect
  ) where Reducer == @MainActor (_ state: inout State, _ action: Action) -> Effect {
    self.init(initial: initial(), actions: actions, reduce: .inPlace(reduce))
  }

  public init<Effect>(
    initial: @autoclosure @escaping () -> State,
    actions: Action.Type,
    reduce: @escaping @MainActor (_ state: inout State, _ action: Action) -> Effect
  ) where Reducer == @MainActor (_ state: inout State, _ action: Action) -> Effect {
    self.init(initial: initial(), actions: actions, reduce: .inPlace(reduce))
  }
}

// MARK: - Recording

extension ReplayableStore {
  public func record(
    app: String,
    to destination: Recorder.Destination = .folder(.standard),
    enabled: Bool = true,
    options: Recorder.Options = Recorder.Options(),
    reflecting reflected: [Any.Type] = [],
    onFailure: @escaping @Sendable (Recorder.Failure) -> Void = { _ in },
    onWarning: @escaping @Sendable (Recorder.Warning) -> Void = { _ in }
  ) -> StoreRecording<State, Action, Reducer> {
    StoreRecording(initial: initial, reducer.function)
  }

  public func record(
    by recorder: Recorder,
    name: String = "main",
    reflecting reflected: [Any.Type] = []
  ) -> StoreRecording<State, Action, Reducer> {
    StoreRecording(initial: initial, reducer.function)
  }

  /// Returns: no replay can be asked of this build.
  public func answerReplayRequest(
    ofStore name: String? = nil,
    screen: (@MainActor (_ state: State) throws -> DrawnScreen)? = nil
  ) {}
}

extension ReplayableStore where Reducer == @Sendable (_ state: State, _ action: Action) -> State {
  public init<Model>(
    model: @escaping () -> Model,
    state: ReferenceWritableKeyPath<Model, State>,
    calls: ActionDecoders<ModelCall<Model>>
  ) where Action == ModelCall<Model> {
    self.init(
      initial: model()[keyPath: state],
      actions: calls,
      reduce: { before, _ in before }
    )
  }
}
