import Foundation

/// Work on many items, one for each core at a time.
package enum ParallelWork {
  /// The pause in seconds between two looks at what is done and whether to stop.
  private static let glance = 0.1

  /// Works on all items.
  ///
  /// - Parameters:
  ///   - items: The items, begun in this order.
  ///   - isCancelled: Returns true to begin no more items; called now and then.
  ///   - progress: Receives the number of items that are done; called now and then, by the calling thread.
  ///   - body: The work on an item, on another thread.
  /// - Returns: The results in the order of the items; nil for items that were not begun. After a failure no
  ///   more are begun.
  package static func map<Item: Sendable, Value: Sendable>(
    _ items: [Item],
    isCancelled: () -> Bool = { false },
    progress: (_ done: Int) -> Void = { _ in },
    _ body: @escaping @Sendable (Item) throws -> Value
  ) -> [Result<Value, any Error>?] {
    guard !items.isEmpty, !isCancelled() else { return items.map { _ in nil } }
    let board = Board<Value>(count: items.count)
    let width = min(items.count, max(1, ProcessInfo.processInfo.activeProcessorCount))
    start(width, board) { number in Result { try body(items[number]) } }
    return board.wait(for: width, glance: glance) { done in
      progress(done)
      if isCancelled() { board.stop() }
    }
  }

  /// Works on all items, and passes on the results one after the other in the order of the items.
  ///
  /// - Parameters:
  ///   - items: The items, begun in this order.
  ///   - onWait: Receives the number of items that are done; called now and then, by the calling thread.
  ///   - work: The work on an item, on another thread.
  ///   - report: Receives each result, on the calling thread; returns false to begin no more items.
  package static func inOrder<Item: Sendable, Value: Sendable>(
    _ items: [Item],
    onWait: (_ done: Int) -> Void,
    work: @escaping @Sendable (Item) -> Value,
    report: (Value) -> Bool
  ) {
    let board = Board<Value>(count: items.count)
    let width = min(items.count, max(1, ProcessInfo.processInfo.activeProcessorCount))
    start(width, board) { number in .success(work(items[number])) }
    for number in items.indices {
      guard case .success(let value) = board.result(number, glance: glance, onWait), report(value)
      else {
        board.stop()
        break
      }
    }
    _ = board.wait(for: width, glance: glance) { _ in }
  }

  private static func start<Value>(
    _ width: Int,
    _ board: Board<Value>,
    _ work: @escaping @Sendable (_ number: Int) -> Result<Value, any Error>
  ) {
    for _ in 0..<width {
      let thread = Thread {
        while let number = board.next() { board.finish(number, work(number)) }
        board.leave()
      }
      // Deep JSON is parsed here; a thread's own half megabyte is not enough for that.
      thread.stackSize = 8 << 20
      thread.start()
    }
  }

  /// The state that the workers share.
  private final class Board<Value: Sendable>: Sendable {
    private let condition = NSCondition()
    nonisolated(unsafe) private var given = 0
    nonisolated(unsafe) private var done = 0
    nonisolated(unsafe) private var left = 0
    nonisolated(unsafe) private var results: [Result<Value, any Error>?]

    init(count: Int) {
      results = Array(repeating: nil, count: count)
    }

    func next() -> Int? {
      condition.withLock {
        guard given < results.count else { return nil }
        given += 1
        return given - 1
      }
    }

    func finish(_ number: Int, _ result: Result<Value, any Error>) {
      condition.withLock {
        results[number] = result
        done += 1
        if case .failure = result { given = results.count }
        condition.broadcast()
      }
    }

    func leave() {
      condition.withLock {
        left += 1
        condition.broadcast()
      }
    }

    func stop() {
      condition.withLock { given = results.count }
    }

    /// Waits for a result, and lets go of it.
    func result(
      _ number: Int,
      glance: Double,
      _ onWait: (_ done: Int) -> Void
    ) -> Result<Value, any Error> {
      while true {
        let (result, done) = condition.withLock {
          if results[number] == nil {
            _ = condition.wait(until: Date(timeIntervalSinceNow: glance))
          }
          defer { results[number] = nil }
          return (results[number], self.done)
        }
        if let result { return result }
        onWait(done)
      }
    }

    func wait(
      for width: Int,
      glance: Double,
      onGlance: (Int) -> Void
    ) -> [Result<Value, any Error>?] {
      while true {
        let (done, isOver) = condition.withLock {
          if left < width { _ = condition.wait(until: Date(timeIntervalSinceNow: glance)) }
          return (self.done, left == width)
        }
        guard !isOver else { return condition.withLock { results } }
        onGlance(done)
      }
    }
  }
}
