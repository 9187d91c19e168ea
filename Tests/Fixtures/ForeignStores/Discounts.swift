import Foundation

/// A service that is asked for the discount of what has been added, and answers later, in any order.
///
/// Its answers come by completion handlers, which know nothing of the request.
final class Discounts: @unchecked Sendable {
  static let shared = Discounts()
  private let lock = NSLock()
  private var waiting: [(Int) -> Void] = []

  /// The number of requests that wait for an answer.
  var count: Int { lock.withLock { waiting.count } }

  func ask(_ handler: @escaping (Int) -> Void) { lock.withLock { waiting.append(handler) } }

  /// Answers the last request first; the discount is the number of the request.
  func answer() {
    while count > 0 { answerLast() }
  }

  func answerLast() {
    let (handler, number) = lock.withLock { (waiting.removeLast(), waiting.count + 1) }
    handler(number)
  }
}

/// What is played to see which answer belongs to which request.
let requests: [CartAction] = [.add("apple"), .add("pear")]
