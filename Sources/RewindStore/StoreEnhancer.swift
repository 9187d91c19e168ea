/// A function that makes a store from a reducer and, optionally, a first state.
public typealias StoreCreator<State> = (
  _ reducer: @escaping Reducer<State>, _ preloadedState: State?
) -> Store<State>

/// A function that wraps the creation of a store: tools plug in here.
///
/// It can pass on another reducer or another first state, and change the resulting store.
public typealias StoreEnhancer<State> = (
  _ create: @escaping StoreCreator<State>
) -> StoreCreator<State>

/// Makes a store, as in Redux.
///
/// ```swift
/// let store = createStore(appReducer, nil, applyMiddleware(createThunkMiddleware(), logger))
/// let unsubscribe = store.subscribe { print(store.getState()) }
/// ```
///
/// - Parameters:
///   - reducer: The reducer of the whole state.
///   - preloadedState: The first state, or `nil` for the reducer to make it.
///   - enhancer: The enhancer, if any; combine several with ``compose(_:)``.
/// - Returns: The store, in its first state.
public func createStore<State>(
  _ reducer: @escaping Reducer<State>,
  _ preloadedState: State? = nil,
  _ enhancer: StoreEnhancer<State>? = nil
) -> Store<State> {
  let create: StoreCreator<State> = { Store(reducer: $0, state: $1) }
  return (enhancer?(create) ?? create)(reducer, preloadedState)
}

/// Makes the enhancer that gives a store its middleware, the first one first.
///
/// As in Redux, the store has made its first state before the middleware is added.
public func applyMiddleware<State>(_ middleware: Middleware<State>...) -> StoreEnhancer<State> {
  applyMiddleware(middleware)
}

/// Makes the enhancer that gives a store the middleware of a list, the first one first.
public func applyMiddleware<State>(_ middleware: [Middleware<State>]) -> StoreEnhancer<State> {
  { create in
    { reducer, preloadedState in
      let store = create(reducer, preloadedState)
      store.middleware = middleware + store.middleware
      return store
    }
  }
}

/// Composes enhancers: the first is the outermost.
public func compose<State>(_ enhancers: StoreEnhancer<State>...) -> StoreEnhancer<State> {
  { create in enhancers.reversed().reduce(create) { create, enhancer in enhancer(create) } }
}
