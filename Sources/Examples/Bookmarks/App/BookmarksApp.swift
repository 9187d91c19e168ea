/// The app: its store, and the service that it loads from.
///
/// Everything in this module is on the main actor unless it says otherwise, conformances to `Codable`
/// among it. (`@MainActor` is spelled out where compilers before Swift 6.2 need to be told.)
@MainActor
public final class BookmarksApp {
  public let store: BookmarkStore

  /// Makes the app in its first state.
  public init(service: any BookmarkService) {
    let store = BookmarkStore()
    store.reducer = makeBookmarkReducer(service: service) { [weak store] in store?.dispatch($0) }
    self.store = store
  }

  /// Asks for the list of the moment from wherever the caller is, as the system's background task does.
  public nonisolated func refreshInBackground() {
    store.dispatch(.onClickRefresh)
  }
}
