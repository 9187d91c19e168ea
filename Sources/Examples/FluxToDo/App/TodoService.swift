/// A service that keeps a list, and answers later.
public protocol TodoService: AnyObject {
  /// Asks for the list; `completion` is called later.
  func load(completion: @escaping (Result<[Todo], TodoError>) -> Void)
}

/// The service without a network: it answers when it is told to, so that sessions can be repeated.
public final class OfflineTodoService: TodoService {
  private var requests: [(Result<[Todo], TodoError>) -> Void] = []

  public init() {}

  /// Whether a question has not been answered yet.
  public var hasPendingRequests: Bool { !requests.isEmpty }

  public func load(completion: @escaping (Result<[Todo], TodoError>) -> Void) {
    requests.append(completion)
  }

  /// Answers the oldest question.
  public func arrive() {
    answer(.success(["Buy milk", "Water the plants", "Call home"].map { Todo(title: $0) }))
  }

  /// Lets the oldest question go unanswered.
  public func fail() {
    answer(.failure(.serviceUnreachable))
  }

  private func answer(_ result: Result<[Todo], TodoError>) {
    guard hasPendingRequests else { return }
    requests.removeFirst()(result)
  }
}
