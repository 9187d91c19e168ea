public import HomeListExample
public import RewindReplay
public import RewindStore

extension ReplayableStore where State == AppState, Action == any RewindStore.Action {
  /// The app for replays.
  public static func homeList(
    reducer: @escaping Reducer<AppState> = appReducer
  ) -> ReplayableStore {
    ReplayableStore(
      reducer: reducer,
      actions: [
        FetchHomeList.self, ReceiveHomeList.self, ResetState.self, ChangeSetSwitch.self,
        ChangeSetText.self, Rehydrate.self,
      ]
    )
  }
}
