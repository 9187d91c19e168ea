package import RewindQuery
import RewindTimeline

/// A state that a session must never reach.
package enum WrongState: Sendable {
  /// A state of which a condition holds.
  case condition(Invariant)
  /// A state that a command calls bad.
  case command(StateJudge)

  /// The condition's name or its text, or the command.
  package var title: String {
    switch self {
    case .condition(let condition): condition.title
    case .command(let command): command.words
    }
  }

  /// Classifies a step; it fails if the state after it is wrong.
  func judge(_ step: GivenStep) throws -> FailureVerdict {
    switch self {
    case .condition(let condition):
      return try condition.expression.holds(at: step) ? .fails : .passes
    case .command(let command):
      guard let state = step.state(.after) else {
        return .unresolved("There is no state after it.")
      }
      switch try command.judge(state, after: step.index).answer {
      case .good: return .passes
      case .bad: return .fails
      case .skip: return .unresolved("The command cannot check it.")
      }
    }
  }
}
