import RewindJSON

/// The orders of three kinds of user actions that no recording has, of kinds that change the same values.
///
/// Two actions that change a value, and a third that meets what is left of it, are what recordings seldom have in each
/// order, and what chance finds late: with twenty kinds there are eight thousand orders.
struct RareOrders {
  let all: [[String]]

  /// Actions this far apart still follow each other.
  private static let window = 8
  private static let samplesRead = 12
  private static let pointerLength = 3

  init(
    _ recordings: [ExploredRecording],
    _ answers: AnswerRules,
    _ effects: RecordedEffects,
    samples: [String: [PlannedStep.Origin]],
    userTypes: [String]
  ) {
    var changed: [String: Set<String>] = [:]
    for type in userTypes {
      for origin in (samples[type] ?? []).prefix(Self.samplesRead) {
        let own = answers.answers(to: origin.position, in: origin.recording)
          .map { PlannedStep.Origin(recording: origin.recording, position: $0) }
        for step in [origin] + own {
          changed[type, default: []].formUnion(effects.changed(by: step, Self.pointerLength))
        }
      }
    }
    // What most kinds change, as a counter of actions, relates none of them.
    let counts = Dictionary(changed.values.flatMap { $0 }.map { ($0, 1) }, uniquingKeysWith: +)
    let telling = Set(counts.filter { $0.value * 2 <= userTypes.count }.keys)
    let related = Dictionary(
      uniqueKeysWithValues: userTypes.map { type in
        let own = changed[type, default: []].intersection(telling)
        return (type, userTypes.filter { !changed[$0, default: []].isDisjoint(with: own) })
      }
    )
    let known = Self.orders(of: recordings, Set(userTypes))
    all = userTypes.flatMap { first in
      (related[first] ?? []).flatMap { second in
        (related[second] ?? []).map { [first, second, $0] }
      }
    }.filter { Set($0).count > 1 && !known.contains($0) }
  }

  private static func orders(
    of recordings: [ExploredRecording],
    _ types: Set<String>
  ) -> Set<[String]> {
    var known: Set<[String]> = []
    for recording in recordings {
      let own = recording.steps.map(\.step.kindName).filter(types.contains)
      for first in own.indices {
        let near = first..<min(first + window, own.count)
        for second in near.dropFirst() {
          for third in second + 1..<max(second + 1, near.upperBound) {
            known.insert([own[first], own[second], own[third]])
          }
        }
      }
    }
    return known
  }
}
