import RewindJSON

/// The cause of an action, as its line names it.
///
/// ```
/// "cause":41                              it was dispatched by action 41, or by what that has started
/// "subscribed":17                         by a consumer that action 17 has started, and that lives on
/// "cause":{"store":"user","index":5}      by action 5 of another store of the session
/// ```
public struct CauseReference: Hashable, Sendable {
  /// The other store; nil for the log's own.
  public let store: String?
  public let index: Int
  /// True where the action is one of a consumer's, and answers nothing.
  public let isSubscription: Bool

  public init(store: String? = nil, index: Int, isSubscription: Bool = false) {
    (self.store, self.index, self.isSubscription) = (store, index, isSubscription)
  }

  /// Reads the cause from an action's line; nil if it has none.
  init?(_ line: JSONObject) {
    if let cause = line["cause"] {
      self.init(cause, isSubscription: false)
    } else if let cause = line["subscribed"] {
      self.init(cause, isSubscription: true)
    } else {
      return nil
    }
  }

  private init?(_ cause: JSONValue, isSubscription: Bool) {
    guard let index = cause.int ?? cause["index"]?.int else { return nil }
    self.init(store: cause["store"]?.string, index: index, isSubscription: isSubscription)
  }
}
