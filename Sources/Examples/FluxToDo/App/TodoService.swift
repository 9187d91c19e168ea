/// A service that stores a list, and responds asynchronously.
public protocol TodoService: AnyObject {
  /// Requests the list; `completion` is called later.
  func load(completion: @escaping (Result<[Todo], TodoError>) -> Void)
}

/// The service without a network, which responds on command, so that sessions can be repeated.
public final class OfflineTodoService: TodoService {
  private var requests: [(Result<[Todo], TodoError>) -> Void] = []

  public init() {}

  /// True while a request is pending.
  public var hasPendingRequests: Bool { !requests.isEmpty }

  public func load(completion: @escaping (Result<[Todo], TodoError>) -> Void) {
    requests.append(completion)
  }

  /// Responds to the oldest request.
  public func arrive() {
    answer(.success(["Buy milk", "Water the plants", "Call home"].map { Todo(title: $0) }))
  }

  /// Fails the oldest request.
  public func fail() {
    answer(.failure(.serviceUnreachable))
  }

  private func answer(_ result: Result<[Todo], TodoError>) {
    guard hasPendingRequests else { return }
    requests.removeFirst()(result)
  }
}
