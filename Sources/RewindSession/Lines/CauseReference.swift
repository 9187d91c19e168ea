import RewindJSON

/// The cause of an action, as its line names it.
///
/// ```
/// "cause":41                              it was dispatched by action 41, or by what that has started
/// "subscribed":17                         by a consumer that action 17 has started, and that lives on
/// "origin":7                              by action 7, or by one that had come of it unseen
/// "cause":{"store":"user","index":5}      by action 5 of another store of the session
/// ```
public struct CauseReference: Hashable, Sendable {
  /// How an action comes from another, by the member of its line.
  public enum Kind: String, CaseIterable, Sendable {
    case answer = "cause"
    /// The action is one of a consumer's, and answers nothing.
    case subscription = "subscribed"
    /// The action answers that one, or another that had come of it.
    case origin
  }

  /// The other store; nil for the log's own.
  public let store: String?
  public let index: Int
  public let kind: Kind

  public init(store: String? = nil, index: Int, _ kind: Kind = .answer) {
    (self.store, self.index, self.kind) = (store, index, kind)
  }

  /// Reads the cause from an action's line; nil if it has none.
  init?(_ line: JSONObject) {
    guard let kind = Kind.allCases.first(where: { line[$0.rawValue] != nil }),
      let cause = line[kind.rawValue], let index = cause.int ?? cause["index"]?.int
    else { return nil }
    self.init(store: cause["store"]?.string, index: index, kind)
  }
}
