extension ReplayProgram {
  /// Replays several sessions in parallel.
  ///
  /// - Returns: The outcomes, in the order of the requests.
  func run(
    _ requests: [ReplayRequest],
    withBacktrace: Bool
  ) -> [Result<Outcome, any Error>] {
    runInParallel(requests) { try run($0, withBacktrace: withBacktrace) }
  }

  /// Has several sessions replayed in parallel; the failure of one does not keep the others from being begun.
  func runInParallel<Answer: Sendable>(
    _ requests: [ReplayRequest],
    _ body: @escaping @Sendable (ReplayRequest) throws -> Answer
  ) -> [Result<Answer, any Error>] {
    let outcomes = ParallelWork.map(requests) { request in Result { try body(request) } }
    return outcomes.compactMap { outcome in outcome?.flatMap { $0 } }
  }
}
