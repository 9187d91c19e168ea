/// A service that is asked for the discount of what has been added, and answers later, in any order.
///
/// Its answers come by completion handlers, which know nothing of the request.
final class Discounts {
  nonisolated(unsafe) static let shared = Discounts()
  private var waiting: [(Int) -> Void] = []

  func ask(_ handler: @escaping (Int) -> Void) { waiting.append(handler) }

  /// Answers the last request first; the discount is the number of the request.
  func answer() {
    while let handler = waiting.popLast() { handler(waiting.count + 1) }
  }
}

/// What is played to see which answer belongs to which request.
let requests: [CartAction] = [.add("apple"), .add("pear")]
