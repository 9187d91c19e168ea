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

    /// False if the type says all.
    var carriesMore: Bool { form.hasFailed || !["null", "{}"].contains(carried) }

    /// The type and what it carries; `…` is for what differs in every run.
    package var words: String {
      let parts = [carried] + (form.others == "{}" ? [] : [form.others])
      return type + (form.hasFailed ? " failed with " : " ")
        + parts.map { $0.replacing(/\{"\$":"[a-z]+"\}/, with: "…") }.joined(separator: " and ")
    }
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

  /// The actions that occur once, whatever they carry.
  let singleForms: Set<SessionStep.Form>
  /// The steps of each type, of each key, and of each type that have failed, in order.
  private let positions: [ActionName: [Int]]

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
    mask: RedactionMask,
    start: JSONValue?,
    last: JSONValue?,
    gap: Int?
  ) {
    (self.timeline, self.steps, self.mask) = (timeline, steps, mask)
    (self.start, self.last, self.gap) = (start, last, gap)
    keys = steps.map { $0.key(without: mask) }
    singleForms = keys.map(\.form).singles
    var positions: [ActionName: [Int]] = [:]
    for (position, step) in steps.enumerated() {
      positions[.type(step.type), default: []].append(position)
      positions[.key(keys[position]), default: []].append(position)
      if step.error != nil { positions[.failed(step.type), default: []].append(position) }
    }
    self.positions = positions
  }

  /// Returns the session with other steps and another first state, as a replay would run it.
  func changed(_ steps: [SessionStep], start: JSONValue?) -> ComparedSession {
    ComparedSession(timeline: timeline, steps: steps, mask: mask, start: start, last: nil, gap: gap)
  }

  /// Returns the positions of the steps of a name, in order.
  func positions(of name: ActionName) -> [Int] { positions[name] ?? [] }

  /// Returns the number of actions that only one of two sessions has.
  func distance(to other: ComparedSession) -> Int {
    Set(positions.keys).union(other.positions.keys).reduce(0) {
      $0 + abs(positions(of: $1).count - other.positions(of: $1).count)
    }
  }

  /// True for a failed Flux action.
  package func hasFailed(_ position: Int) -> Bool { steps[position].error != nil }

  /// The name of the store; empty if it has none.
  var store: String { timeline.log.header.store ?? "" }

  /// The position of the action in which the app crashed; nil if it did not.
  var fatal: Int? { timeline.end.fatalAction == nil ? nil : steps.indices.last }

  /// The number in the session of an action at a position among its steps.
  package func index(_ position: Int) -> Int { steps[position].index }

  /// Returns true if the action before is the same one, but for identifiers and times.
  package func repeats(_ position: Int) -> Bool {
    position > 0 && keys[position] == keys[position - 1]
  }
}

extension Array where Element: Hashable {
  /// The elements that occur once.
  var singles: Set<Element> { Set(Dictionary(grouping: self) { $0 }.filter { $1.count == 1 }.keys) }
}

extension SessionStep {
  /// The action without identifiers, times and redacted values.
  fileprivate func key(without mask: RedactionMask) -> ComparedSession.Key {
    let carried = ComparedSession.withoutRedacted(carried ?? .null, mask)
    return ComparedSession.Key(form: form, carried: carried.steady.text)
  }
}
