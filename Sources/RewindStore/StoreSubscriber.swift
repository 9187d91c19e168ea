/// A subscriber whose state type is not known, as in a list of several kinds of subscribers.
public protocol AnyStoreSubscriber: AnyObject {
  // The underscore is ReSwift's: code that holds subscribers by this type calls it by this name.
  // swift-format-ignore: NoLeadingUnderscores
  /// Hands over a state whose type is not known to the caller.
  func _newState(state: Any)
}

/// An object that is told of the states of a store, or of the parts of them that it selected.
///
/// A store does not keep its subscribers alive.
public protocol StoreSubscriber: AnyStoreSubscriber {
  /// What the subscriber is told: the store's state, or what its subscription selects from it.
  associatedtype StoreSubscriberStateType

  /// Tells the subscriber a state: the current one when it subscribes, and then each new one.
  func newState(state: StoreSubscriberStateType)
}

extension StoreSubscriber {
  // swift-format-ignore: NoLeadingUnderscores
  /// Passes the state on to `newState(state:)` if it is of the right type.
  public func _newState(state: Any) {
    if let state = state as? StoreSubscriberStateType {
      newState(state: state)
    }
  }
}
