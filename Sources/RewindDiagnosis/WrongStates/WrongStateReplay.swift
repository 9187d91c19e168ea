import RewindTimeline

/// A replay of a session that is searched for wrong states as it runs.
struct WrongStateReplay {
  let outcome: ReplayProgram.Outcome
  /// The observations of each wrong state, in the order given.
  let watches: [WrongStateWatch]

  /// Replays a session as it was recorded, by a request that asks for all states.
  static func run(
    _ timeline: Timeline,
    _ request: ReplayRequest,
    by program: ReplayProgram,
    lookingFor never: [WrongState]
  ) throws -> WrongStateReplay {
    var steps = try ReplayedSteps.read(timeline)
    var watches = never.map(WrongStateWatch.init)
    func see(_ seen: [ReplayedSteps.Seen]) throws {
      for (step, position) in seen {
        for number in watches.indices { try watches[number].see(step, at: position) }
      }
    }
    let outcome = try program.run(request) { try see(steps.take($0)) }
    try see(steps.finish())
    return WrongStateReplay(outcome: outcome, watches: watches)
  }

  /// Returns the observations, combined with the recording's.
  func findings(in timeline: Timeline) throws -> [WrongStateFinding] {
    try watches.map { watch in
      try watch.finding(in: timeline) { index in
        index > timeline.firstIndex ? try timeline.action(index).type : nil
      }
    }
  }
}
