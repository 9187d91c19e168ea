/// The interface of a store, for code that works with any store.
public protocol StoreType: DispatchingStoreType {
  associatedtype State

  // Implicitly unwrapped as in ReSwift, so that both `store.state.part` and `store.state?.part`
  // compile; it is nil only while the store makes its first state.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  /// The current state.
  var state: State! { get }

  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  /// The function that `dispatch` calls: all middleware, then the reducer.
  var dispatchFunction: DispatchFunction! { get }

  /// Sends a subscriber the current state and then every new one.
  func subscribe<S: StoreSubscriber>(_ subscriber: S) where S.StoreSubscriberStateType == State

  /// Sends a subscriber the part that `transform` selects from the current state and from every new one.
  func subscribe<SelectedState, S: StoreSubscriber>(
    _ subscriber: S,
    transform: ((Subscription<State>) -> Subscription<SelectedState>)?
  ) where S.StoreSubscriberStateType == SelectedState

  /// Sends a subscriber the part that `transform` selects, without repeats if the store skips them.
  func subscribe<SelectedState: Equatable, S: StoreSubscriber>(
    _ subscriber: S,
    transform: ((Subscription<State>) -> Subscription<SelectedState>)?
  ) where S.StoreSubscriberStateType == SelectedState

  /// Unsubscribes a subscriber.
  func unsubscribe(_ subscriber: any AnyStoreSubscriber)

  /// Runs an action creator and dispatches the action that it returns, if any.
  func dispatch(_ actionCreator: ActionCreator)

  /// Runs an asynchronous action creator and dispatches the actions that it delivers.
  func dispatch(_ asyncActionCreator: AsyncActionCreator)

  /// Runs an asynchronous action creator, dispatches the actions that it delivers, and calls back after
  /// each with the resulting state.
  func dispatch(_ asyncActionCreator: AsyncActionCreator, callback: DispatchCallback?)

  /// The callback after an action that an asynchronous action creator delivered.
  associatedtype DispatchCallback = (State) -> Void

  /// A function that decides from the state which action to dispatch, if any.
  associatedtype ActionCreator = (_ state: State, _ store: any StoreType) -> (any Action)?

  /// A function that delivers action creators, immediately or later, through the given callback.
  associatedtype AsyncActionCreator = (
    _ state: State, _ store: any StoreType, _ actionCreatorCallback: (ActionCreator) -> Void
  ) -> Void
}
