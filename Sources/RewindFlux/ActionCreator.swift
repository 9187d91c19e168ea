import Foundation

/// The place from which views send actions on their way.
///
/// ```swift
/// ActionCreator.invoke(TodoAction.Create(title: "Buy milk"))
/// ```
///
/// An app brings a dispatcher of its own by setting ``sharedDispatcher`` before its first store is
/// made, or with a subclass that overrides ``dispatcher``.
open class ActionCreator {
  private static let lock = NSLock()
  nonisolated(unsafe) private static var shared: any Dispatcher = DefaultDispatcher()

  /// The dispatcher of actions and stores that have not been given another.
  ///
  /// A store stays with the dispatcher that it was made with.
  public static var sharedDispatcher: any Dispatcher {
    get { lock.withLock { shared } }
    set { lock.withLock { shared = newValue } }
  }

  /// The dispatcher that this action creator gives to actions.
  open class var dispatcher: any Dispatcher { sharedDispatcher }

  /// Lets an action do its work and dispatch the result.
  public class func invoke<A: Action>(_ action: A) {
    action.invoke(dispatcher)
  }
}
