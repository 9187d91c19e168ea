package import RewindInputs

/// Lets a recorder determine within which reduction an action was dispatched.
///
/// The cause of an action is another matter: `Recorded.mark` spans the whole dispatch.
package enum DispatchTrace {
  /// The mark of the action that is being reduced, and is open as long as its reducer runs.
  @TaskLocal package static var reducing: (any CauseMark)?

  /// The dispatches of the store of this package that is being built.
  @TaskLocal package static var building: StoreDispatches?
}
