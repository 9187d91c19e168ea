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
    return true
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
    let finding = knowledge.findings[log.key(build)]
    if case .blamed(let id, _, _)? = finding { return knowledge.blames[id] != nil }
    return finding != nil
  }

  /// Works on jobs in parallel, and handles every result before it throws the first failure.
  private func work<Job: TriageJob>(
    _ jobs: [Job],
    _ open: [Crash],
    _ total: Int,
    onResult: (Job, Result<Job.Answer, any Error>) throws -> Void
  ) throws {
    let results = map(.replaying, jobs, done: total - open.count, of: total) { try $0.run() }
    var failure: (any Error)?
    for case (let job, let result?) in zip(jobs, results) {
      do {
        try onResult(job, result)
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }

  // MARK: - Checking

  private struct CheckJob: TriageJob {
    /// The crash's place among the open ones.
    let number: Int
    let log: TriageLog
    let build: TriageBuild
    let blames: [CrashBlame]
    let abilities: ReplayAbilities
    let sightings: DeathSightings

    func run() throws -> TriageCheck.Result {
      try TriageCheck.open(log.path, by: build, abilities, sightings)?.run(blames) ?? .untried
    }
  }

  /// Checks crashes against explanations that were not tried on them.
  private func check(
    _ open: inout [Crash],
    _ blames: [Bucket: [CrashBlame]],
    _ total: Int
  ) throws {
    let jobs = open.indices.compactMap { checkJob(of: $0, &open[$0], blames) }
    let crashes = open
    try work(jobs, crashes, total) { job, result in
      switch result {
      case .success(.explained(let blame, let culprit, let place)):
        knowledge.findings[job.log.key(job.build)] =
          .blamed(blame.id, culprit: culprit, place: place)
      case .success(.otherwise(let signature)):
        open[job.number].signature = signature
        open[job.number].failures += 1
      case .success(.survives), .success(.untried), .failure(is SessionLogError):
        open[job.number].needsSearch = true
      case .failure(let error):
        throw error
      }
    }
    open.removeAll { isExplained($0.log, $0.build) }
  }

  /// Returns the check of a crash against what was found since its last one; nil if that cannot hold for it.
  private func checkJob(
    of number: Int,
    _ crash: inout Crash,
    _ blames: [Bucket: [CrashBlame]]
  ) -> CheckJob? {
    let known = blames[crash.bucket] ?? []
    let fresh = known.dropFirst(crash.checked)
    crash.checked = known.count
    let signature = crash.signature
    guard fresh.contains(where: { signature.map($0.signature.matches) ?? true }),
      let abilities = knowledge.abilities[crash.build.key],
      let sightings = sightings[crash.build.key]
    else { return nil }
    return CheckJob(
      number: number,
      log: crash.log,
      build: crash.build,
      // Those that were tried belong to the answer, too: they say what else the crash might be.
      blames: known,
      abilities: abilities,
      sightings: sightings
    )
  }

  // MARK: - Searching

  private struct SearchJob: TriageJob {
    let path: String
    let key: String
    let bucket: Bucket
    let search: TriageSearch

    func run() throws -> TriageSearch.Result { try search.run(path) }
  }

  /// Searches the shortest of those crashes that look alike, and those that no check can decide.
  private func search(
    _ open: inout [Crash],
    _ blames: inout [Bucket: [CrashBlame]],
    _ total: Int
  ) throws {
    let jobs = chosen(of: open).map { crash in
      SearchJob(
        path: crash.log.path,
        key: crash.log.key(crash.build),
        bucket: crash.bucket,
        search: TriageSearch(
          build: crash.build,
          sightings: sightings[crash.build.key] ?? DeathSightings()
        )
      )
    }
    try work(jobs, open, total) { job, result in
      let found = try result.get()
      knowledge.findings[job.key] = found.finding
      if let abilities = found.abilities { knowledge.abilities[job.bucket.build] = abilities }
      guard let blame = found.blame, knowledge.blames[blame.id] == nil else { return }
      knowledge.blames[blame.id] = blame
      blames[job.bucket, default: []].append(blame)
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

/// A piece of work on one log.
private protocol TriageJob: Sendable {
  associatedtype Answer: Sendable
  func run() throws -> Answer
}
