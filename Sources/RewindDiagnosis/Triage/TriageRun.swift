import RewindLog
package import RewindQuery
import RewindSession
import RewindTimeline

/// A triage as it runs: it reads logs, replays crashes, and keeps what it finds out.
///
/// Crashes that look alike from outside (one build, one type of fatal action) share a search for the culprit,
/// which takes many replays and a backtrace. Each other one is then checked against what was found, in one
/// process; where that does not hold, the next search begins.
///
/// ```
/// crashes of one build and type ──▶ search the shortest ──▶ explanation
///        ▲                                                     │
///        └── not explained ◀── check each of the others ◀──────┘
/// ```
public final class TriageRun {
  /// The parts of the work, as they are reported while it runs.
  public enum Phase: Sendable {
    case reading
    case judging
    case replaying
    case comparing
  }

  /// Everything found out so far; to be kept however the run ends.
  package private(set) var knowledge: TriageKnowledge
  private let builds: [TriageBuild]
  private let conditions: [NeverCondition]
  private let isCancelled: () -> Bool
  private let progress: (Phase, _ done: Int, _ total: Int) -> Void
  private var sightings: [String: DeathSightings] = [:]
  private var logs: [TriageLog] = []

  /// - Parameters:
  ///   - builds: The builds that replay; none: logs are grouped by how they end.
  ///   - conditions: Conditions that must not hold in any state.
  ///   - knowledge: The results of earlier runs.
  ///   - isCancelled: Returns true if the run is to end early.
  ///   - progress: Receives the number of items that are done in the part that runs.
  package init(
    by builds: [TriageBuild],
    never conditions: [NeverCondition],
    knowledge: TriageKnowledge,
    isCancelled: @escaping () -> Bool = { false },
    progress: @escaping (Phase, _ done: Int, _ total: Int) -> Void = { _, _, _ in }
  ) {
    (self.builds, self.conditions, self.knowledge) = (builds, conditions, knowledge)
    (self.isCancelled, self.progress) = (isCancelled, progress)
    for build in builds {
      sightings[build.key] = DeathSightings(
        locatingAll: true,
        knowledge.sightings[build.key] ?? []
      )
    }
  }

  /// Groups logs.
  ///
  /// - Returns: The groups; nil if the run was cancelled.
  /// - Throws: ``ReplayProgramError`` where a program cannot replay at all.
  package func run(_ paths: [String]) throws -> Triage? {
    knowledge.use(builds.map(\.key))
    defer { for (build, seen) in sightings { knowledge.sightings[build] = seen.all } }
    guard read(paths), try judge(), try explain() else { return nil }
    let links = try compare()
    guard !isCancelled() else { return nil }
    return finish(TriageGrouping(knowledge, builds, conditions, links).groups(logs))
  }

  /// Marks what is new, and notes what was shown.
  private func finish(_ groups: [TriageGroup]) -> Triage {
    var groups = groups
    let isFirst = knowledge.shown.isEmpty
    for number in groups.indices {
      let known = groups[number].logs.filter { knowledge.shown.contains($0.content) }
      groups[number].added = groups[number].count - known.count
      groups[number].isNew = known.isEmpty && !knowledge.groups.contains(groups[number].id)
    }
    knowledge.groups.formUnion(groups.map(\.id))
    knowledge.shown.formUnion(logs.map(\.content))
    return Triage(groups: groups, logs: logs.count, isFirst: isFirst)
  }

  /// Works on many items at once; returns nil for those that were not begun.
  private func map<Item: Sendable, Value: Sendable>(
    _ phase: Phase,
    _ items: [Item],
    done: Int = 0,
    of total: Int? = nil,
    _ body: @escaping @Sendable (Item) throws -> Value
  ) -> [Result<Value, any Error>?] {
    ParallelWork.map(
      items,
      isCancelled: isCancelled,
      progress: { [progress] in progress(phase, done + $0, total ?? items.count) },
      body
    )
  }

  // MARK: - Reading

  /// Reads the logs; returns false if the run was cancelled.
  private func read(_ paths: [String]) -> Bool {
    let known = knowledge.logs
    let found = map(.reading, paths) { path in TriageLog.read(path) { known[$0] } }
    logs = found.compactMap { try? $0?.get() }
    for log in logs where !log.content.isEmpty { knowledge.logs[log.content] = log }
    return logs.count == paths.count
  }

  // MARK: - Wrong states

  /// Looks for wrong states in the recordings; returns false if the run was cancelled.
  private func judge() throws -> Bool {
    for condition in conditions {
      let open = logs.filter {
        $0.end.isReadable && knowledge.wrong[$0.key(condition)] == nil
      }
      let found = map(.judging, open) { log in try log.reaches(condition) }
      for (log, result) in zip(open, found) {
        guard let result else { return false }
        knowledge.wrong[log.key(condition)] = .some(try result.get())
      }
    }
    return true
  }

  // MARK: - Crashes

  /// Crashes that look alike without a replay.
  private struct Bucket: Hashable {
    let build: String
    let type: String
  }

  private struct Crash {
    let log: TriageLog
    let build: TriageBuild
    let bucket: Bucket
    /// The number of explanations that were checked.
    var checked = 0
    /// The number of checks that failed though the crash looks alike.
    var failures = 0
    /// The crash that a check has shown.
    var signature: CrashSignature?
    /// True if only a search can tell what becomes of it.
    var needsSearch = false
  }

  /// Failed checks after which a log is searched: with more, many causes of one crash would cost more
  /// checks than searches.
  private static let failureLimit = 2

  /// Finds out what each crash is to be blamed on; returns false if the run was cancelled.
  private func explain() throws -> Bool {
    var open = crashes()
    let total = open.count
    var blames = knownBlames()
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
        seen.insert(log.content).inserted, !isKnown(knowledge.findings[log.key(build)])
      else { return nil }
      return Crash(log: log, build: build, bucket: Bucket(build: build.key, type: type))
    }
  }

  private func isKnown(_ finding: TriageFinding?) -> Bool {
    if case .blamed(let id, _, _)? = finding { return knowledge.blames[id] != nil }
    return finding != nil
  }

  private func knownBlames() -> [Bucket: [CrashBlame]] {
    Dictionary(grouping: knowledge.blames.values.sorted { $0.id < $1.id }) {
      Bucket(build: $0.program, type: $0.fatalType)
    }
  }

  /// Checks crashes against explanations that were not tried on them.
  private func check(
    _ open: inout [Crash],
    _ blames: [Bucket: [CrashBlame]],
    _ total: Int
  ) throws {
    struct Job: Sendable {
      let number: Int
      let log: TriageLog
      let build: TriageBuild
      let blames: [CrashBlame]
      let abilities: ReplayAbilities
      let sightings: DeathSightings
    }
    var jobs: [Job] = []
    for number in open.indices {
      let crash = open[number]
      let known = blames[crash.bucket] ?? []
      // Those that were tried belong to the answer where a new one is tried.
      let fresh = known.dropFirst(crash.checked)
      let isFitting = fresh.contains { crash.signature.map($0.signature.matches) ?? true }
      open[number].checked = known.count
      guard !fresh.isEmpty, isFitting, let abilities = knowledge.abilities[crash.build.key],
        let sightings = sightings[crash.build.key]
      else { continue }
      jobs.append(
        Job(
          number: number,
          log: crash.log,
          build: crash.build,
          blames: known,
          abilities: abilities,
          sightings: sightings
        )
      )
    }
    let results = map(.replaying, jobs, done: total - open.count, of: total) { job in
      try TriageCheck.open(job.log.path, by: job.build, job.abilities, job.sightings)?
        .run(job.blames) ?? .untried
    }
    var failure: (any Error)?
    for (job, result) in zip(jobs, results) {
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
        failure = failure ?? error
      case nil:
        break
      }
    }
    if let failure { throw failure }
    open.removeAll { isKnown(knowledge.findings[$0.log.key($0.build)]) }
  }

  /// Searches the shortest of those crashes that look alike, and those that no check can decide.
  private func search(
    _ open: inout [Crash],
    _ blames: inout [Bucket: [CrashBlame]],
    _ total: Int
  ) throws {
    struct Likeness: Hashable {
      let bucket: Bucket
      let signature: CrashSignature?
    }
    var seen: Set<Likeness> = []
    let chosen = open.filter { crash in
      let isFirst = seen.insert(Likeness(bucket: crash.bucket, signature: crash.signature)).inserted
      return isFirst || crash.needsSearch || crash.failures >= Self.failureLimit
    }
    let jobs = chosen.map { crash in
      let sightings = sightings[crash.build.key] ?? DeathSightings()
      return (crash.log, crash.build, TriageSearch(build: crash.build, sightings: sightings))
    }
    let results = map(.replaying, jobs, done: total - open.count, of: total) { log, _, search in
      try search.run(log.path)
    }
    var failure: (any Error)?
    for (crash, result) in zip(chosen, results) {
      switch result {
      case .success(let found):
        knowledge.findings[crash.log.key(crash.build)] = found.finding
        if let abilities = found.abilities { knowledge.abilities[crash.build.key] = abilities }
        guard let blame = found.blame, knowledge.blames[blame.id] == nil else { continue }
        knowledge.blames[blame.id] = blame
        blames[crash.bucket, default: []].append(blame)
      case .failure(let error):
        failure = failure ?? error
      case nil:
        break
      }
    }
    if let failure { throw failure }
    open.removeAll { isKnown(knowledge.findings[$0.log.key($0.build)]) }
  }

  // MARK: - Comparing explanations

  /// Finds the explanations that are of one cause, in several builds or in several actions.
  ///
  /// - Returns: Pairs of explanations.
  private func compare() throws -> [(String, String)] {
    let found = Dictionary(
      logs.compactMap { log -> (String, TriageExample)? in
        guard let build = builds.build(of: log),
          case .blamed(let id, _, let place)? = knowledge.findings[log.key(build)],
          let blame = knowledge.blames[id]
        else { return nil }
        return (id, TriageExample(blame: blame, build: build, logs: [(log, place)]))
      },
      uniquingKeysWith: { $0.joined($1) }
    )
    var comparison = TriageComparison(
      found.values.map(\.shortest).sorted { $0.blame.id < $1.blame.id },
      builds,
      knowledge.abilities,
      sightings
    )
    try comparison.run(known: &knowledge.comparisons) { [self] jobs, body in
      map(.comparing, jobs, body)
    }
    return comparison.links
  }
}

extension TriageLog {
  /// The key of what a build makes of the log.
  func key(_ build: TriageBuild) -> String { "\(content)@\(build.key)" }

  /// The key of what a condition makes of the log.
  func key(_ condition: NeverCondition) -> String { "\(content)@\(condition.expression.text)" }

  /// Returns the wrong state that the recording reaches; nil if it reaches none.
  func reaches(_ condition: NeverCondition) throws -> WrongStateBlame? {
    do {
      let timeline = try Timeline(SessionLog(path: path))
      guard let run = try timeline.runs(of: condition.expression).last else { return nil }
      let index = run.first.index
      guard run.first.outside == 0, index > timeline.firstIndex else {
        return WrongStateBlame(type: nil, index: index, places: [])
      }
      let action = try timeline.action(index)
      let change = try DecisivePlaces(
        before: timeline.state(before: index),
        after: timeline.state(after: index),
        payload: action.payload,
        first: { try timeline.state(after: timeline.firstIndex) }
      )
      return WrongStateBlame(type: action.type, index: index, places: change.all)
    } catch is SessionLogError {
      return nil
    }
  }
}

extension TriageLog.End {
  /// True if the log can be read to its end.
  var isReadable: Bool {
    switch self {
    case .damaged, .unreadable: false
    case .crashed, .closed, .stopped, .cut, .continued: true
    }
  }
}
