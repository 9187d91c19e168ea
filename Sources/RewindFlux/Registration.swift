import Foundation

/// A handler's registration with a dispatcher, for any type of action.
///
/// ```
///              its turn, or waited for            it returns
///   waiting ─────────────────────────▶ pending ──────────────▶ handled
///      ▲                                                          │
///      └───────────────────── the next dispatch ──────────────────┘
/// ```
class AnyRegistration {
  enum Status {
    case waiting
    case pending
    case handled
  }

  let token: DispatchToken
  /// A handler that has just been registered takes no part in the dispatch under way.
  var status = Status.handled

  init(token: DispatchToken) {
    self.token = token
  }
}

/// A handler for the actions of one type.
final class Registration<A: Action>: AnyRegistration {
  private let handler: (Result<A.Payload, A.Error>) -> Void

  init(handler: @escaping (Result<A.Payload, A.Error>) -> Void) {
    self.handler = handler
    super.init(token: Tokens.next(named: "\(A.self)"))
  }

  func handle(_ result: Result<A.Payload, A.Error>) {
    status = .pending
    handler(result)
    status = .handled
  }
}

/// Makes tokens that are unique among all dispatchers, stores and actions: a token that is passed to
/// the wrong one removes nothing there.
enum Tokens {
  private static let lock = NSLock()
  nonisolated(unsafe) private static var count = 0

  /// Returns a new token that begins with a name, to be readable in messages.
  static func next(named name: String) -> String {
    let number = lock.withLock {
      count += 1
      return count
    }
    return "\(name)-\(number)"
  }
}
