import Foundation

extension ReplayProgram {
  /// Replays several sessions in parallel.
  ///
  /// - Returns: The outcomes, in the order of the requests.
  func run(
    _ requests: [ReplayRequest],
    withBacktrace: Bool
  ) -> [Result<Outcome, any Error>] {
    sideBySide(requests) { try run($0, withBacktrace: withBacktrace) }
  }

  /// Replays several sessions in parallel, and keeps all of their states.
  ///
  /// - Returns: The replays, in the order of the requests.
  func replay(_ requests: [ReplayRequest]) -> [Result<ReplayedSession, any Error>] {
    sideBySide(requests) { try ReplayedSession.run($0, by: self) }
  }

  private func sideBySide<Answer: Sendable>(
    _ requests: [ReplayRequest],
    _ body: @Sendable (ReplayRequest) throws -> Answer
  ) -> [Result<Answer, any Error>] {
    guard requests.count > 1 else {
      return requests.map { request in Result { try body(request) } }
    }
    let answers = Answers<Answer>(count: requests.count)
    DispatchQueue.concurrentPerform(iterations: requests.count) { number in
      answers[number] = Result { try body(requests[number]) }
    }
    return answers.all
  }

  /// The results that the threads fill in.
  private final class Answers<Answer: Sendable>: Sendable {
    private let lock = NSLock()
    nonisolated(unsafe) private var found: [Result<Answer, any Error>?]

    init(count: Int) {
      found = Array(repeating: nil, count: count)
    }

    subscript(number: Int) -> Result<Answer, any Error>? {
      get { lock.withLock { found[number] } }
      set { lock.withLock { found[number] = newValue } }
    }

    /// All results, once every thread is done.
    var all: [Result<Answer, any Error>] { lock.withLock { found.compactMap { $0 } } }
  }
}
