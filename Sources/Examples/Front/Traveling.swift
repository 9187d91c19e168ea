package import RewindReplay

/// A time machine of any app.
package protocol Traveling: AnyObject {
  /// The number of actions that have happened in the state that is shown.
  var position: Int { get }
  /// The number of actions.
  var count: Int { get }

  func step(by distance: Int) throws(TimeMachineError)
  func jump(to position: Int) throws(TimeMachineError)
  func resume() throws(TimeMachineError)
}

extension TimeMachine: Traveling {
  package var count: Int { history.count }
}
