import RewindLog

/// The part of a triage that finds the cause of each crash.
extension TriageRun {
  /// Explains all crashes; returns false if the run was cancelled.
  func explain() throws -> Bool {
    let crashes = crashes()
    let results = map(.replaying, crashes) { log, search in try search.run(log.path) }
    var failure: (any Error)?
    for case (let (log, search), let result?) in zip(crashes, results) {
      do {
        let (found, key) = (try result.get(), log.key(search.build))
        knowledge.findings[key] = found.finding
        unanswered[key] = found.failure
        if let blame = found.blame { knowledge.blames[blame.id] = blame }
      } catch {
        failure = failure ?? error
      }
    }
    if let failure = failure ?? failureOfAll() { throw failure }
    return !isCancelled()
  }

  /// Returns the first reason if no build has replayed any crash.
  private func failureOfAll() -> ReplayProgramError? {
    var first: ReplayProgramError?
    for log in logs {
      guard case .crashed = log.end, let build = builds.build(of: log) else { continue }
      guard let failure = unanswered[log.key(build)] else { return nil }
      first = first ?? failure
    }
    return first
  }

  /// The crashes that no earlier run has explained, the shortest first.
  private func crashes() -> [(log: TriageLog, search: TriageSearch)] {
    var seen: Set<String> = []
    return logs.sorted { ($0.actions, $0.path) < ($1.actions, $1.path) }.compactMap { log in
      guard case .crashed = log.end, let build = builds.build(of: log),
        seen.insert(log.content).inserted, !isExplained(log, build)
      else { return nil }
      return (log, search(by: build))
    }
  }

  private func isExplained(_ log: TriageLog, _ build: TriageBuild) -> Bool {
    let finding = knowledge.findings[log.key(build)]
    if case .blamed(let id, _, _)? = finding { return knowledge.blames[id] != nil }
    return finding != nil
  }
}
