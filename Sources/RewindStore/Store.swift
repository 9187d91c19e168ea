/// The one place where an app's state lives, changed by dispatching actions.
///
/// The public interface is ReSwift's: an app moves over by importing `RewindStore` in its place.
///
/// ```swift
/// let store = Store<AppState>(reducer: appReducer, state: nil, middleware: [logging])
/// store.subscribe(self) { $0.select(\.game) }
/// store.dispatch(FlipCardAction(cardIndexToFlip: 3))
/// ```
///
/// **Order.** `dispatch` takes an action through the middleware to the reducer, and `state` is new when
/// it returns. Subscribers are told after the middleware chain has returned, in the order in which they
/// subscribed. What is dispatched by a middleware or by a subscriber is reduced at once, and its
/// notification follows after the ones before it have reached everybody: each subscriber is told every
/// state once, in order. (ReSwift notifies in the midst of the chain, nested, in no order.) So within
/// `newState(state:)` the `state` of the store can be newer than the one that is told.
///
/// **Threads.** As in ReSwift, use a store from one thread or actor only. Two reductions at the same
/// time stop the program.
open class Store<State>: StoreType {
  /// What is called after an action that an asynchronous action creator delivered.
  public typealias DispatchCallback = (State) -> Void

  /// A function that decides from the state which action to dispatch, if any.
  public typealias ActionCreator = (_ state: State, _ store: Store) -> (any Action)?

  /// A function that delivers action creators, at once or later, through the callback it is given.
  public typealias AsyncActionCreator = (
    _ state: State, _ store: Store,
    _ actionCreatorCallback: @escaping (ActionCreator) -> Void
  ) -> Void

  // Both are implicitly unwrapped as in ReSwift: apps write `store.state.part` and `store.state?.part`.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  /// The current state; `nil` only while the store makes its first one.
  public private(set) var state: State!

  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  /// The function that `dispatch` calls: all middleware, then the reducer.
  ///
  /// It can be replaced by one that wraps it. Setting `middleware` makes it anew.
  public var dispatchFunction: DispatchFunction!

  /// What every action passes on its way to the reducer, the first one first.
  public var middleware: [Middleware<State>] {
    didSet { dispatchFunction = makeDispatchFunction() }
  }

  private let reducer: Reducer<State>
  private let automaticallySkipsRepeats: Bool
  private let reductions = ReductionGuard()
  private let notifications = NotificationQueue<State>()
  private var listeners: [StoreListener<State>] = []

  /// Makes a store, and its first state if it is given none, by dispatching `ReSwiftInit`.
  ///
  /// - Parameters:
  ///   - reducer: The reducer of the whole state.
  ///   - state: The first state, or `nil` if the reducer is to make it.
  ///   - middleware: What every action passes on its way to the reducer, the first one first.
  ///   - automaticallySkipsRepeats: Whether subscribers whose state is `Equatable` are told only
  ///     states that differ from the one before.
  public required init(
    reducer: @escaping Reducer<State>,
    state: State?,
    middleware: [Middleware<State>] = [],
    automaticallySkipsRepeats: Bool = true
  ) {
    self.reducer = reducer
    self.middleware = middleware
    self.automaticallySkipsRepeats = automaticallySkipsRepeats
    dispatchFunction = makeDispatchFunction()
    if let state {
      self.state = state
    } else {
      dispatch(ReSwiftInit())
    }
  }

  /// Sends an action through the middleware to the reducer, then tells the subscribers.
  ///
  /// Called by a middleware or a subscriber, it reduces at once and leaves the telling to the call
  /// under way.
  open func dispatch(_ action: any Action) {
    notifications.holding { dispatchFunction(action) }
  }

  /// Runs an action creator and dispatches the action that it returns, if any.
  open func dispatch(_ actionCreatorProvider: @escaping ActionCreator) {
    if let action = actionCreatorProvider(state, self) {
      dispatch(action)
    }
  }

  /// Runs an asynchronous action creator and dispatches the actions that it delivers.
  open func dispatch(_ asyncActionCreatorProvider: @escaping AsyncActionCreator) {
    dispatch(asyncActionCreatorProvider, callback: nil)
  }

  /// Runs an asynchronous action creator, dispatches the actions that it delivers, and calls back
  /// after each with the state that it led to.
  open func dispatch(
    _ asyncActionCreatorProvider: @escaping AsyncActionCreator,
    callback: DispatchCallback?
  ) {
    asyncActionCreatorProvider(state, self) { actionCreator in
      guard let action = actionCreator(self.state, self) else { return }
      self.dispatch(action)
      callback?(self.state)
    }
  }

  // The underscore is ReSwift's: subclasses override it by this name.
  // swift-format-ignore: NoLeadingUnderscores
  /// Reduces an action: the end of the middleware chain.
  ///
  /// A dispatch from within a reducer, or from another thread meanwhile, stops the program.
  open func _defaultDispatch(action: any Action) {
    let oldState = state
    let newState = reductions.reducing(action) { reducer(action, oldState) }
    state = newState
    notifications.stateChanged(from: oldState, to: newState)
  }

  /// Sets the state without an action, and tells the subscribers: how a time machine shows the past.
  package func show(_ state: State) {
    notifications.holding {
      let oldState = self.state
      self.state = state
      notifications.stateChanged(from: oldState, to: state)
    }
  }

  /// Tells a subscriber the current state and then every new one.
  ///
  /// A subscriber that is subscribed already begins anew. The store does not keep it alive.
  open func subscribe<S: StoreSubscriber>(_ subscriber: S)
  where S.StoreSubscriberStateType == State {
    let source = Subscription<State>()
    add(subscriber, source: source, selected: source)
  }

  /// Tells a subscriber what `transform` selects from the current state and from every new one.
  ///
  /// A `transform` of `nil` selects the whole state.
  open func subscribe<SelectedState, S: StoreSubscriber>(
    _ subscriber: S,
    transform: ((Subscription<State>) -> Subscription<SelectedState>)?
  ) where S.StoreSubscriberStateType == SelectedState {
    let source = Subscription<State>()
    add(subscriber, source: source, selected: transform?(source) ?? source.cast())
  }

  /// Calls a function after every action, as Redux does, until it unsubscribes.
  ///
  /// It is not called at once, and it is not told the state: it asks for it.
  ///
  /// - Returns: What unsubscribes it.
  @discardableResult
  public func subscribe(_ listener: @escaping () -> Void) -> () -> Void {
    let listener = StoreListener<State>(listener)
    let source = Subscription<State>()
    let subscription = StoreSubscription(listener, source: source, selected: source)
    listeners.append(listener)
    notifications.add(subscription, currentState: nil)
    return { [weak self, weak listener] in
      guard let self, let listener else { return }
      unsubscribe(listener)
      listeners.removeAll { $0 === listener }
    }
  }

  /// The current state, in the words of Redux.
  public func getState() -> State { state }

  /// Tells a subscriber no more states, not even one that is being delivered.
  open func unsubscribe(_ subscriber: any AnyStoreSubscriber) {
    notifications.remove(subscriber)
  }

  private func add<S: StoreSubscriber>(
    _ subscriber: S,
    source: Subscription<State>,
    selected: Subscription<S.StoreSubscriberStateType>
  ) {
    let subscription = StoreSubscription(subscriber, source: source, selected: selected)
    notifications.add(subscription, currentState: state)
  }

  /// The chain holds notifications back itself, for those who call `dispatchFunction` directly.
  private func makeDispatchFunction() -> DispatchFunction {
    let dispatch: DispatchFunction = { [weak self] in self?.dispatch($0) }
    let getState: () -> State? = { [weak self] in self?.state }
    let reduce: DispatchFunction = { [weak self] in self?._defaultDispatch(action: $0) }
    let chain = middleware.reversed().reduce(reduce) { next, middleware in
      middleware(dispatch, getState)(next)
    }
    return { [notifications] action in notifications.holding { chain(action) } }
  }
}

extension Store {
  /// Tells a subscriber what `transform` selects, and leaves out repeats if the store does so.
  ///
  /// A `transform` of `nil` selects the whole state.
  public func subscribe<SelectedState: Equatable, S: StoreSubscriber>(
    _ subscriber: S,
    transform: ((Subscription<State>) -> Subscription<SelectedState>)?
  ) where S.StoreSubscriberStateType == SelectedState {
    let source = Subscription<State>()
    let selected = transform?(source) ?? source.cast()
    add(
      subscriber,
      source: source,
      selected: automaticallySkipsRepeats ? selected.skipRepeats() : selected
    )
  }
}

extension Store where State: Equatable {
  /// Tells a subscriber the current state and then every new one, without repeats if the store
  /// leaves them out.
  public func subscribe<S: StoreSubscriber>(_ subscriber: S)
  where S.StoreSubscriberStateType == State {
    let source = Subscription<State>()
    add(
      subscriber,
      source: source,
      selected: automaticallySkipsRepeats ? source.skipRepeats() : source
    )
  }
}

extension Subscription {
  /// The same states for a subscriber that is said to take another type: those that are of it.
  fileprivate func cast<Other>() -> Subscription<Other> {
    Subscription<Other> { sink in
      self.observe { oldState, newState in
        if let newState = newState as? Other { sink(oldState as? Other, newState) }
      }
    }
  }
}
