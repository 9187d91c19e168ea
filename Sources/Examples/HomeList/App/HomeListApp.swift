public import RewindStore

/// The app: its store, and the service that it asks for entries.
public final class HomeListApp {
  public let store: Store<AppState>
  private let service: any HomeService

  /// Makes the app in its first state, which is what was remembered if it has a storage.
  ///
  /// - Parameters:
  ///   - service: The service that is asked for entries.
  ///   - reducer: The root reducer, for programs that wrap it.
  ///   - middleware: What every action passes after the thunks have been taken out, such as a
  ///     recorder.
  ///   - persistence: The enhancer that stores the state away, if it is to be.
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

  /// Asks for the newest entries, with nothing to show until they come.
  public func load() {
    store.dispatch(service.fetchHomeList(isLoading: true))
  }

  /// Asks for the newest entries, and shows the old ones until they come.
  public func refresh() {
    store.dispatch(service.fetchHomeList(isRefreshing: true))
  }

  /// Asks for the entries after the last one, which there has to be.
  public func loadMore() {
    store.dispatch(service.fetchHomeList(isLoadMore: true))
  }

  /// Forgets the entries.
  public func reset() {
    store.dispatch(ResetState())
  }
}
