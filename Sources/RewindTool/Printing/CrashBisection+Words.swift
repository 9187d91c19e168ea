import RewindDiagnosis
import RewindTimeline

extension CrashBisection.Result {
  /// The crash of the replay, if it is not the recorded one.
  var otherCrash: (class: CrashClass, action: Int)? {
    if case .otherCrash(let crash, let action, _) = self { (crash, action) } else { nil }
  }

  /// Returns the reason why no action was found, in sentences; empty if one was.
  func obstacle(to timeline: Timeline, by program: ReplayProgram) throws -> [String] {
    switch self {
    case .found:
      []
    case .blameless(let crash):
      crash.lines
    case .unresolved(let input):
      input.lines
    case .notReproduced, .otherCrash:
      try OtherReplay.compared(timeline, by: program, crash: otherCrash).lines
    case .undecodable(let session):
      ["The app cannot replay this session:"]
        + session.lines(
          in: timeline.log.header,
          of: timeline.log.header.otherApp(
            than: program,
            whichCannotDecode: session,
            ofActions: timeline.actionCount
          )
        )
    case .diesAtStart(let crash, let errors):
      ["The app dies while making the initial state (\(crash))."] + FinalMessage(errors).labeled()
    }
  }
}
