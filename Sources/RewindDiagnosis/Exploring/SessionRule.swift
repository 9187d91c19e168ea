import RewindJSON

/// The rule that says if an app could have had a session.
///
/// Whatever is told has passed it: the session in which a run failed, and each shorter one that is tried instead.
///
/// - An answer comes after its own request, with the values that it repeats of it, and not more often than a recorded
///   effect answered.
/// - A user does what the state shows, as far as the recordings tell.
/// - An action that comes once more comes directly after itself, or is one that the user could do anyway.
struct SessionRule {
  let answers: AnswerRules
  let judge: StepJudge

  /// An action that a session has kept of a path, with the state before it; with nil, any state is taken to show it.
  struct KeptAction {
    let position: Int
    let before: JSONValue?
    /// True if a user could do it on the state before; nil if the app does not say.
    let isAllowed: Bool?
  }

  /// Judges a session with some actions of a path.
  ///
  /// - Parameters:
  ///   - kept: The actions, in order.
  ///   - path: All actions.
  ///   - skipped: The number of actions at the start of the path that all happened before.
  /// - Returns: True if an app could have had it.
  func allows(_ kept: [KeptAction], of path: [PlannedStep], after skipped: Int = 0) -> Bool {
    var happened = Set(0..<skipped)
    var came: [Int: [PlannedStep.Origin?]] = [:]
    for planned in path.prefix(skipped) {
      if case .answer(let request) = planned.role {
        came[request, default: []].append(planned.origin)
      }
    }
    // The states around each action that was kept.
    var states: [Int: StateEchoes.AskedState] = [:]
    for (action, next) in zip(kept, kept.dropFirst()) {
      guard let before = action.before, let after = next.before else { continue }
      states[action.position] = .init(before: before, after: after)
    }
    // The first of equal taps.
    func firstTap(_ request: Int) -> Int? {
      let earlier = kept.map(\.position).last { $0 <= request && path[$0].role != .again }
      return path[request].role == .again ? earlier : request
    }
    var last = skipped > 0 ? path[skipped - 1] : nil
    for action in kept {
      guard path.indices.contains(action.position) else { return false }
      let planned = path[action.position]
      switch planned.role {
      case .answer(let request) where request < 0:
        break
      case .answer(let request):
        guard happened.contains(request), answers.fit(planned.step, path[request].step),
          states[request].map({
            judge.echoes.fit(planned.step, $0, first: firstTap(request).flatMap { states[$0] })
          }) ?? true,
          Self.comesOnce(planned.origin, besides: came[request] ?? [])
        else { return false }
        came[request, default: []].append(planned.origin)
      case .user:
        guard judge.allows(planned, on: action.before, isAllowed: action.isAllowed) else {
          return false
        }
      case .again:
        let isTwice =
          last?.step.type == planned.step.type && last?.step.payload == planned.step.payload
        let alone = PlannedStep(step: planned.step, origin: planned.origin, role: .user)
        let isAnswer = answers.isAnswer(planned.step.kindName)
        guard
          isTwice
            || !isAnswer && judge.allows(alone, on: action.before, isAllowed: action.isAllowed)
        else {
          return false
        }
      }
      happened.insert(action.position)
      last = planned
    }
    return true
  }

  /// True if an answer is the only one to its request, or one of several that were recorded.
  private static func comesOnce(
    _ origin: PlannedStep.Origin?,
    besides others: [PlannedStep.Origin?]
  ) -> Bool {
    others.isEmpty || origin != nil && !others.contains(origin) && !others.contains(nil)
  }
}

extension AnswerRules {
  /// Returns the role that a recorded action has in its recording.
  func role(of type: String, at origin: PlannedStep.Origin) -> PlannedStep.Role {
    if let request = links[origin.recording][origin.position] { return .answer(request) }
    let root = nested[origin.recording].first { $0.value.contains(origin.position) }?.key
    return root.map { .answer($0) } ?? (isAnswer(type) ? .answer(-1) : .user)
  }

  /// Returns true if an answer repeats the same values of a request as all recorded ones.
  fileprivate func fit(_ answer: SessionStep, _ request: SessionStep) -> Bool {
    guard let rule = rule(for: answer.kindName, to: request.kindName),
      rule.request == request.kindName
    else { return true }
    return rule.echoes.allSatisfy { echo in
      guard let value = request.payload?.value(at: echo.request), value.isName else { return true }
      return answer.payload?.value(at: echo.answer) == value
    }
  }
}
