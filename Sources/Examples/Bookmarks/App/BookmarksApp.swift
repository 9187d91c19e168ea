/// The app: its store, and the service that it loads from.
@MainActor
public final class BookmarksApp {
  public let store: BookmarkStore

  /// Makes the app in its first state.
  public init(service: any BookmarkService) {
    let store = BookmarkStore()
    store.reducer = makeBookmarkReducer(service: service) { [weak store] in store?.dispatch($0) }
    self.store = store
  }
}
