public import FluxToDoExample
public import RewindFlux
public import RewindReplay

extension ReplayableStore where State == FluxToDoState, Action == DispatchedAction {
  /// What a replay must know of the app.
  ///
  /// What its actions dispatched is in the recording, so that the service is asked nothing.
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
