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
    return begin(items, body).results(isCancelled: isCancelled, progress: progress)
  }

  /// Work that goes on while the caller does something else.
  package struct Running<Value: Sendable> {
    fileprivate let board: Board<Result<Value, any Error>>

    /// Waits for the results, in the order of the items; nil for items that were not begun.
    package func results(
      isCancelled: () -> Bool = { false },
      progress: (_ done: Int) -> Void = { _ in }
    ) -> [Result<Value, any Error>?] {
      (0..<board.count).map { number in
        board.result(number, glance: glance) { done in
          progress(done)
          if isCancelled() { board.stop() }
        }
      }
    }
  }

  /// Begins to work on all items; after a failure no more are begun.
  package static func begin<Item: Sendable, Value: Sendable>(
    _ items: [Item],
    _ body: @escaping @Sendable (Item) throws -> Value
  ) -> Running<Value> {
    let board = Board<Result<Value, any Error>>(count: items.count)
    start(board) { number in
      let result = Result { try body(items[number]) }
      if case .failure = result { board.stop() }
      return result
    }
    return Running(board: board)
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
    start(board) { number in work(items[number]) }
    var isWanted = true
    for number in items.indices {
      let value = board.result(number, glance: glance) { if isWanted { onWait($0) } }
      guard let value else { break }
      if isWanted, !report(value) {
        isWanted = false
        board.stop()
      }
    }
  }

  private static func start<Value>(
    _ board: Board<Value>,
    _ work: @escaping @Sendable (_ number: Int) -> Value
  ) {
    for _ in 0..<min(board.count, ProcessInfo.processInfo.activeProcessorCount) {
      let thread = Thread {
        while let number = board.next() { board.finish(number, work(number)) }
      }
      // Deep JSON is parsed here; a thread's own half megabyte is not enough for that.
      thread.stackSize = 8 << 20
      thread.start()
    }
  }

  /// The state that the workers share.
  fileprivate final class Board<Value: Sendable>: Sendable {
    let count: Int
    private let condition = NSCondition()
    nonisolated(unsafe) private var given = 0
    nonisolated(unsafe) private var done = 0
    /// The number of items to begin.
    nonisolated(unsafe) private var limit: Int
    nonisolated(unsafe) private var results: [Value?]

    init(count: Int) {
      (self.count, limit) = (count, count)
      results = Array(repeating: nil, count: count)
    }

    func next() -> Int? {
      condition.withLock {
        guard given < limit else { return nil }
        given += 1
        return given - 1
      }
    }

    func finish(_ number: Int, _ result: Value) {
      condition.withLock {
        results[number] = result
        done += 1
        condition.broadcast()
      }
    }

    /// Begins no more items.
    func stop() {
      condition.withLock { limit = given }
    }

    /// Waits for a result, and lets go of it; nil for an item that is not begun.
    func result(_ number: Int, glance: Double, _ onWait: (_ done: Int) -> Void) -> Value? {
      while true {
        let (result, done, isExpected) = condition.withLock {
          if results[number] == nil, number < limit {
            _ = condition.wait(until: Date(timeIntervalSinceNow: glance))
          }
          defer { results[number] = nil }
          return (results[number], self.done, number < limit)
        }
        if result != nil || !isExpected { return result }
        onWait(done)
      }
    }
  }
}
