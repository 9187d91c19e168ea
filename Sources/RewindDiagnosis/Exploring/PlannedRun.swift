import RewindJSON

/// An action of a run that an exploration makes.
struct PlannedStep: Sendable {
  /// An action of a recording.
  struct Origin: Hashable, Sendable {
    let recording: Int
    let position: Int
  }

  enum Role: Hashable, Sendable {
    /// Something that a user does, or that happens.
    case user
    /// The same action once more at once, before the user has seen what the first one did.
    case again
    /// The answer to the request at this position of the path.
    case answer(Int)
  }

  var step: SessionStep
  let origin: Origin?
  let role: Role
}

/// An answer that has not come yet.
struct PendingAnswer: Sendable {
  /// The position of the request in the path.
  let request: Int
  let type: String
  let step: SessionStep
  let origin: PlannedStep.Origin?
}

/// A run: actions on a state that an earlier run has reached.
struct PlannedRun: Sendable {
  let number: Int
  /// The state that it goes on from, by its number.
  let node: Int
  let state: JSONValue
  let text: [UInt8]
  let steps: [PlannedStep]
  /// The answers that have not come, after each step.
  let pending: [[PendingAnswer]]
  /// All that leads to the state, for an app that cannot be given one.
  var opening: Opening?

  struct Opening: Sendable {
    let request: ReplayRequest
    /// The number of its last action.
    let index: Int
  }
}

/// A run as it is planned step by step.
struct RunDraft {
  let node: Int
  let depth: Int
  private(set) var pending: [PendingAnswer]
  private(set) var steps: [PlannedStep] = []
  private(set) var history: [[PendingAnswer]] = []

  /// Answers to wait for; those of earlier requests are lost.
  private static let pendingLimit = 8

  init(node: Int, depth: Int, pending: [PendingAnswer]) {
    (self.node, self.depth, self.pending) = (node, depth, pending)
  }

  /// The position in the path of the step that is added next.
  var position: Int { depth + steps.count }

  /// Adds an action.
  mutating func add(_ step: SessionStep, _ origin: PlannedStep.Origin?, _ role: PlannedStep.Role) {
    steps.append(PlannedStep(step: step, origin: origin, role: role))
    history.append(pending)
  }

  /// Adds the answer to expect for the last action.
  mutating func expect(_ answer: PendingAnswer) {
    pending.append(answer)
    if pending.count > Self.pendingLimit { pending.removeFirst() }
    if !history.isEmpty { history[history.count - 1] = pending }
  }

  /// Lets an answer come.
  mutating func deliver(_ number: Int) {
    let answer = pending.remove(at: number)
    add(answer.step, answer.origin, .answer(answer.request))
  }

  /// Forgets an answer, which does not come.
  mutating func lose(_ number: Int) {
    pending.remove(at: number)
  }
}
