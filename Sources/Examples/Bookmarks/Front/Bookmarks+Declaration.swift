public import BookmarksExample
public import RewindReplay

/// The app's store, for its recording, for replays and for tests.
///
/// The reducer is declared with a service that has nothing to load, since it does not load in a replay;
/// and the screen is drawn for each state, because it can crash as well.
@MainActor public let bookmarks = ReplayableStore(
  initial: BookmarkState(),
  actions: BookmarkAction.self,
  reduce: .actionFirst { (action: BookmarkAction, state: BookmarkState) in
    makeBookmarkReducer(service: OfflineBookmarkService(), dispatch: { _ in })(action, state)
  }
)
.checkingStates { state in _ = Screen(state) }
