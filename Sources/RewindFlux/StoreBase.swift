/// A store that handles actions, and can unregister all its handlers at once.
///
/// ```swift
/// final class TodoStore: StoreBase {
///   private(set) var todos: [Todo] = []
///
///   override init() {
///     super.init()
///     register(TodoAction.Create.self) { [unowned self] result in
///       guard case .success(let todo) = result else { return }
///       todos.append(todo)
///       emitChange()
///     }
///   }
/// }
/// ```
///
/// A dispatcher retains its handlers: a handler that holds its store strongly keeps it alive until
/// `unregister` is called.
open class StoreBase: Store {
  public let listeners = ListenerList<Void>()
  /// The dispatcher of the store's handlers.
  public let dispatcher: any Dispatcher
  private var undo: [() -> Void] = []

  /// Makes a store without handlers, with the shared dispatcher.
  public init() {
    dispatcher = ActionCreator.dispatcher
  }

  /// Makes a store without handlers, with a dispatcher of its own.
  public init(dispatcher: any Dispatcher) {
    self.dispatcher = dispatcher
  }

  deinit {
    for undo in undo { undo() }
  }

  /// Registers a handler for the results of a type of action.
  @discardableResult
  open func register<A: Action>(
    _ type: A.Type,
    handler: @escaping (Result<A.Payload, A.Error>) -> Void
  ) -> DispatchToken {
    let token = dispatcher.register(type, handler: handler)
    undo.append { [dispatcher] in dispatcher.unregister(token) }
    return token
  }

  /// Listens to an action that is its own publisher.
  @discardableResult
  open func listen<Payload>(
    to action: RefluxAction<Payload>,
    handler: @escaping (Payload) -> Void
  ) -> StoreListenerToken {
    let token = action.listen(handler)
    undo.append { action.stopListening(token) }
    return token
  }

  /// Unregisters all handlers.
  open func unregister() {
    for undo in undo { undo() }
    undo = []
  }
}
