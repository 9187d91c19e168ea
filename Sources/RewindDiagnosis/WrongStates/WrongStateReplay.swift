import RewindTimeline

/// A replay of a session, looked at for wrong states while it goes by.
struct WrongStateReplay {
  let outcome: ReplayProgram.Outcome
  /// What was seen of each wrong state, in the order in which they were given.
  let watches: [WrongStateWatch]

  /// Replays a session as it was recorded, by a request that asks for all states.
  init(
    _ timeline: Timeline,
    _ request: ReplayRequest,
    by program: ReplayProgram,
    lookingFor never: [WrongState]
  ) throws {
    var steps = try ReplayedSteps(timeline)
    var watches = never.map(WrongStateWatch.init)
    func see(_ seen: [ReplayedSteps.Seen]) throws {
      for (step, place) in seen {
        for number in watches.indices { try watches[number].see(step, at: place) }
      }
    }
    outcome = try program.run(request) { try see(steps.take($0)) }
    try see(steps.finish())
    self.watches = watches
  }

  /// What was seen, beside what the recording has.
  func findings(in timeline: Timeline) throws -> [WrongStateFinding] {
    try watches.map { watch in
      try watch.finding(in: timeline) { index in
        index > timeline.firstIndex ? try timeline.action(index).type : nil
      }
    }
  }
}
