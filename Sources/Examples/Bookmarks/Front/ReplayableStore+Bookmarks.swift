public import BookmarksExample
public import RewindReplay

extension ReplayableStore where State == BookmarkState, Action == BookmarkAction {
  /// The app for replays: the reducer, whose loading does not happen in a replay, and the screen, which
  /// is drawn after each action because it can crash as well.
  @MainActor
  public static func bookmarks() -> ReplayableStore {
    let reducer = makeBookmarkReducer(service: OfflineBookmarkService(), dispatch: { _ in })
    var store = ReplayableStore(
      initial: { BookmarkState() },
      reduce: { action, state in MainActor.assumeIsolated { reducer(action, state) } },
      actions: ActionDecoders([BookmarkAction.self])
    )
    store.after = { state in _ = Screen(state) }
    return store
  }
}
