public import MemoryTunesExample
public import RewindReplay
public import RewindStore

extension ReplayableStore where State == AppState, Action == any RewindStore.Action {
  /// The game for replays.
  public static func memoryTunes(
    reducer: @escaping Reducer<AppState> = appReducer
  ) -> ReplayableStore {
    ReplayableStore(
      reducer: reducer,
      actions: [
        RoutingAction.self, ChangeCategoryAction.self, FetchTunesAction.self, SetCardsAction.self,
        FlipCardAction.self,
      ]
    )
  }
}
