package import RewindInputs

/// Sees the reductions that a recording sees, as a time machine does.
package protocol ReductionObserver<State>: AnyObject {
  associatedtype State
  /// Called with the initial state, where the recording makes it.
  func begin(with initial: State)
  /// Returns the source of the inputs of a reduction that begins now.
  func inputs() -> any InputSource
  /// Called after a reduction, also of one that threw.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - index: Its index in the log.
  ///   - before: The state before it.
  ///   - after: The state after it.
  ///   - inputs: The source of its inputs.
  func reduced(
    _ action: Any,
    at index: Int,
    from before: State,
    to after: State,
    _ inputs: any InputSource
  )
}
