public import ComposableArchitecture
public import Rewind
public import RewindReplay
public import Todos

public let todos = ReplayableStore(
  initial: Todos.State(),
  actions: recordedActions(),
  reduce: .inPlace { state, action in
    withDependencies {
      $0.recordInputs()
      $0.prices = .recorded
    } operation: {
      Todos()._reduce(into: &state, action: action)
    }
  }
)

extension Prices {
  /// The pattern for a client that reducers ask: the live one, and what it answers is an input.
  public static let recorded = Prices { title in
    Recorded.value("price of \(title)") { liveValue.price(title) }
  }
}

@MainActor
public func makeStore(_ recording: Recording<Todos.State>) -> Store<Todos.State, Todos.Action> {
  Store(initialState: recording.recordInitialState { Todos.State() }) {
    Todos().recorded(by: recording)
  } withDependencies: {
    $0.recordInputs()
    $0.prices = .recorded
  }
}

/// The lines that the README shows, with the dependencies of the process.
@MainActor
func launch(isDebugBuild: Bool) -> Store<Todos.State, Todos.Action> {
  todos.answerReplayRequest()
  let recording = todos.record(app: "todos", enabled: isDebugBuild)
  let store = Store(initialState: recording.recordInitialState { Todos.State() }) {
    Todos().recorded(by: recording)
  }
  return store
}
