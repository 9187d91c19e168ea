/// The small changes of each recording, one after the other, before chance takes over.
extension RunPlanner {
  /// A small change of a recording.
  enum Change: Sendable {
    /// The answer comes only after a later action.
    case late(answer: Int, after: Int)
    /// The answer comes directly after its request.
    case early(answer: Int)
    case twice(Int)
    case burst(Int)
    case left(Int)

    /// The state before the first changed action.
    var position: Int {
      switch self {
      case .late(let answer, _): answer
      case .early(let answer): answer
      case .twice(let position), .burst(let position): position + 1
      case .left(let position): position
      }
    }

    var name: String {
      switch self {
      case .late: "late"
      case .early: "early"
      case .twice: "twice"
      case .burst: "burst"
      case .left: "left"
      }
    }
  }

  /// The actions after a change: enough to do something with what it led to.
  private static let tail = 8
  private static let burst = 4

  /// Returns all changes of recordings, tier by tier: `order`, then `repeat`.
  func changes() -> [(recording: Int, change: Change)] {
    var order: [(Int, Change)] = []
    var again: [(Int, Change)] = []
    for (number, recording) in model.recordings.enumerated() {
      let last = recording.steps.lastIndex { $0.state != nil } ?? -1
      guard last >= 0 else { continue }
      for (answer, request) in model.answers.links[number].sorted(by: { $0.key < $1.key })
      where answer <= last && model.answers.sure.contains(recording.steps[answer].step.kindName) {
        if answer > request + 1 { order.append((number, .early(answer: answer))) }
        var (distance, step) = (1, 1)
        while answer + distance <= last {
          order.append((number, .late(answer: answer, after: answer + distance)))
          if distance >= 6 { step = 3 }
          distance += step
        }
      }
      let nested = Set(model.answers.nested[number].values.flatMap { $0 })
      for position in 0...last where !nested.contains(position) {
        again.append((number, .left(position)))
        guard model.answers.links[number][position] == nil else { continue }
        again += [(number, .twice(position)), (number, .burst(position))]
      }
    }
    return order + again
  }

  /// Returns the name of a change on a kind of state, which need not be tried twice.
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
    }
  }

  /// Adds a change and what follows in the recording; the draft begins at the change's position.
  func add(_ change: Change, of recording: Int, to draft: inout RunDraft) {
    let steps = model.recordings[recording].steps
    func add(_ position: Int, _ role: PlannedStep.Role = .user) {
      guard steps.indices.contains(position) else { return }
      let origin = PlannedStep.Origin(recording: recording, position: position)
      if role == .again {
        addUser(model.step(origin), origin, .again, to: &draft)
      } else {
        addRecorded(origin, to: &draft)
      }
    }
    func follow(from position: Int) {
      for next in position..<min(position + Self.tail, steps.count) {
        let origin = PlannedStep.Origin(recording: recording, position: next)
        addRecorded(origin, to: &draft)
        // Both answers of a repeated request come.
        let isTwice = draft.pending.firstIndex { $0.origin == origin }
        if let isTwice { draft.deliver(isTwice) }
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
