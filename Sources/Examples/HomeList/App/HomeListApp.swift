public import RewindStore

/// The app: its store, and the service that delivers entries.
public final class HomeListApp {
  public let store: Store<AppState>
  private let service: any HomeService

  /// Makes the app in its initial state, which is the stored one if it has a storage.
  ///
  /// - Parameters:
  ///   - service: The service that delivers entries.
  ///   - reducer: The root reducer, for programs that wrap it.
  ///   - middleware: Middleware after the thunks have been removed, such as a recorder.
  ///   - persistence: The enhancer that stores the state, if any.
  public init(
    service: any HomeService,
    reducer: @escaping Reducer<AppState> = appReducer,
    middleware: [Middleware<AppState>] = [],
    persistence: StoreEnhancer<AppState>? = nil
  ) {
    self.service = service
    let enhancer = applyMiddleware([createThunkMiddleware()] + middleware)
    store = createStore(reducer, nil, persistence.map { compose($0, enhancer) } ?? enhancer)
  }

  /// Requests the newest entries, showing none until they arrive.
  public func load() {
    store.dispatch(service.fetchHomeList(isLoading: true))
  }

  /// Requests the newest entries, showing the old ones until they arrive.
  public func refresh() {
    store.dispatch(service.fetchHomeList(isRefreshing: true))
  }

  /// Requests the entries after the last one, which must exist.
  public func loadMore() {
    store.dispatch(service.fetchHomeList(isLoadMore: true))
  }
}
