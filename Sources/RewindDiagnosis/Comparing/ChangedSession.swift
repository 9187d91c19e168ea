package import RewindJSON
import RewindSession
import RewindTimeline

/// One of two sessions with some of the other's differences made in it, to be replayed.
package struct ChangedSession {
  private let base: ComparedSession
  /// The first state, if it is another one than the base's.
  package private(set) var start: JSONValue?
  /// The actions, numbered from the first of the base.
  package private(set) var steps: [SessionStep] = []

  /// Makes differences in the good session; what comes into it or moves in it comes after `place` of its
  /// actions, if that is given, and otherwise to where the other session has it.
  package init(
    _ base: ComparedSession,
    towards other: ComparedSession,
    _ alignment: SessionAlignment,
    making differences: [SessionDifference],
    after place: Int? = nil
  ) {
    self.base = base
    var own: [SessionStep?] = base.steps
    let known = other.pseudonyms(
      in: base,
      (alignment.pairs + alignment.moved).map { (own: $0.bad, other: $0.good) }
    )
    var inserted: [Int: [(order: Int, step: SessionStep)]] = [:]
    for difference in differences {
      switch difference.kind {
      case .start(let change):
        var state = start ?? base.start ?? .null
        change.make(in: &state)
        start = state
      case .missing(let position):
        own[position] = nil
      case .extra(let position):
        let anchor = place.map { $0 - 1 } ?? alignment.anchor(ofBad: position)
        inserted[anchor, default: []].append(
          (position, other.steps[position].replacing(known))
        )
      case .payload(let position, let there, let change):
        own[position]?.change(change, hasFailed: other.steps[there].error != nil)
      case .input(let position, _, let number, let name, let change):
        guard let value = change.new else { continue }
        own[position]?.replaceInput(number, name, by: value)
      case .order:
        break
      }
    }
    // An action that moves takes the other changes with it.
    for difference in differences {
      guard case .order(let order) = difference.kind else { continue }
      // All the way, it stands beside what is inserted there.
      let part = order.isPartial ? order.passed.last : nil
      let anchor =
        place.map { $0 - 1 } ?? part.map { order.isEarlier ? $0.good - 1 : $0.good }
        ?? alignment.anchor(ofBad: order.bad.lowerBound)
      for (from, to) in zip(order.good, order.bad) {
        if let step = own[from] { inserted[anchor, default: []].append((to, step)) }
        own[from] = nil
      }
    }
    var all: [SessionStep] = []
    for position in -1..<own.count {
      if position >= 0, let step = own[position] { all.append(step) }
      all += (inserted[position] ?? []).sorted { $0.order < $1.order }.map(\.step)
    }
    let first = base.timeline.firstIndex
    for position in all.indices { all[position].index = first + position + 1 }
    steps = all
  }

  /// The session that it is.
  var compared: ComparedSession { base.changed(steps, start: start ?? base.start) }

  /// Returns the request that replays it.
  func request(states: ReplayRequest.States) throws -> ReplayRequest {
    var request = ReplayRequest(base.timeline, states: states)
    if let start {
      request.start(after: base.timeline.firstIndex, start)
    } else {
      try request.begin(base.timeline.usualStart(), base.timeline)
    }
    for step in steps { request.add(step) }
    return request
  }
}

extension Change {
  /// Makes the change in a value that has the old one at the pointer.
  fileprivate func make(in value: inout JSONValue) {
    guard !pointer.tokens.isEmpty else {
      value = new ?? .null
      return
    }
    let operation: Patch.Operation = new.map { .add(pointer, $0) } ?? .remove(pointer)
    // An element of an array is replaced, not put before.
    let isElement = value[pointer.parent ?? .root]?.array != nil && old != nil
    let patch = isElement ? new.map { Patch([.replace(pointer, $0)]) } : nil
    try? (patch ?? Patch([operation])).apply(to: &value)
  }
}

extension SessionStep {
  fileprivate mutating func change(_ change: Change, hasFailed: Bool) {
    guard !change.pointer.tokens.isEmpty else {
      (payload, error) = hasFailed ? (nil, change.new) : (change.new, nil)
      return
    }
    guard var value = carried else { return }
    change.make(in: &value)
    carried = value
  }

  /// The same action with other texts in what it carries and reads.
  fileprivate func replacing(_ texts: [String: JSONValue]) -> SessionStep {
    if texts.isEmpty { return self }
    var other = self
    other.carried = carried?.replacing(texts)
    other.inputs = inputs.map { Input(name: $0.name, value: $0.value.replacing(texts)) }
    return other
  }

  fileprivate mutating func replaceInput(_ number: Int, _ name: String, by value: JSONValue) {
    guard inputs.indices.contains(number), inputs[number].name == name else { return }
    inputs[number] = Input(name: name, value: value)
  }
}
