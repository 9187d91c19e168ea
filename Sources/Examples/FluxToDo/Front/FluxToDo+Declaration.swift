public import FluxToDoExample
public import RewindFlux
public import RewindReplay

/// The app's stores, for their recording, for replays and for tests.
///
/// The recording has the results of its actions, so that the service receives no requests.
public let fluxToDo = ReplayableStore(
  stores: { FluxToDoApp(service: OfflineTodoService(), dispatcher: $0) },
  state: \.state,
  actions: ActionDecoders()
    .adding(resultsOf: TodoAction.Fetch.self)
    .adding(resultsOf: TodoAction.Create.self)
    .adding(resultsOf: TodoAction.Finish.self)
    .adding(resultsOf: TodoAction.Delete.self)
    .adding(resultsOf: Calculate.Plus.self)
    .adding(resultsOf: Calculate.Minus.self)
)
