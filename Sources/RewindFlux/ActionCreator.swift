import Foundation

#if REWIND_NOOP
import RewindNoop
#else
import Rewind
#endif

/// The entry point through which views invoke actions.
///
/// ```swift
/// ActionCreator.invoke(TodoAction.Create(title: "Buy milk"))
/// ```
///
/// An app supplies its own dispatcher by setting ``sharedDispatcher`` before its first store is
/// created, or with a subclass that overrides ``dispatcher``.
open class ActionCreator {
  private static let lock = NSLock()
  nonisolated(unsafe) private static var shared: any Dispatcher = DefaultDispatcher()

  /// The default dispatcher of actions and stores.
  ///
  /// A store stays with the dispatcher that it was created with; an ``InterceptedDispatcher`` around that
  /// one reaches it.
  public static var sharedDispatcher: any Dispatcher {
    get { lock.withLock { shared } }
    set { lock.withLock { shared = newValue } }
  }

  /// The dispatcher that this action creator passes to actions.
  open class var dispatcher: any Dispatcher { sharedDispatcher }

  /// Invokes an action; the action dispatches its result.
  public class func invoke<A: Action>(_ action: A) {
    let dispatcher = dispatcher
    guard dispatcher is InterceptedDispatcher else { return action.invoke(dispatcher) }
    // The result that it dispatches at once is the cause of those that follow.
    StoreDispatches.creating { action.invoke(dispatcher) }
  }
}
