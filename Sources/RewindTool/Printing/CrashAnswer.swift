import RewindDiagnosis
import RewindJSON
import RewindTimeline

/// The answer of `bisect` about a crash.
enum CrashAnswer: AnswerPart {
  case found(CulpritAnswer)
  case blameless(UnattributedCrash)
  case unresolved(UnresolvedInput)
  case notReproduced(OtherReplay)

  /// Searches a session.
  ///
  /// - Throws: `CommandError` if the app cannot replay the session.
  static func search(
    _ timeline: Timeline,
    by program: ReplayProgram,
    budget: SearchBudget = .usual,
    path: String
  ) throws -> CrashAnswer {
    let progress = Progress()
    let result = try CrashBisection.run(timeline, by: program, budget: budget) {
      progress.show("\($0) replays")
    }
    switch result {
    case .found(let found):
      let culprit =
        budget.findsNeeds
        ? try found.withNeeds(
          in: timeline,
          by: program,
          progress: { progress.show("\(found.probes + $0) replays, looking for what it needs") }
        )
        : found
      return .found(
        CulpritAnswer(timeline: timeline, culprit: culprit, path: path, program: program)
      )
    case .blameless(let crash):
      return .blameless(crash)
    case .unresolved(let input):
      return .unresolved(input)
    case .notReproduced, .otherCrash:
      return .notReproduced(
        try OtherReplay.compared(timeline, by: program, crash: result.otherCrash)
      )
    case .undecodable, .diesAtStart:
      throw CommandError(lines: try result.obstacle(to: timeline, by: program))
    }
  }

  /// True if there is an action to blame.
  var isFound: Bool {
    if case .found = self { true } else { false }
  }

  var json: JSONValue {
    switch self {
    case .found(let culprit): culprit.json
    case .blameless(let crash): crash.json
    case .unresolved(let input): input.json
    case .notReproduced(let replay): replay.json
    }
  }

  func lines(_ style: Style) throws -> [String] {
    switch self {
    case .found(let culprit): try culprit.lines(style)
    case .blameless(let crash): crash.lines
    case .unresolved(let input): input.lines
    case .notReproduced(let replay): replay.lines
    }
  }
}
