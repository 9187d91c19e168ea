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
    /// The answer to the request at this position of the path, or what was dispatched by the action there; below 0
    /// for a request before the start.
    case answer(Int)
  }

  var step: SessionStep
  let origin: Origin?
  var role: Role
}

/// An answer that has not come yet.
struct PendingAnswer: Sendable {
  /// The position of the request in the path.
  var request: Int
  let type: String
  var step: SessionStep
  let origin: PlannedStep.Origin?
  /// The recorded answer that it was made from.
  let sample: PlannedStep.Origin?
}

/// A run: actions on a state that an earlier run has reached.
struct PlannedRun: Sendable {
  let number: Int
  /// The state that it goes on from, by its number.
  let node: Int
  /// The number of actions before it.
  let depth: Int
  let state: JSONValue
  let text: [UInt8]
  private(set) var steps: [PlannedStep]
  /// The answers that have not come, after each step.
  private(set) var pending: [[PendingAnswer]]
  /// All that leads to the state, for an app that cannot be given one.
  var opening: Opening?

  struct Opening: Sendable {
    let request: ReplayRequest
    /// The number of its last action.
    let index: Int
  }
}

extension PlannedRun {
  init(_ draft: RunDraft, _ corpus: ExplorationCorpus, number: Int) {
    self.init(
      number: number,
      node: draft.node,
      depth: draft.depth,
      state: corpus.state(of: draft.node),
      text: corpus.nodes[draft.node].text,
      steps: draft.steps,
      pending: draft.history
    )
  }

  /// Returns the position of the first of equal taps; nil if it was before the run.
  func firstTap(_ position: Int) -> Int? {
    steps[...position].lastIndex { $0.role != .again }
  }

  /// Leaves out the steps at some positions, and the answers to them.
  mutating func leaveOut(_ positions: Set<Int>) {
    var kept: [Int: Int] = [:]
    for position in steps.indices where !positions.contains(position) {
      kept[depth + position] = depth + kept.count
    }
    func moved(_ request: Int) -> Int? { request < depth ? request : kept[request] }
    let old = (steps, pending)
    (steps, pending) = ([], [])
    for position in old.0.indices where !positions.contains(position) {
      var step = old.0[position]
      if case .answer(let request) = step.role { step.role = .answer(moved(request) ?? -1) }
      steps.append(step)
      pending.append(
        old.1[position].compactMap { answer in
          var answer = answer
          guard let request = moved(answer.request) else { return nil }
          answer.request = request
          return answer
        }
      )
    }
  }
}

/// A run as it is planned step by step.
struct RunDraft {
  let node: Int
  let depth: Int
  private(set) var pending: [PendingAnswer]
  private(set) var steps: [PlannedStep] = []
  private(set) var history: [[PendingAnswer]] = []
  /// A guess of the state, as far as possible; nil where nobody asks.
  private(set) var state: JSONValue?
  /// The same before the last action.
  private(set) var before: JSONValue?
  private let effects: RecordedEffects?

  /// Answers to wait for; those of earlier requests are lost.
  private static let pendingLimit = 8

  init(node: Int, depth: Int, pending: [PendingAnswer]) {
    (self.node, self.depth, self.pending) = (node, depth, pending)
    (state, effects) = (nil, nil)
  }

  /// Goes on from a state that was reached.
  init(_ node: Int, of corpus: ExplorationCorpus, _ effects: RecordedEffects) {
    (self.node, state, self.effects) = (node, corpus.state(of: node), effects)
    (depth, pending) = (corpus.nodes[node].depth, corpus.nodes[node].pending)
  }

  /// The position in the path of the step that is added next.
  var position: Int { depth + steps.count }

  /// Adds an action; `sample` is the recorded one that it was made from.
  mutating func add(
    _ step: SessionStep,
    _ origin: PlannedStep.Origin?,
    _ role: PlannedStep.Role,
    like sample: PlannedStep.Origin? = nil
  ) {
    before = state
    if let before, let effects, let sample = sample ?? origin {
      state = effects.state(before, after: step, like: sample)
    }
    steps.append(PlannedStep(step: step, origin: origin, role: role))
    history.append(pending)
  }

  /// Adds the answer to expect for the last action.
  mutating func expect(_ answer: PendingAnswer) {
    pending.append(answer)
    if pending.count > Self.pendingLimit { pending.removeFirst() }
    if !history.isEmpty { history[history.count - 1] = pending }
  }

  /// Lets an answer come, and returns it; of several to one request, the first.
  mutating func deliver(_ number: Int) -> PendingAnswer {
    let request = pending[number].request
    let first = pending.firstIndex { $0.request == request } ?? number
    let answer = pending.remove(at: first)
    add(answer.step, answer.origin, .answer(request), like: answer.sample)
    return answer
  }

  /// Forgets an answer: it does not come.
  mutating func lose(_ number: Int) {
    pending.remove(at: number)
  }
}
