import Foundation

extension ReplayProgram {
  /// Replays several sessions side by side.
  ///
  /// - Returns: What became of each, in the order of the requests.
  func run(
    _ requests: [ReplayRequest],
    withBacktrace: Bool
  ) -> [Result<Outcome, any Error>] {
    guard requests.count > 1 else {
      return requests.map { request in
        Result { try run(request, withBacktrace: withBacktrace) }
      }
    }
    let outcomes = Outcomes(count: requests.count)
    DispatchQueue.concurrentPerform(iterations: requests.count) { number in
      outcomes[number] = Result { try run(requests[number], withBacktrace: withBacktrace) }
    }
    return outcomes.all
  }

  /// What the threads fill in.
  private final class Outcomes: Sendable {
    private let lock = NSLock()
    nonisolated(unsafe) private var found: [Result<Outcome, any Error>?]

    init(count: Int) {
      found = Array(repeating: nil, count: count)
    }

    subscript(number: Int) -> Result<Outcome, any Error>? {
      get { lock.withLock { found[number] } }
      set { lock.withLock { found[number] = newValue } }
    }

    /// All of them, once every thread is done.
    var all: [Result<Outcome, any Error>] { lock.withLock { found.compactMap { $0 } } }
  }
}
