/// Lets a store of this package find the recording that is among its middleware.
package enum DispatchTrace {
  /// The dispatches of the store that is being built.
  @TaskLocal package static var building: StoreDispatches?
}
