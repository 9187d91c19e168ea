public import FluxToDoExample
public import RewindFlux
public import RewindReplay

extension ReplayableStore where State == FluxToDoState, Action == DispatchedAction {
  /// The app for replays.
  ///
  /// The recording has the results of its actions, so that the service receives no requests.
  public static func fluxToDo() -> ReplayableStore {
    ReplayableStore(
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
  }
}
