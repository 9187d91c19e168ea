/// Lets a recorder determine during whose notification an action was dispatched.
///
/// A recorder marks the reduction of each action; the store passes the mark along with the new state
/// and makes it visible again while subscribers are notified of that state. Without a recorder there is
/// no mark.
package enum DispatchTrace {
  /// The mark of the action that is being reduced.
  @TaskLocal package static var reducing: (any Sendable)?

  /// The mark of the action whose state subscribers are being notified of.
  @TaskLocal package static var notifying: (any Sendable)?
}
