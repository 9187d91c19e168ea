public import RewindFlux

/// What can be done with the list.
public enum TodoAction {
  /// Asks the service for the list and dispatches it when it comes, or what stood in its way.
  public struct Fetch: Action {
    public typealias Payload = [Todo]
    public typealias Error = TodoError

    private let service: any TodoService

    public init(from service: any TodoService) {
      self.service = service
    }

    public func invoke(_ dispatcher: any Dispatcher) {
      service.load { result in dispatcher.dispatch(self, result: result) }
    }
  }

  /// Adds something to do; it fails when there is nothing to add.
  public struct Create: Action {
    public typealias Payload = Todo
    public typealias Error = TodoError

    private let title: String

    public init(title: String) {
      self.title = title
    }

    public func invoke(_ dispatcher: any Dispatcher) {
      dispatcher.dispatch(
        self,
        result: title.isEmpty ? .failure(.emptyTitle) : .success(Todo(title: title))
      )
    }
  }

  /// Says that something has been done, by its place in the list.
  public struct Finish: Action {
    public typealias Payload = Int
    public typealias Error = TodoError

    private let index: Int

    public init(index: Int) {
      self.index = index
    }

    public func invoke(_ dispatcher: any Dispatcher) {
      dispatcher.dispatch(self, result: .success(index))
    }
  }

  /// Takes something from the list, by its place.
  public struct Delete: Action {
    public typealias Payload = Int
    public typealias Error = TodoError

    private let index: Int

    public init(index: Int) {
      self.index = index
    }

    public func invoke(_ dispatcher: any Dispatcher) {
      dispatcher.dispatch(self, result: .success(index))
    }
  }
}
