public import HomeListExample
public import RewindReplay
public import RewindStore

/// The app's store, for its recording, for replays and for tests.
public let homeList = ReplayableStore(
  reducer: appReducer,
  actions: [
    FetchHomeList.self, ReceiveHomeList.self, ResetState.self, ChangeSetSwitch.self,
    ChangeSetText.self, Rehydrate.self,
  ]
)
