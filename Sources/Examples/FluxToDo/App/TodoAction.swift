public import RewindFlux
import RewindInputs

/// The actions of the list.
public enum TodoAction {
  /// Requests the list from the service, and dispatches it or the error when it arrives.
  public struct Fetch: Action {
    public typealias Payload = [Todo]
    public typealias Error = TodoError

    private let service: any TodoService

    public init(from service: any TodoService) {
      self.service = service
    }

    public func invoke(_ dispatcher: any Dispatcher) {
      service.load(
        completion: Recorded.callback { result in dispatcher.dispatch(self, result: result) }
      )
    }
  }

  /// Adds an item; fails if its title is empty.
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

  /// Marks the item at an index as done.
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

  /// Removes the item at an index.
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
