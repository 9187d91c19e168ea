/// The small changes of each recording, one after the other, before chance takes over.
extension RunPlanner {
  /// A small change of a recording.
  enum Change: Sendable {
    /// The answer comes only after a later action.
    case late(answer: Int, after: Int)
    /// The answer comes directly after its request.
    case early(answer: Int)
    case twice(Int)
    /// A request comes twice, and both answers only after a later action.
    case twiceLate(request: Int, answer: Int, after: Int)
    case burst(Int)
    case left(Int)

    /// The state before the first changed action.
    var position: Int {
      switch self {
      case .late(let answer, _): answer
      case .early(let answer): answer
      case .twice(let position), .burst(let position): position + 1
      case .twiceLate(let request, _, _): request + 1
      case .left(let position): position
      }
    }

    var name: String {
      switch self {
      case .late: "late"
      case .early: "early"
      case .twice: "twice"
      case .twiceLate: "twice, late"
      case .burst: "burst"
      case .left: "left"
      }
    }
  }

  /// The actions after a change: enough to do something with what it led to.
  private static let tail = 8
  private static let burst = 4

  /// How much later answers come, in actions: what a late answer meets changes less and less with time.
  private static let delays = [1, 2, 3, 5, 8, 13, 21, 34]
  /// The actions that a user does while a request that was made twice has no answer.
  private static let repeatedDelays = [2, 3, 5]

  /// Returns all changes of recordings, tier by tier: `order`, then `repeat`; of each recording some, in turn.
  func changes() -> [(recording: Int, change: Change)] {
    var order: [[Change]] = []
    var again: [[Change]] = []
    for (number, recording) in model.recordings.enumerated() {
      let last = recording.steps.lastIndex { $0.state != nil } ?? -1
      let links = model.answers.links[number].filter { $0.key <= last }
      let isSure = { position in
        let type = recording.steps[position].step.kindName
        return model.answers.sure.contains(type) || !model.judge.echoes.paths(of: type).isEmpty
      }
      let answers = links.keys.filter(isSure).sorted()
      var changes: [Change] = []
      for delay in Self.delays {
        changes += answers.filter { $0 + delay <= last }
          .map { .late(answer: $0, after: $0 + delay) }
      }
      changes += answers.filter { $0 > (links[$0] ?? 0) + 1 }.map { .early(answer: $0) }
      order.append(changes)
      let nested = Set(model.answers.nested[number].values.flatMap { $0 })
      changes = []
      for position in 0..<last + 1 where !nested.contains(position) {
        changes.append(.left(position))
        if links[position] == nil { changes += [.twice(position), .burst(position)] }
      }
      for delay in Self.repeatedDelays {
        for answer in links.keys.sorted() where answer + delay <= last {
          let request = links[answer] ?? answer
          changes.append(.twiceLate(request: request, answer: answer, after: answer + delay))
        }
      }
      again.append(changes)
    }
    let (first, second) = (Self.inTurn(order), Self.inTurn(again))
    return (0..<max(first.count, second.count)).flatMap { number in
      [first, second].compactMap { number < $0.count ? $0[number] : nil }
    }
  }

  private static func inTurn(_ changes: [[Change]]) -> [(recording: Int, change: Change)] {
    (0..<(changes.map(\.count).max() ?? 0)).flatMap { round in
      changes.indices.filter { round < changes[$0].count }.map { ($0, changes[$0][round]) }
    }
  }

  /// Returns the name of a change on a kind of state; one of a name is tried once.
  func key(_ recording: Int, _ change: Change) -> String {
    let steps = model.recordings[recording].steps
    switch change {
    case .late(let answer, let after):
      return
        "late \(steps[answer].step.kindName) \(steps[answer + 1].step.kindName) \(steps[after].step.kindName)"
    case .early(let answer), .left(let answer):
      return "\(change.name) \(steps[answer].step.kindName)"
    case .twice(let position), .burst(let position):
      return "\(change.name) \(steps[position].step.kindName)"
    case .twiceLate(let request, _, let after):
      return
        "\(change.name) \(steps[request].step.kindName) \(after - request) \(steps[after].step.kindName)"
    }
  }

  /// Adds a change and the recorded actions after it; the draft begins at the change's position.
  func add(_ change: Change, of recording: Int, to draft: inout RunDraft) {
    let steps = model.recordings[recording].steps
    func add(_ position: Int, _ role: PlannedStep.Role = .user) {
      guard steps.indices.contains(position) else { return }
      let origin = PlannedStep.Origin(recording: recording, position: position)
      if role == .again {
        addUser(model.step(origin), origin, .again, to: &draft)
      } else if model.answers.links[recording][position] != nil || isPossible(origin, in: draft) {
        addRecorded(origin, to: &draft)
      }
    }
    func follow(from position: Int) {
      for next in position..<min(position + Self.tail, steps.count) {
        let origin = PlannedStep.Origin(recording: recording, position: next)
        add(next)
        // Both answers of a repeated request come.
        let isTwice = draft.pending.firstIndex { $0.origin == origin }
        if let isTwice { deliver(isTwice, to: &draft) }
      }
    }
    switch change {
    case .late(let answer, let after):
      for position in answer + 1..<after + 1 { add(position) }
      add(answer)
      follow(from: after + 1)
    case .early(let answer):
      let request = model.answers.links[recording][answer] ?? answer - 1
      add(answer)
      for position in request + 1..<answer { add(position) }
      follow(from: answer + 1)
    case .twice(let position):
      add(position, .again)
      follow(from: position + 1)
    case .burst(let position):
      add(position, .again)
      for _ in 1..<Self.burst { add(position) }
      follow(from: position + 1)
    case .twiceLate(let request, let answer, let after):
      add(request, .again)
      for position in request + 1..<after + 1 where position != answer { add(position) }
      let origin = PlannedStep.Origin(recording: recording, position: answer)
      while let number = draft.pending.lastIndex(where: { $0.origin == origin }) {
        deliver(number, to: &draft)
      }
      follow(from: after + 1)
    case .left(let position):
      follow(from: position + 1)
    }
  }

  /// Returns the position in a recording at which a run with the change begins.
  func start(of change: Change, in recording: Int) -> Int {
    guard case .early(let answer) = change else { return change.position }
    return (model.answers.links[recording][answer] ?? answer - 1) + 1
  }
}
