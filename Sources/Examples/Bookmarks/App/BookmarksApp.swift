/// The app: its store, and the service that it loads from.
///
/// Everything in this module is on the main actor unless declared otherwise, including conformances to
/// `Codable`. (`@MainActor` is explicit where compilers before Swift 6.2 need it.)
@MainActor
public final class BookmarksApp {
  public let store: BookmarkStore

  /// Makes the app in its initial state.
  public init(service: any BookmarkService) {
    let store = BookmarkStore()
    store.reducer = makeBookmarkReducer(service: service) { [weak store] in store?.dispatch($0) }
    self.store = store
  }

  /// Requests the current list from any context, as the system's background task does.
  public nonisolated func refreshInBackground() {
    store.dispatch(.onClickRefresh)
  }
}
