import RewindJSON
import RewindLog
import RewindSession
import RewindTimeline

/// The search for the culprits of the crashes of one build: that of `bisect`, so that both say the same.
struct TriageSearch: Sendable {
  struct Result: Sendable {
    var finding: TriageFinding?
    /// The reason why the program did not replay it at all.
    var failure: ReplayProgramError?
    /// The explanation, if it was found.
    var blame: CrashBlame?
  }

  let build: TriageBuild
  let cache: CrashIdentityCache

  /// Searches a session.
  ///
  /// - Throws: ``ReplayProgramError`` where the program cannot replay other sessions, either.
  func run(_ path: String) throws -> Result {
    do {
      return try run(Timeline.open(SessionLog.open(path)))
    } catch let error as SessionLogError {
      return Result(finding: .unread(error.end))
    } catch let error as ReplayProgramError where error.isAboutOneSession {
      return Result(failure: error)
    }
  }

  /// Reads a session that ends in a crash, to try its fatal action in this build.
  func fatalAction(of path: String) throws -> FatalAction? {
    let timeline = try Timeline.open(SessionLog.open(path))
    guard case .crashed(let action) = timeline.end else { return nil }
    return try .read(action, of: timeline, by: build.program, cache)
  }

  private func run(_ timeline: Timeline) throws -> Result {
    switch try CrashBisection.run(timeline, by: build.program, cache) {
    case .found(let culprit):
      return try explain(culprit, timeline)
    case .notReproduced:
      return Result(finding: .notReproduced)
    case .unresolved(let input):
      return Result(finding: .unresolved(input))
    case .blameless(let found):
      return Result(finding: .blameless(found.why))
    case .otherCrash(let crash, let action, _):
      let type = try timeline.action(action).type
      return Result(finding: .diesElsewhere(crash, type: type))
    case .undecodable(let parts):
      return Result(finding: .undecodable(parts.types))
    case .diesAtStart(let crash, _):
      return Result(finding: .diesAtStart(crash))
    }
  }

  private func explain(_ found: CrashBisection.Culprit, _ timeline: Timeline) throws -> Result {
    var culprit = CrashBlame.Culprit.itself
    var paths: [String] = []
    if found.initialState == .toBlame {
      culprit = .initialState
    } else if found.survivor != nil {
      culprit =
        try found.externalChange.map { .external($0.kind) }
        ?? .action(timeline.action(found.culprit).type)
      paths = try decisive(found, timeline)
    }
    let blame = CrashBlame(
      program: build.key,
      fatalType: found.fatalType,
      signature: found.signature,
      culprit: culprit,
      paths: paths,
      reason: found.reason,
      reruns: found.stateSource == .rerunning
    )
    return Result(
      finding: .blamed(blame.id, culprit: found.culprit, position: found.position),
      blame: blame
    )
  }

  /// Returns the patterns of the culprit's changes without which the fatal action survives.
  private func decisive(
    _ found: CrashBisection.Culprit,
    _ timeline: Timeline
  ) throws -> [String] {
    let fatal = try FatalAction.read(found.fatal, of: timeline, by: build.program, cache)
    let decisive = try DecisiveChanges.read(at: found.position, of: fatal.states, timeline)
    guard !found.recordedStateIsIncomplete else { return decisive.all }
    let probe = CrashProbe(fatal, by: .decoding)
    return try decisive.find { try probe.run(on: $0, judgedBy: found.signature) }
  }
}

extension UndecodableParts {
  /// The types of the actions, sorted; none for the state.
  fileprivate var types: [String] {
    switch self {
    case .state: []
    case .actions(let failures): Set(failures.map(\.type)).sorted()
    }
  }
}

extension ExternalChange {
  /// The kind of change, as it is compared between sessions.
  var kind: String { transaction ?? travel ?? "external change" }
}
