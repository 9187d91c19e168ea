/// A subscriber whose state type is not known, as in a list of several kinds of subscribers.
public protocol AnyStoreSubscriber: AnyObject {
  // The underscore is ReSwift's: code that holds subscribers by this type calls it by this name.
  // swift-format-ignore: NoLeadingUnderscores
  /// Receives the state without static type information; calls `newState(state:)`.
  func _newState(state: Any)
}

/// An object that receives the states of a store, or selected parts of them.
///
/// A store does not keep its subscribers alive.
public protocol StoreSubscriber: AnyStoreSubscriber {
  /// The type that the subscriber receives: the store's state, or the part that its subscription selects.
  associatedtype StoreSubscriberStateType

  /// Receives a state: the current one upon subscribing, and then each new one.
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
