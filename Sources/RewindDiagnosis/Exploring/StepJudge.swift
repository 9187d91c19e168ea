import RewindJSON
import RewindQuery
import RewindTimeline

/// Says what a user could do, and what kind of state a state is; used while runs come in, on any thread.
struct StepJudge: Sendable {
  let shape: StateShape
  let references: PayloadReferences
  var shown: ShownConditions
  let seen: SeenContents
  let echoes: StateEchoes
  let never: [Invariant]
  /// True if the app says what a user can do, so that nothing is concluded from the recordings.
  let hasRule: Bool
  /// True if the app does nothing when it is told what no user can do, rather than that it dies of it: then whatever it
  /// dies of says more than what the recordings happen not to have.
  var ignoresImpossible = false
  /// The lines of code at which it dies of what no user can do, whatever that is: its own checks.
  var checks: Set<String> = []

  /// Returns true if an action may happen on a state.
  ///
  /// Answers come whenever they come; a second tap comes before the user has seen what the first one did. What the app
  /// says of an action is the only rule; without that, it is what the recordings show.
  func allows(_ step: PlannedStep, on state: JSONValue?, isAllowed: Bool? = nil) -> Bool {
    guard step.role == .user else { return true }
    if let isAllowed { return isAllowed }
    guard !hasRule, let state else { return true }
    return references.hold(for: step.step, in: state)
      && shown.hold(for: step.step, in: state)
  }

  /// Returns what is least usual about an action where a user may not be able to do it; nil if it came by itself, or if
  /// nothing is known that tells.
  func doubt(
    about planned: PlannedStep,
    after last: PlannedStep?,
    on state: JSONValue
  ) -> UnseenState? {
    guard !hasRule else { return nil }
    switch planned.role {
    case .user, .again:
      let step = planned.step
      let isSecondTap = last?.step.type == step.type && last?.step.payload == step.payload
      return doubt(about: step, on: state, isSecondTap: isSecondTap)
    case .answer:
      return nil
    }
  }

  /// Returns what is least usual about a user's action on a state; nil if that does not tell.
  ///
  /// Of a second tap, whatever the first one has changed tells, but for the row itself: one that the first tap has
  /// removed can still be tapped while it fades.
  func doubt(
    about step: SessionStep,
    on state: JSONValue,
    isSecondTap: Bool
  ) -> UnseenState? {
    if !isSecondTap, let list = references.missing(for: step, in: state) {
      return seen.absence(from: list, of: step)
    }
    guard !ignoresImpossible else { return nil }
    if let text = seen.emptyText(in: step) { return text }
    let lists = isSecondTap ? references.lists(of: step.kindName) : []
    return seen.doubts(about: step, on: state).first { doubt in
      (isSecondTap
        ? doubt.recorded >= Self.actionsForSecondTap : doubt.chance < UnseenState.telling)
        && !lists.contains { $0 == doubt.pointer || $0.hasPrefix(doubt.pointer + "/") }
    }
  }

  /// The recorded actions of a type without which nothing is said of a second tap.
  private static let actionsForSecondTap = 5

  /// Returns the first condition that begins to hold with an action; nil if none does.
  func broken(by step: SessionStep, before: JSONValue, after: JSONValue) -> Int? {
    never.indices.first { number in
      let expression = never[number].expression
      let now = GivenStep(index: 2, action: step.action, before: before, after: after)
      let earlier = GivenStep(index: 1, action: nil, before: nil, after: before)
      guard let holds = try? expression.holds(at: now), holds else { return false }
      return (try? expression.holds(at: earlier)) != true
    }
  }

  /// Returns the kind of a state with the answers that are still to come, and what distinguishes it.
  func kind(
    of state: JSONValue,
    _ pending: [PendingAnswer]
  ) -> (kind: UInt64, features: [UInt64]) {
    var features = shape.features(of: state)
    for type in Set(pending.map(\.type)) {
      let count = min(pending.filter { $0.type == type }.count, 2)
      features.append(StateShape.mix(StateShape.hash(type), UInt64(count)))
    }
    return (StateShape.kind(of: &features), features)
  }
}
