#if REWIND_NOOP
import RewindNoop
#else
import Rewind
#endif

/// Holds an app's state; only dispatched actions change it.
///
/// The public interface is ReSwift's: to migrate an app, import `RewindStore` instead.
///
/// ```swift
/// let store = Store<AppState>(reducer: appReducer, state: nil, middleware: [logging])
/// store.subscribe(self) { $0.select(\.game) }
/// store.dispatch(FlipCardAction(cardIndexToFlip: 3))
/// ```
///
/// **Order.** `dispatch` sends an action through the middleware to the reducer, and `state` is new when
/// it returns. Subscribers are notified after the middleware chain has returned, in the order in which
/// they subscribed. An action that a middleware or a subscriber dispatches is reduced at once, and its
/// notification follows after all earlier ones have been delivered: each subscriber receives every
/// state once, in order. (ReSwift notifies within the chain, nested, in no order.) So within
/// `newState(state:)` the store's `state` can be newer than the one passed in.
///
/// **Threads.** As in ReSwift, use a store from one thread or actor only. Two reductions at the same
/// time stop the program.
open class Store<State>: StoreType {
  /// The callback after an action that an asynchronous action creator delivered.
  public typealias DispatchCallback = (State) -> Void

  /// A function that decides from the state which action to dispatch, if any.
  public typealias ActionCreator = (_ state: State, _ store: Store) -> (any Action)?

  /// A function that delivers action creators, immediately or later, through the given callback.
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
  /// It can be replaced by a function that wraps it. Setting `middleware` rebuilds it.
  public var dispatchFunction: DispatchFunction!

  /// The middleware that every action passes through on its way to the reducer, the first one first.
  public var middleware: [Middleware<State>] {
    didSet { dispatchFunction = makeDispatchFunction() }
  }

  private let reducer: Reducer<State>
  private let automaticallySkipsRepeats: Bool
  private let reductions = ReductionGuard()
  private let notifications = NotificationQueue<State>()
  private var dispatches = StoreDispatches()
  /// The file and line of the dispatch under way that has not reached the middleware yet.
  private var site: (file: StaticString, line: UInt)?
  private var listeners: [ObjectIdentifier: StoreListener<State>] = [:]

  /// Makes a store, and its first state if none is given, by dispatching `ReSwiftInit`.
  ///
  /// - Parameters:
  ///   - reducer: The reducer of the whole state.
  ///   - state: The first state, or `nil` for the reducer to make it.
  ///   - middleware: The middleware that every action passes through, the first one first.
  ///   - automaticallySkipsRepeats: Indicates whether subscribers whose state is `Equatable` receive
  ///     only states that differ from the one before.
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

  /// Sends an action through the middleware to the reducer, then notifies the subscribers.
  ///
  /// Called by a middleware or a subscriber, it reduces at once and leaves the notification to the
  /// outer call.
  @_disfavoredOverload
  open func dispatch(_ action: any Action) {
    dispatches.holding { notifications.holding { dispatchFunction(action) } }
  }

  /// Dispatches an action; a recording notes the file and line of the call as its source.
  public func dispatch(
    _ action: any Action,
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    site = (file, line)
    defer { site = nil }
    pass(action)
  }

  /// Runs an action creator: work that it starts answers the action that it dispatches.
  private func creating(_ create: () -> Void) {
    if dispatches.areRecorded { StoreDispatches.creating(create) } else { create() }
  }

  /// Dispatches an action without a file and line, as subclasses override it.
  private func pass(_ action: any Action) {
    let dispatch: DispatchFunction = self.dispatch(_:)
    dispatch(action)
  }

  /// Runs an action creator and dispatches the action that it returns, if any.
  open func dispatch(_ actionCreatorProvider: @escaping ActionCreator) {
    creating {
      if let action = actionCreatorProvider(state, self) {
        pass(action)
      }
    }
  }

  /// Runs an asynchronous action creator and dispatches the actions that it delivers.
  open func dispatch(_ asyncActionCreatorProvider: @escaping AsyncActionCreator) {
    dispatch(asyncActionCreatorProvider, callback: nil)
  }

  /// Runs an asynchronous action creator, dispatches the actions that it delivers, and calls back after
  /// each with the resulting state.
  open func dispatch(
    _ asyncActionCreatorProvider: @escaping AsyncActionCreator,
    callback: DispatchCallback?
  ) {
    creating {
      asyncActionCreatorProvider(state, self) { actionCreator in
        guard let action = actionCreator(self.state, self) else { return }
        self.pass(action)
        callback?(self.state)
      }
    }
  }

  // The underscore is ReSwift's: subclasses override it by this name.
  // swift-format-ignore: NoLeadingUnderscores
  /// Reduces an action: the end of the middleware chain.
  ///
  /// A dispatch from within a reducer, or concurrently from another thread, stops the program.
  open func _defaultDispatch(action: any Action) {
    let oldState = state
    let newState = reductions.reducing(action) { reducer(action, oldState) }
    state = newState
    notifications.stateChanged(from: oldState, to: newState)
  }

  /// Sets the state without an action and notifies the subscribers, as a time machine does.
  package func show(_ state: State) {
    notifications.holding {
      let oldState = self.state
      self.state = state
      notifications.stateChanged(from: oldState, to: state)
    }
  }

  /// Sends a subscriber the current state and then every new one.
  ///
  /// A subscriber that has already subscribed starts again. The store does not keep it alive.
  open func subscribe<S: StoreSubscriber>(_ subscriber: S)
  where S.StoreSubscriberStateType == State {
    add(subscriber) { $0 }
  }

  /// Sends a subscriber the part that `transform` selects from the current state and from every new one.
  ///
  /// A `transform` of `nil` selects the whole state.
  open func subscribe<SelectedState, S: StoreSubscriber>(
    _ subscriber: S,
    transform: ((Subscription<State>) -> Subscription<SelectedState>)?
  ) where S.StoreSubscriberStateType == SelectedState {
    add(subscriber) { transform?($0) ?? $0.cast() }
  }

  /// Calls a function after every action, as in Redux, until it unsubscribes.
  ///
  /// It is not called immediately and receives no state; call `getState()`.
  ///
  /// - Returns: A function that unsubscribes.
  @discardableResult
  public func subscribe(_ listener: @escaping () -> Void) -> () -> Void {
    let listener = StoreListener<State>(listener)
    let subscription = StoreSubscription<State>(listener) { $0 }
    listeners[ObjectIdentifier(listener)] = listener
    notifications.add(subscription, to: listener, currentState: nil)
    return { [weak self, weak listener] in
      guard let self, let listener else { return }
      unsubscribe(listener)
      listeners[ObjectIdentifier(listener)] = nil
    }
  }

  /// The current state, under its Redux name.
  public func getState() -> State { state }

  /// Unsubscribes a subscriber: it receives no more states, not even one that is being delivered.
  open func unsubscribe(_ subscriber: any AnyStoreSubscriber) {
    notifications.remove(subscriber)
  }

  private func add<S: StoreSubscriber>(
    _ subscriber: S,
    _ narrow: (Subscription<State>) -> Subscription<S.StoreSubscriberStateType>
  ) {
    let subscription = StoreSubscription(subscriber, narrow)
    notifications.add(subscription, to: subscriber, currentState: state)
  }

  /// The chain itself holds notifications back, for callers that use `dispatchFunction` directly.
  private func makeDispatchFunction() -> DispatchFunction {
    let dispatch: DispatchFunction = { [weak self] in self?.pass($0) }
    let getState: () -> State? = { [weak self] in self?.state }
    let reduce: DispatchFunction = { [weak self] in self?._defaultDispatch(action: $0) }
    dispatches = StoreDispatches()
    let chain = dispatches.building {
      middleware.reversed().reduce(reduce) { next, middleware in
        middleware(dispatch, getState)(next)
      }
    }
    return { [weak self, notifications, dispatches] action in
      guard dispatches.areRecorded else { return notifications.holding { chain(action) } }
      let site = self?.site
      self?.site = nil
      dispatches.holding {
        notifications.holding { dispatches.dispatching(at: site) { chain(action) } }
      }
    }
  }
}

extension Store {
  /// Sends a subscriber the part that `transform` selects, without repeats if the store skips them.
  ///
  /// A `transform` of `nil` selects the whole state.
  public func subscribe<SelectedState: Equatable, S: StoreSubscriber>(
    _ subscriber: S,
    transform: ((Subscription<State>) -> Subscription<SelectedState>)?
  ) where S.StoreSubscriberStateType == SelectedState {
    add(subscriber) { source in
      let selected = transform?(source) ?? source.cast()
      return automaticallySkipsRepeats ? selected.skipRepeats() : selected
    }
  }
}

extension Store where State: Equatable {
  /// Sends a subscriber the current state and then every new one, without repeats if the store skips them.
  public func subscribe<S: StoreSubscriber>(_ subscriber: S)
  where S.StoreSubscriberStateType == State {
    add(subscriber) { automaticallySkipsRepeats ? $0.skipRepeats() : $0 }
  }
}

extension Subscription {
  /// The same states for a subscriber with another declared type: those that are of that type.
  fileprivate func cast<Other>() -> Subscription<Other> {
    Subscription<Other> { sink in
      self.observe { oldState, newState in
        if let newState = newState as? Other { sink(oldState as? Other, newState) }
      }
    }
  }
}
