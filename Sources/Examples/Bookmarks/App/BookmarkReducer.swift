import RewindInputs

/// Returns the state after an action from the action and the state before it.
public typealias BookmarkReducer =
  @MainActor (_ action: BookmarkAction, _ state: BookmarkState) -> BookmarkState

/// Makes the reducer of the app.
///
/// It starts the loading and the search itself, which a reducer should not, and dispatches the list when it arrives.
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
    state.browse(action)
    switch action {
    case .onClickRefresh:
      Recorded.effect("load bookmarks") {
        Task { dispatch(.refresh(list: await service.load())) }
      }
    case .search(let text):
      Recorded.effect("search bookmarks") {
        Task { dispatch(.found(text: text, list: await service.search(text))) }
      }
    default: break
    }
    return state
  }
}
