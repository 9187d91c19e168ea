import RewindJSON
import RewindLog
import RewindSession
import RewindTimeline

extension SessionSerializer {
  /// Makes a session from another: its header, the given actions of the replay, numbered consecutively from
  /// that after `first`, and the inputs and states of their replay.
  init(
    _ timeline: Timeline,
    _ replayed: ReplayedSession,
    steps: [SessionStep],
    from first: Int = 0
  ) {
    self.init()
    add(header: timeline.log.header, showing: replayed.outcome)
    for input in replayed.start.inputs { add(input.line(index: 0)) }
    if let state = replayed.start.state {
      add(after: first, state, replayed.madeItsStart ? [("made", true)] : [])
    }
    let answers = Dictionary(replayed.steps.map { ($0.index, $0) }) { first, _ in first }
    var index = first
    for step in steps {
      guard let answer = answers[step.index] else { return }
      index += 1
      var own = step
      (own.index, own.inputs) = (index, answer.inputs)
      for line in own.lines { add(line) }
      guard let state = answer.state else { return }
      add(after: index, state)
    }
    // A crash after the last state line, outside the reducer, leaves a log that just stops.
    if case .died = replayed.outcome.ending { return }
    add(JSONObject([("end", "closed"), ("index", JSONValue(index))]))
  }

  /// Adds the header of another session, for one that has a state after every action; it tells the death in
  /// an action that the replay showed.
  mutating func add(header: SessionHeader, showing outcome: ReplayProgram.Outcome) {
    var json = header.json
    (json["stateLines"], json["reproduced"]) = (nil, nil)
    if case .died(let crash) = outcome.ending, !outcome.lastActionIsDone {
      json["reproduced"] = ReproducedDeath(build: outcome.build, death: "\(crash)").json
    }
    add(json)
  }
}
