import RewindInputs

/// Returns the state after an action from the action and the state before it.
public typealias BookmarkReducer =
  @MainActor (_ action: BookmarkAction, _ state: BookmarkState) -> BookmarkState

/// Makes the reducer of the app.
///
/// It starts the loading itself, which a reducer should not, and dispatches the list when it arrives.
/// So the loading is a recorded effect: in a replay it does not happen, and the list comes from the
/// recording.
///
/// - Parameters:
///   - service: The service that loads the list.
///   - dispatch: Sends an action to the store.
/// - Returns: The reducer.
@MainActor
public func makeBookmarkReducer(
  service: any BookmarkService,
  dispatch: @escaping @Sendable (BookmarkAction) -> Void
) -> BookmarkReducer {
  { action, state in
    var state = state
    switch action {
    case .onClickRefresh:
      state.pendingRefreshes += 1
      Recorded.effect("load bookmarks") {
        Task { dispatch(.refresh(list: await service.load())) }
      }
    case .refresh(let list):
      state.list = list
      state.pendingRefreshes -= 1
      state.isLoaded = true
    }
    return state
  }
}
