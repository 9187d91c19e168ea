public import MemoryTunesExample
public import RewindReplay
public import RewindStore

/// The game's store, for its recording, for replays and for tests.
public let memoryTunes = ReplayableStore(reducer: appReducer, actions: memoryTunesActions)

/// The game's actions, for a game with other rules too.
let memoryTunesActions: ActionDecoders<any RewindStore.Action> = [
  RoutingAction.self, ChangeCategoryAction.self, FetchTunesAction.self, SetCardsAction.self,
  FlipCardAction.self,
]
