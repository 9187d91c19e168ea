import RewindJSON
import RewindSession
import RewindTimeline

/// The properties that a reduction of a session must keep: its failure, and the culprit's role in it.
struct MinimizationGoal {
  /// The action in which the session fails.
  let fatal: Int
  let failure: Failure
  /// The states before it.
  let states: StateSequence
  /// True if recorded states do not lead to the failure, so that actions must be run again.
  private(set) var rerunsActions: Bool
  private(set) var role: CulpritRole
  /// The number of replays so far.
  let probes: Int
  /// The values that the crash needs, if they are known: another one that it needs is another failure.
  private(set) var needs: CrashNeeds?

  /// The goal and its fallbacks: with actions run again, as an action may depend on something that
  /// recorded states leave out, and without the culprit's role.
  var attempts: [MinimizationGoal] {
    var (rerunning, alone) = (self, self)
    rerunning.rerunsActions = true
    alone.role = .none
    if case .action = role { alone.needs = nil }
    let withRole = rerunsActions ? [self] : [self, rerunning]
    return switch role {
    case .none, .fatal: withRole
    case .externalChange, .action: withRole + alone.attempts
    }
  }
}

/// Something that goes wrong in a session.
enum Failure {
  /// The program crashes in an action.
  case crash(CrashSignature)
  /// The program reaches a wrong state.
  case wrongState(WrongState)
}

/// The role of a culprit: after it the fatal action fails, and before it does not.
enum CulpritRole {
  /// None: the fatal action fails from every state, or any way to the failure will do.
  case none
  /// Of the fatal action itself: the state before it is not wrong yet.
  case fatal
  /// Of a change without an action that led to the state at this position.
  case externalChange(position: Int)
  /// Of an action.
  case action(CulpritAction)
}

/// An action that is the culprit, and the state before it.
struct CulpritAction {
  let index: Int
  /// The action after the latest state from which the fatal action does not fail alike.
  let survivor: Int
  /// The position of that state.
  let position: Int
}

extension MinimizationGoal {
  /// Returns the goal for a session whose culprit was found.
  static func keeping(
    _ culprit: CrashBisection.Culprit,
    of timeline: Timeline
  ) throws(SessionLogError) -> MinimizationGoal {
    var role = CulpritRole.none
    if let survivor = culprit.survivor, let position = culprit.survivorPosition {
      role =
        culprit.externalChange == nil
        ? .action(
          CulpritAction(index: culprit.culprit, survivor: survivor.index, position: position)
        )
        : .externalChange(position: culprit.position)
    }
    return MinimizationGoal(
      fatal: culprit.fatal,
      failure: .crash(culprit.signature),
      states: try StateSequence.read(timeline, before: culprit.fatal),
      rerunsActions: culprit.rerunsActions,
      role: role,
      probes: 0,
      needs: culprit.needs
    )
  }

  /// Returns the goal for a session that is known to crash in its last action.
  static func crashing(
    _ signature: CrashSignature,
    atEndOf timeline: Timeline
  ) throws(SessionLogError) -> MinimizationGoal {
    MinimizationGoal(
      fatal: timeline.lastIndex,
      failure: .crash(signature),
      states: try StateSequence.read(timeline, before: timeline.lastIndex),
      rerunsActions: false,
      role: .fatal,
      probes: 0
    )
  }

  /// The number of actions to learn from what payloads refer to; more say nothing new.
  private static let learnedActions = 1_000

  /// Returns the rule that what an action names is there, as it was for all of its type: otherwise the shortest way to
  /// a failure is often one that no user can go, with another cause.
  ///
  /// - Returns: Nil where any way to the failure will do, or no action names anything. The culprit and the fatal action
  ///   are not judged: what they do is the failure.
  func namesWhatIsThere(
    in timeline: Timeline
  ) throws(SessionLogError) -> ((Minimization.PossibleTrial) -> Bool)? {
    if case .none = role { return nil }
    var culprit: Int?
    if case .action(let action) = role { culprit = action.index }
    var actions: [String: [(step: SessionStep, before: JSONValue)]] = [:]
    for index in max(1, fatal - Self.learnedActions)..<max(1, fatal)
    where try timeline.isStateKnown(before: index) {
      let step = try timeline.step(index)
      actions[step.kindName, default: []].append((step, try timeline.state(before: index)))
    }
    let dictionaries = GeneralPointer.dictionaries(
      in: actions.values.compactMap(\.last?.before),
      timeline.stateTypes
    )
    let references = PayloadReferences(actions, dictionaries)
    guard actions.keys.contains(where: { !references.parts(of: $0).isEmpty }) else { return nil }
    return { [culprit] trial in
      zip(trial.steps, trial.statesBefore).dropLast().allSatisfy { step, before in
        step.index == culprit || before.map { references.hold(for: step, in: $0) } ?? true
      }
    }
  }

  /// Replays a session, and returns the goal for its crash, with any culprit; nil if the program survives.
  static func replaying(
    _ timeline: Timeline,
    by program: ReplayProgram
  ) throws -> MinimizationGoal? {
    let replay = try CrashReplay.run(timeline, by: program)
    let outcome = replay.outcome
    switch outcome.ending {
    case .undecodable(let session):
      throw ReplayProgramError(program: program.name, .undecodable(session.description))
    case .unresolved(let input, let action):
      throw UnresolvedInput(input, in: action)
    case .closed:
      return nil
    case .died(let crash):
      guard let fatal = outcome.lastAction, fatal > 0 else { return nil }
      let action = try FatalAction.read(fatal, of: timeline, by: program)
      let observe = { (source: StateSource) in
        try CrashProbe(action, by: source).observe(at: action.states.last)?.signature
      }
      let decoded = outcome.decodesState ? try observe(.decoding) : nil
      let found = try decoded ?? observe(.rerunning) ?? CrashSignature(crash, in: action.step.type)
      return MinimizationGoal(
        fatal: fatal,
        failure: .crash(found),
        states: action.states,
        rerunsActions: decoded == nil,
        role: .none,
        probes: replay.count + (outcome.decodesState ? 1 : 0) + (decoded == nil ? 1 : 0)
      )
    }
  }
}
