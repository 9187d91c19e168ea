import RewindJSON
import RewindSession
package import RewindTimeline

/// A session as it is compared with others: its first state, its actions with their inputs, and its last state.
package struct ComparedSession {
  /// An action without what differs in every run: its form, and what it carries without identifiers, times
  /// and pseudonyms.
  package struct Key: Hashable, Sendable {
    package var type: String { form.type }
    let form: SessionStep.Form
    let carried: String
  }

  package let timeline: Timeline
  package let steps: [SessionStep]
  let keys: [Key]
  let start: JSONValue?
  let last: JSONValue?
  /// The values that were redacted.
  let mask: RedactionMask
  /// The action after which the state changed without an action, or actions are missing; nil if none is
  /// so, and the session can be run again with a change.
  package let gap: Int?

  /// The steps of each type, and of each key, in order.
  let positionsOfType: [String: [Int]]
  let positionsOfKey: [Key: [Int]]

  /// Reads a session.
  package static func read(_ timeline: Timeline) throws(SessionLogError) -> ComparedSession {
    var gap: Int?
    var indexes: [Int] = []
    for line in 0..<timeline.log.lineCount {
      let key = try timeline.log.key(of: line)
      if key.kind == .action, let index = key.index { indexes.append(index) }
      if [.external, .gap, .travel].contains(key.kind), gap == nil { gap = key.index ?? 0 }
    }
    var steps: [SessionStep] = []
    for index in indexes { steps.append(try timeline.step(index)) }
    let first = try timeline.firstState()
    let mask = RedactionMask(timeline.log.header)
    return ComparedSession(
      timeline: timeline,
      steps: steps,
      keys: steps.map { $0.key(without: mask) },
      mask: mask,
      start: try first.map { index throws(SessionLogError) in
        try timeline.state(onwardFrom: index)
      },
      last: try timeline.lastState().map { index throws(SessionLogError) in
        try timeline.state(after: index)
      },
      gap: gap
    )
  }

  private init(
    timeline: Timeline,
    steps: [SessionStep],
    keys: [Key],
    mask: RedactionMask,
    start: JSONValue?,
    last: JSONValue?,
    gap: Int?
  ) {
    (self.timeline, self.steps, self.keys, self.mask) = (timeline, steps, keys, mask)
    (self.start, self.last, self.gap) = (start, last, gap)
    positionsOfType = Dictionary(grouping: steps.indices) { steps[$0].type }
    positionsOfKey = Dictionary(grouping: keys.indices) { keys[$0] }
  }

  /// The number in the session of an action at a position among its steps.
  package func index(_ position: Int) -> Int { steps[position].index }

  /// Returns true if the action before is the same one, but for identifiers and times.
  package func repeats(_ position: Int) -> Bool {
    position > 0 && keys[position] == keys[position - 1]
  }

  /// Returns which one of the actions of its type a step is, from 0.
  func occurrence(ofType position: Int) -> Int {
    positionsOfType[steps[position].type]?.firstIndex(of: position) ?? 0
  }

  /// Returns which one of the actions of its key a step is, from 0.
  func occurrence(ofKey position: Int) -> Int {
    positionsOfKey[keys[position]]?.firstIndex(of: position) ?? 0
  }
}

extension SessionStep {
  /// The action without identifiers, times and redacted values.
  fileprivate func key(without mask: RedactionMask) -> ComparedSession.Key {
    let carried = ComparedSession.withoutRedacted(carried ?? .null, mask)
    return ComparedSession.Key(form: form, carried: carried.steady.text)
  }
}
