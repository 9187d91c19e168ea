import Foundation

/// A handler's place in a dispatcher, whatever the type of its actions.
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
  /// A handler that has just been registered has no part in the dispatch under way.
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

/// Makes tokens that no two dispatchers, stores and actions share: one that is given to the wrong
/// place removes nothing there.
enum Tokens {
  private static let lock = NSLock()
  nonisolated(unsafe) private static var count = 0

  /// A new token that begins with a name, for those who meet it in a message.
  static func next(named name: String) -> String {
    let number = lock.withLock {
      count += 1
      return count
    }
    return "\(name)-\(number)"
  }
}
