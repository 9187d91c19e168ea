import RewindJSON
import RewindLog
package import RewindTimeline

/// A recording with the states that the app leads to today, for use after a deliberate change.
package enum SessionUpdate {
  /// A reason why a session cannot be recorded again.
  package enum Refusal: Error, Hashable, CustomStringConvertible {
    case damaged(LogDamage)
    /// The state changed without an action, or actions are missing, after this action.
    case hasGap(after: Int)
    /// The replay crashes where the recording goes on.
    case crashes(CrashClass, action: Int)
    case undecodable(UndecodableParts)
    case unresolved(input: String, action: Int)

    package var description: String {
      switch self {
      case .damaged(let damage):
        "line \(damage.line) is damaged"
      case .hasGap(let index):
        "after action \(index) the state changed without an action, which a replay cannot reproduce"
      case .crashes(let crash, let action):
        "the replay dies in action \(action) (\(crash)), where the recording continues"
      case .undecodable(let session):
        session.description
      case .unresolved(let input, let action):
        "in action \(action) the reducer reads an input that was not recorded: \"\(input)\""
      }
    }
  }

  /// Replays a session and takes its states and inputs as the correct ones.
  ///
  /// States that were not recorded are added. Everything else stays: the header, actions with their times
  /// and sources, notes, unknown lines.
  ///
  /// - Parameters:
  ///   - timeline: The recording.
  ///   - program: The app.
  ///   - endingAtCrash: True if a crash of the replay ends the new recording, because the old one does not
  ///     know how its actions went.
  ///   - keepingInitialState: True if the replay begins with the recorded initial state, though the app made
  ///     it, and the new recording does not say that the app makes it.
  ///   - keepingMoves: True if states that came about without an action, as by a time machine's jump, are taken as
  ///     they were recorded, and the replay continues from them.
  /// - Returns: The new recording.
  /// - Throws: ``Refusal``; ``ReplayProgramError``; `SessionLogError`.
  package static func run(
    _ timeline: Timeline,
    by program: ReplayProgram,
    endingAtCrash: Bool = false,
    keepingInitialState: Bool = false,
    keepingMoves: Bool = false
  ) throws -> SessionSerializer {
    if let damage = timeline.log.damage { throw Refusal.damaged(damage) }
    let request = try ReplayRequest.whole(
      timeline,
      states: .all,
      from: keepingInitialState ? .state(after: 0) : nil
    )
    let replayed = try ReplayedSession.run(request, by: program)
    try check(replayed.outcome, timeline, endingAtCrash)
    let steps = Dictionary(replayed.steps.map { ($0.index, $0) }) { first, _ in first }
    var text = SessionSerializer()
    // True from a move on to the recorded state from which the replay continues.
    var hasMoved = false
    for number in 0..<timeline.log.lineCount {
      switch try timeline.log.line(number) {
      case .input:
        continue
      case .action(let action):
        // A log of actions only, as `rewind import` makes them, has no initial state.
        if !text.hasState, let state = replayed.start.state {
          for input in replayed.start.inputs { text.add(input.line(index: replayed.start.index)) }
          text.add(
            after: replayed.start.index,
            state,
            replayed.madeItsStart ? [("made", true)] : []
          )
        }
        text.add(action.json)
        guard let step = steps[action.index] else { continue }
        for input in step.inputs { text.add(input.line(index: action.index)) }
        // The recorded crash is gone, so there is a state now.
        if case .crashed(action.index) = timeline.end, let state = step.state {
          text.add(after: action.index, state)
          text.add(JSONObject([("end", "closed"), ("index", JSONValue(action.index))]))
        }
      case .state(let state) where hasMoved && state.state != nil:
        text.add(after: state.after, try timeline.state(at: number), isWhole: true)
        hasMoved = false
      case .state(let state):
        let step = state.after == replayed.start.index ? replayed.start : steps[state.after]
        guard let step, let now = step.state else { throw Refusal.hasGap(after: state.after) }
        if number > 0, state.after == replayed.start.index {
          for input in step.inputs { text.add(input.line(index: state.after)) }
        }
        let names = keepingInitialState ? ["wall"] : ["made", "wall"]
        let kept = names.compactMap { name in state.json[name].map { (name, $0) } }
        text.add(after: state.after, now, kept)
      case .reduced(let action):
        guard let now = steps[action.index]?.state else {
          if endingAtCrash, steps[action.index] != nil { return text }
          throw Refusal.hasGap(after: action.index)
        }
        text.add(after: action.index, now)
      case .external(let state):
        guard keepingMoves else { throw Refusal.hasGap(after: state.after) }
        let own: Set = ["external", "after", "state", "patch", "crc"]
        let members = state.json.members.filter { !own.contains($0.key) }
        text.add(
          after: state.after,
          try timeline.state(at: number),
          members.map { ($0.key, $0.value) },
          isExternal: true,
          isWhole: true
        )
      case .gap(let gap):
        throw Refusal.hasGap(after: gap.index ?? 0)
      case .travel(let travel):
        guard keepingMoves else { throw Refusal.hasGap(after: travel.index) }
        hasMoved = true
        text.add(travel.json)
      case .header(let header):
        text.add(header: header, showing: replayed.outcome)
      case .note(let note):
        text.add(note.json)
      case .end(let end):
        text.add(end.json)
      case .types(let json), .unknown(let json):
        // A state that is told again need not be the replay's.
        if json["keyframe"] == nil { text.add(json) }
      }
    }
    return text
  }

  private static func check(
    _ outcome: ReplayProgram.Outcome,
    _ timeline: Timeline,
    _ endingAtCrash: Bool
  ) throws {
    switch outcome.ending {
    case .closed:
      return
    case .undecodable(let session):
      throw Refusal.undecodable(session)
    case .unresolved(let input, let action):
      throw Refusal.unresolved(input: input, action: action)
    case .died(let crash):
      if case .crashed(let action) = timeline.end, outcome.lastAction == action { return }
      if endingAtCrash, outcome.lastAction != nil { return }
      throw Refusal.crashes(crash, action: outcome.lastAction ?? 0)
    }
  }
}
