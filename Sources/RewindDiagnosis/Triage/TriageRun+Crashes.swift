import RewindLog

/// The part of a triage that finds the cause of each crash.
extension TriageRun {
  /// Crashes that look alike without a replay.
  private struct Bucket: Hashable {
    let build: String
    let type: String
  }

  /// A crash that is not explained yet.
  private struct Crash {
    let log: TriageLog
    let build: TriageBuild
    let bucket: Bucket
    /// The number of explanations that were checked.
    var checked = 0
    /// The number of checks that failed.
    var failures = 0
    /// The crash that a check has shown.
    var signature: CrashSignature?
    /// True if only a search can tell what becomes of it.
    var needsSearch = false
  }

  /// Failed checks after which a log is searched: with more, many causes of one crash would cost more
  /// checks than searches.
  private static let failureLimit = 2

  /// Explains all crashes; returns false if the run was cancelled.
  func explain() throws -> Bool {
    var open = crashes()
    let total = open.count
    var blames = Dictionary(grouping: knowledge.blames.values.sorted { $0.id < $1.id }) {
      Bucket(build: $0.program, type: $0.fatalType)
    }
    while !open.isEmpty {
      try check(&open, blames, total)
      guard !isCancelled() else { return false }
      try search(&open, &blames, total)
      guard !isCancelled() else { return false }
    }
    if let failure = failureOfAll() { throw failure }
    return true
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
  private func crashes() -> [Crash] {
    var seen: Set<String> = []
    return logs.sorted { ($0.actions, $0.path) < ($1.actions, $1.path) }.compactMap { log in
      guard case .crashed(let type) = log.end, let build = builds.build(of: log),
        seen.insert(log.content).inserted, !isExplained(log, build)
      else { return nil }
      return Crash(log: log, build: build, bucket: Bucket(build: build.key, type: type))
    }
  }

  private func isExplained(_ log: TriageLog, _ build: TriageBuild) -> Bool {
    if unanswered[log.key(build)] != nil { return true }
    let finding = knowledge.findings[log.key(build)]
    if case .blamed(let id, _, _)? = finding { return knowledge.blames[id] != nil }
    return finding != nil
  }

  /// A piece of work on one log, with that which its result belongs to.
  private typealias Job<Subject, Answer> = (subject: Subject, work: @Sendable () throws -> Answer)

  /// Works on jobs in parallel, and handles every result before it throws the first failure.
  private func work<Subject, Answer: Sendable>(
    _ jobs: [Job<Subject, Answer>],
    done: Int,
    of total: Int,
    onResult: (Subject, Result<Answer, any Error>) throws -> Void
  ) throws {
    let results = map(.replaying, jobs.map(\.work), done: done, of: total) { try $0() }
    var failure: (any Error)?
    for case (let job, let result?) in zip(jobs, results) {
      do {
        try onResult(job.subject, result)
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }

  // MARK: - Checking

  /// Checks crashes against explanations that were not tried on them.
  private func check(
    _ open: inout [Crash],
    _ blames: [Bucket: [CrashBlame]],
    _ total: Int
  ) throws {
    let jobs = open.indices.compactMap { number in
      check(of: &open[number], blames).map { (subject: number, work: $0) }
    }
    try work(jobs, done: total - open.count, of: total) { number, result in
      switch result {
      case .success(.explained(let blame, let culprit, let place)):
        knowledge.findings[open[number].log.key(open[number].build)] =
          .blamed(blame.id, culprit: culprit, place: place)
      case .success(.otherwise(let signature)):
        open[number].signature = signature
        open[number].failures += 1
      case .success(.survives), .success(.untried):
        open[number].needsSearch = true
      case .failure(let error):
        throw error
      }
    }
    open.removeAll { isExplained($0.log, $0.build) }
  }

  /// Returns the check of a crash against what was found since its last one; nil if that cannot hold for it.
  private func check(
    of crash: inout Crash,
    _ blames: [Bucket: [CrashBlame]]
  ) -> (@Sendable () throws -> TriageCheck.Result)? {
    // Those that were tried belong to the answer, too: they say what else the crash might be.
    let known = blames[crash.bucket] ?? []
    let fresh = known.dropFirst(crash.checked)
    crash.checked = known.count
    let signature = crash.signature
    guard fresh.contains(where: { signature.map($0.signature.matches) ?? true }),
      let build = self.known(crash.build)
    else { return nil }
    let path = crash.log.path
    return {
      do {
        return try build.fatalAction(of: path).map(TriageCheck.init)?.run(known) ?? .untried
      } catch  where error is SessionLogError || error is ReplayProgramError {
        // A search says why.
        return .untried
      }
    }
  }

  // MARK: - Searching

  /// Searches the shortest of those crashes that look alike, and those that no check can decide.
  private func search(
    _ open: inout [Crash],
    _ blames: inout [Bucket: [CrashBlame]],
    _ total: Int
  ) throws {
    let jobs = chosen(of: open).map { crash -> Job<Crash, TriageSearch.Result> in
      let search = TriageSearch(
        build: crash.build,
        sightings: sightings[crash.build.key] ?? DeathSightings()
      )
      let path = crash.log.path
      return (crash, { try search.run(path) })
    }
    try work(jobs, done: total - open.count, of: total) { crash, result in
      let found = try result.get()
      knowledge.findings[crash.log.key(crash.build)] = found.finding
      unanswered[crash.log.key(crash.build)] = found.failure
      if let abilities = found.abilities { knowledge.abilities[crash.build.key] = abilities }
      guard let blame = found.blame, knowledge.blames[blame.id] == nil else { return }
      knowledge.blames[blame.id] = blame
      blames[crash.bucket, default: []].append(blame)
    }
    open.removeAll { isExplained($0.log, $0.build) }
  }

  private func chosen(of open: [Crash]) -> [Crash] {
    struct Group: Hashable {
      let bucket: Bucket
      let signature: CrashSignature?
    }
    var seen: Set<Group> = []
    return open.filter { crash in
      let isFirst = seen.insert(Group(bucket: crash.bucket, signature: crash.signature)).inserted
      return isFirst || crash.needsSearch || crash.failures >= Self.failureLimit
    }
  }
}
