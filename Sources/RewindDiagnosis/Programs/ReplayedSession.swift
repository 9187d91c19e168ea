import RewindJSON
import RewindSession

extension RecordedAction {
  /// True if a user could do it on the state before; nil if the app was not asked, or does not say.
  var isAllowed: Bool? { json["allows"]?.bool }
}

/// A program's response as a session of its own: every state, and every input in order.
struct ReplayedSession {
  struct Step {
    let index: Int
    var inputs: [SessionStep.Input] = []
    /// True if a user could do it on the state before; nil if the app does not say.
    var isAllowed: Bool?
    /// Nil for the action that crashed.
    var state: JSONValue?
  }

  /// The lines before the first action; its index is that of the state that the replay began with.
  let start: Step
  let steps: [Step]
  /// True if the program made the state that it began with.
  let madeItsStart: Bool
  let outcome: ReplayProgram.Outcome

  /// Replays a request that asks for all states.
  static func run(
    _ request: ReplayRequest,
    by program: ReplayProgram,
    withBacktrace: Bool = false
  ) throws -> ReplayedSession {
    var start = Step(index: 0)
    var steps: [Step] = []
    var state: JSONValue = .null
    let outcome = try program.run(request, withBacktrace: withBacktrace) { line in
      switch line {
      case .action(let action):
        steps.append(Step(index: action.index, isAllowed: action.isAllowed))
      case .input(let input):
        let input = SessionStep.Input(name: input.name, value: input.value)
        if steps.isEmpty {
          start.inputs.append(input)
        } else {
          steps[steps.count - 1].inputs.append(input)
        }
      case .state(let line):
        if let whole = line.state { state = whole } else { try line.patch?.apply(to: &state) }
        if steps.isEmpty {
          start = Step(index: line.after, inputs: start.inputs, state: state)
        } else {
          steps[steps.count - 1].state = state
        }
      default:
        break
      }
    }
    return ReplayedSession(
      start: start,
      steps: steps,
      madeItsStart: !request.beginsWithState,
      outcome: outcome
    )
  }
}
