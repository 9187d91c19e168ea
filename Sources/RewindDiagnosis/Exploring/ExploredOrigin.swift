import RewindJSON

/// The way in which a session differs from the recordings that it is made of.
package struct ExploredOrigin: Sendable {
  /// The kinds of differences; what a user's network and fingers do comes first.
  package enum Tier: String, Sendable, CaseIterable, Comparable {
    /// Answers came at other times.
    case order
    /// Actions came more often, or not at all.
    case `repeat`
    /// A user's actions in another order, also of several recordings.
    case mix
    /// An action has values that were recorded elsewhere.
    case payload

    package static func < (one: Tier, other: Tier) -> Bool {
      (allCases.firstIndex(of: one) ?? 0) < (allCases.firstIndex(of: other) ?? 0)
    }
  }

  package let tier: Tier
  /// The recording that it has most of.
  package let from: String
  /// The difference in words.
  package let words: String
}

/// The comparison of a session with the recordings.
struct OriginComparison {
  let model: ExplorationModel
  let steps: [PlannedStep]
  private var recordings: [ExploredRecording] { model.recordings }
  private var answers: AnswerRules { model.answers }

  /// A step that is in a recording.
  private struct Match {
    /// Its position in the recording, for each step; nil where the recording does not have it.
    var positions: [Int?]
    let recording: Int
    var tier: ExploredOrigin.Tier
    /// A step that came once more.
    var again: Int?

    var count: Int { positions.filter { $0 != nil }.count }
  }

  /// Returns the smallest difference.
  func origin() -> ExploredOrigin {
    let matches = recordings.indices.map(match)
    let best = matches.min {
      ($0.tier, -$0.count, $0.recording) < ($1.tier, -$1.count, $1.recording)
    }
    guard let best else { return ExploredOrigin(tier: .mix, from: "", words: "") }
    return ExploredOrigin(
      tier: best.tier,
      from: recordings[best.recording].path,
      words: words(best)
    )
  }

  private func isSame(_ one: SessionStep, _ other: SessionStep) -> Bool {
    one.type == other.type && one.payload == other.payload && one.error == other.error
  }

  private func match(_ number: Int) -> Match {
    let recorded = recordings[number].steps.map(\.step)
    var free = Set(recorded.indices)
    var match = Match(positions: [], recording: number, tier: .order)
    var isIncreasing = true
    var last = -1
    for (position, planned) in steps.enumerated() {
      let equal = recorded.indices.filter { isSame(recorded[$0], planned.step) }
      let own = planned.origin.flatMap { $0.recording == number ? $0.position : nil }
      let chosen =
        own.flatMap { free.contains($0) ? $0 : nil }
        ?? equal.first { free.contains($0) && $0 > last } ?? equal.first { free.contains($0) }
      match.positions.append(chosen)
      if let chosen {
        free.remove(chosen)
        if chosen < last {
          isIncreasing = false
          if !isOrder(chosen, last, number) { match.tier = max(match.tier, .mix) }
        }
        last = max(last, chosen)
      } else if !equal.isEmpty {
        match.again = match.again ?? position
        match.tier = max(match.tier, .repeat)
      } else {
        match.tier = max(match.tier, isRecorded(planned.step) ? .mix : .payload)
      }
    }
    if isIncreasing { match.tier = max(match.tier, .repeat) }
    return match
  }

  /// True if one of two actions that were swapped is an answer.
  private func isOrder(_ one: Int, _ other: Int, _ number: Int) -> Bool {
    [one, other].contains { position in
      answers.links[number][position] != nil
        && answers.sure.contains(recordings[number].steps[position].step.kindName)
    }
  }

  /// True if an action was recorded, but for what an answer repeats of its request, and what a user chose among
  /// what there was.
  private func isRecorded(_ step: SessionStep) -> Bool {
    let parts =
      (answers.rules[step.kindName]?.echoes ?? []).map(\.answer)
      + model.judge.references.parts(of: step.kindName).filter { $0.reference.isIdentifier }
      .map(\.path)
    return (model.samples[step.kindName] ?? []).contains { origin in
      var recorded = model.step(origin)
      for path in parts {
        guard let value = step.payload?.value(at: path), let payload = recorded.payload else {
          continue
        }
        recorded.payload = payload.setting(path[...], to: value)
      }
      return isSame(recorded, step)
    }
  }

  // MARK: - Words

  private func name(_ number: Int) -> String {
    recordings[number].path.split(separator: "/").last.map(String.init) ?? ""
  }

  /// Returns an action with its number in its recording.
  private func action(_ position: Int, _ number: Int) -> String {
    let step = recordings[number].steps[position].step
    return "\(step.kindName) (\(step.index))"
  }

  private func words(_ match: Match) -> String {
    let number = match.recording
    switch match.tier {
    case .order:
      var last: Int?
      for position in match.positions.compactMap({ $0 }) {
        if let last, position < last {
          // The answer that came late, or before what was recorded earlier.
          if let request = answers.links[number][position] {
            return
              "as in \(name(number)), but the answer to \(action(request, number)) came after \(action(last, number))"
          }
          let request = answers.links[number][last] ?? last
          return
            "as in \(name(number)), but the answer to \(action(request, number)) came before \(action(position, number))"
        }
        last = max(last ?? position, position)
      }
      return "as in \(name(number))"
    case .repeat:
      if let again = match.again {
        let step = steps[again].step
        let times = steps.filter { isSame($0.step, step) }.count
        let position = recordings[number].steps.firstIndex { isSame($0.step, step) } ?? 0
        let often = times == 2 ? "twice" : "\(times) times"
        return "as in \(name(number)), but \(action(position, number)) came \(often)"
      }
      let kept = match.positions.compactMap { $0.map { action($0, number) } }
      return "of \(name(number)), only \(kept.shortList)"
    case .mix:
      let own = recordings[number].steps.map(\.step)
      let others = zip(steps, match.positions).filter { $1 == nil }.map(\.0)
      let other = others.first { step in !own.contains { isSame($0, step.step) } }
      guard let other else {
        let kept = match.positions.compactMap { $0.map { action($0, number) } }
        return "as in \(name(number)), in the order \(kept.shortList)"
      }
      guard let from = other.origin, from.recording != number else {
        return "as in \(name(number)), with \(content(of: other.step))"
      }
      return
        "as in \(name(number)), with \(action(from.position, from.recording)) of \(name(from.recording))"
    case .payload:
      let other = zip(steps, match.positions).first { $1 == nil && !isRecorded($0.step) }?.0.step
      return "as in \(name(number)), with \(other.map { content(of: $0) } ?? "")"
    }
  }

  private static let contentLimit = 80

  private func content(of step: SessionStep) -> String {
    guard let text = step.payload?.text else { return step.kindName }
    let isLong = text.count > Self.contentLimit
    return "\(step.kindName) \(text.prefix(Self.contentLimit))\(isLong ? "…" : "")"
  }
}
