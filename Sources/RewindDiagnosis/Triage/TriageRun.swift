import RewindLog
package import RewindQuery
import RewindSession
import RewindTimeline

/// A triage as it runs: it reads logs, replays crashes, and keeps its findings.
///
/// The culprit of each crash is searched as `bisect` does it; crashes of one build share only their backtraces.
/// Explanations are then compared: each of a build with what its log shows in the others.
package final class TriageRun {
  /// The parts of the work, as they are reported while it runs.
  package enum Phase: Sendable {
    case reading
    case judging
    case replaying
    case comparing
  }

  /// All findings so far, to keep however the run ends.
  package internal(set) var knowledge: TriageKnowledge
  let builds: [TriageBuild]
  private let conditions: [Invariant]
  let isCancelled: () -> Bool
  private let progress: (Phase, _ done: Int, _ total: Int) -> Void
  /// The crashes that were identified, by build.
  private var caches: [String: CrashIdentityCache] = [:]
  private(set) var logs: [TriageLog] = []
  /// The reasons why builds did not replay logs at all; the next run tries these again.
  var unanswered: [String: ReplayProgramError] = [:]

  /// - Parameters:
  ///   - builds: The builds that replay; none: logs are grouped by how they end.
  ///   - conditions: Conditions that must not hold in any state.
  ///   - knowledge: The results of earlier runs.
  ///   - isCancelled: Returns true if the run is to end early.
  ///   - progress: Receives the number of items that are done in the part that runs.
  package init(
    by builds: [TriageBuild],
    never conditions: [Invariant],
    knowledge: TriageKnowledge,
    isCancelled: @escaping () -> Bool = { false },
    progress: @escaping (Phase, _ done: Int, _ total: Int) -> Void = { _, _, _ in }
  ) {
    (self.builds, self.conditions, self.knowledge) = (builds, conditions, knowledge)
    (self.isCancelled, self.progress) = (isCancelled, progress)
    for build in builds {
      caches[build.key] = CrashIdentityCache(knowledge.identities[build.key] ?? [])
    }
  }

  /// Groups logs.
  ///
  /// - Returns: The groups; nil if the run was cancelled.
  /// - Throws: ``ReplayProgramError`` where a program cannot be started, or replays none of the crashes.
  package func run(_ paths: [String]) throws -> Triage? {
    knowledge.use(builds.map(\.key))
    defer { for (build, cache) in caches { knowledge.identities[build] = cache.all } }
    guard read(paths), try judge(), try explain() else { return nil }
    let links = try compare()
    guard !isCancelled() else { return nil }
    return finish(TriageGrouping(knowledge, builds, conditions, unanswered, links).groups(logs))
  }

  /// Marks new groups, and notes those that were shown.
  private func finish(_ groups: [TriageGroup]) -> Triage {
    var groups = groups
    let isFirst = knowledge.shown.isEmpty
    for number in groups.indices {
      let known = groups[number].logs.filter { knowledge.shown.contains($0.content) }
      groups[number].added = groups[number].count - known.count
      groups[number].isNew = !knowledge.groups.contains(groups[number].id)
    }
    knowledge.groups.formUnion(groups.map(\.id))
    knowledge.shown.formUnion(logs.map(\.content))
    return Triage(groups: groups, logs: logs.count, isFirst: isFirst)
  }

  /// Works on many items at once; returns nil for those that were not begun.
  func map<Item: Sendable, Value: Sendable>(
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

  /// Returns the search by a build.
  func search(by build: TriageBuild) -> TriageSearch {
    TriageSearch(build: build, cache: caches[build.key] ?? CrashIdentityCache())
  }
}

extension TriageLog {
  /// The key of a build's finding about the log.
  func key(_ build: TriageBuild) -> String { "\(content)@\(build.key)" }

  /// The key of a condition's finding about the log.
  func key(_ condition: Invariant) -> String { "\(content)@\(condition.expression.text)" }

  /// Returns the first wrong state that the recording reaches; nil if it reaches none.
  func reaches(_ condition: Invariant) throws -> WrongStateBlame? {
    do {
      let timeline = try Timeline.open(SessionLog.open(path))
      guard let run = try timeline.runs(of: condition.expression).first else { return nil }
      let index = run.first.index
      guard run.first.external == 0, index > timeline.firstIndex else {
        return WrongStateBlame(type: nil, index: index, paths: [])
      }
      let action = try timeline.action(index)
      let change = try DecisiveChanges.make(
        before: timeline.state(before: index),
        after: timeline.state(after: index),
        payload: action.payload,
        first: timeline.state(after: timeline.firstIndex),
        types: timeline.stateTypes
      )
      return WrongStateBlame(type: action.type, index: index, paths: change.all)
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
