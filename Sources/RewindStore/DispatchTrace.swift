/// How a recorder learns during whose notification an action was dispatched.
///
/// A recorder marks the reduction of each action; the store carries the mark along with the new state
/// and shows it again while the state is being told to subscribers. Without a recorder there is no
/// mark, and nothing is carried.
package enum DispatchTrace {
  /// The mark of the action that is being reduced.
  @TaskLocal package static var reducing: (any Sendable)?

  /// The mark of the action whose state subscribers are being told.
  @TaskLocal package static var telling: (any Sendable)?
}
