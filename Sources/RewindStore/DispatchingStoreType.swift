/// A destination for actions, for code that dispatches and does not read the state.
public protocol DispatchingStoreType {
  /// Sends an action through the middleware to the reducer.
  func dispatch(_ action: any Action)
}
