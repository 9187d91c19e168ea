import RewindJSON
import RewindSession
package import RewindTimeline

/// What an app does in a session, as far as a corpus is to show it: an action of a type changes a value, or dies.
package struct SessionBehavior: Hashable, Comparable, Sendable {
  /// The store, where it has a name of its own.
  package let store: String?
  /// The action's type.
  package let type: String
  /// A change such as `~ /rows/*/done`, `+ /rows/*` or `- /rows/*`; `no change`; or `crash g4baed7cc`, by its cause.
  package let effect: String

  package init(store: String?, type: String, effect: String) {
    (self.store, self.type, self.effect) = (store, type, effect)
  }

  /// True if the app dies.
  package var isCrash: Bool { effect.hasPrefix("crash ") }

  package static func < (first: Self, second: Self) -> Bool {
    (first.store ?? "", first.type, first.effect) < (second.store ?? "", second.type, second.effect)
  }
}

/// The behaviors of many sessions, with pointers as patterns that are made from all of their states.
///
/// What a dictionary is, the types in the logs say; where they do not, ``FieldTree`` guesses it from what it has seen.
/// So sessions have to be read in an order that does not depend on their files' names.
package struct SessionBehaviors {
  private struct Step: Hashable {
    let type: String
    let sign: Character
    let pointer: Pointer
  }

  private var sessions: [(store: String?, steps: Set<Step>, others: Set<SessionBehavior>)] = []
  private var fields: [String?: FieldTree<NoContent>] = [:]

  package init() {}

  /// Reads the next session; `cause` names the cause of its crash, if it crashes in an action.
  package mutating func add(_ timeline: Timeline, cause: String?) throws(SessionLogError) {
    let store = timeline.log.header.store.flatMap { $0 == "main" ? nil : $0 }
    let fields = fields[store] ?? FieldTree()
    self.fields[store] = fields
    fields.know(timeline.stateTypes.state, in: timeline.stateTypes)
    if let first = try timeline.firstState() { fields.add(try timeline.state(after: first)) }
    var steps: Set<Step> = []
    var others: Set<SessionBehavior> = []
    func show(_ type: String, _ effect: String) {
      others.insert(SessionBehavior(store: store, type: type, effect: effect))
    }
    var next = try timeline.nextAction(from: timeline.firstIndex + 1)
    while let action = next {
      next = try timeline.nextAction(from: action.index + 1)
      if timeline.end == .crashed(action: action.index) {
        show(action.type, "crash \(cause ?? "of unknown cause")")
      }
      guard try timeline.stateLine(after: action.index) != nil,
        try timeline.isStateKnown(before: action.index)
      else { continue }
      let changes = try timeline.changes(of: action.index)
      if changes.isEmpty { show(action.type, "no change") }
      fields.add(try timeline.patch(of: action.index))
      for change in changes {
        let tokens = change.pointer.tokens.map { $0.isMemberName ? $0 : "*" }
        let sign: Character = change.old == nil ? "+" : change.new == nil ? "-" : "~"
        steps.insert(Step(type: action.type, sign: sign, pointer: Pointer(tokens: tokens)))
      }
    }
    sessions.append((store, steps, others))
  }

  /// Returns the behaviors of each session, in the order in which they were read.
  package func all() -> [Set<SessionBehavior>] {
    for tree in fields.values { tree.settle() }
    return sessions.map { store, steps, others in
      var found = others
      for step in steps {
        let pattern = fields[store]?.pattern(of: step.pointer) ?? step.pointer
        let place = pattern.tokens.isEmpty ? "the whole state" : pattern.description
        found.insert(
          SessionBehavior(store: store, type: step.type, effect: "\(step.sign) \(place)")
        )
      }
      return found
    }
  }
}

/// A session among those from which a corpus is chosen.
package struct CorpusCandidate: Sendable {
  /// The key of the file's contents.
  package let key: String
  package let actions: Int
  package let behaviors: Set<SessionBehavior>

  package init(key: String, actions: Int, behaviors: Set<SessionBehavior>) {
    (self.key, self.actions, self.behaviors) = (key, actions, behaviors)
  }
}

extension [CorpusCandidate] {
  /// Chooses few short sessions that show together all that these show, beside what is shown already.
  ///
  /// The greedy cover of V. Chvátal, "A greedy heuristic for the set-covering problem" (1979), with an action as the
  /// unit of cost: the session that shows the most new behaviors an action is next; of equals, the one with fewer
  /// actions, then that with the lower key. No session is chosen beside a shorter one that shows as much. The choice
  /// depends on neither order nor repetition, and is the same without the sessions that were not chosen.
  ///
  /// - Returns: The numbers of the sessions as they were chosen, each with the behaviors that it was chosen for.
  package func cover(
    beside shown: Set<SessionBehavior> = []
  ) -> [(number: Int, behaviors: Set<SessionBehavior>)] {
    var left = map { $0.behaviors.subtracting(shown) }
    var holders: [SessionBehavior: [Int]] = [:]
    for (number, behaviors) in left.enumerated() {
      for behavior in behaviors { holders[behavior, default: []].append(number) }
    }
    func isBetter(_ first: Int, _ second: Int) -> Bool {
      let (one, two) = (self[first], self[second])
      let gains = (left[first].count * two.actions, left[second].count * one.actions)
      return gains.0 == gains.1
        ? (one.actions, one.key) < (two.actions, two.key) : gains.0 > gains.1
    }
    var chosen: [(Int, Set<SessionBehavior>)] = []
    while let best = indices.filter({ !left[$0].isEmpty }).min(by: isBetter) {
      let new = left[best]
      chosen.append((best, new))
      for behavior in new {
        for holder in holders[behavior] ?? [] { left[holder].remove(behavior) }
      }
    }
    return chosen
  }

  /// As ``cover(beside:)``, with those of some optional sessions only that make all chosen ones shorter together.
  package func cover(
    beside shown: Set<SessionBehavior>,
    optional: Set<Int>
  ) -> [(number: Int, behaviors: Set<SessionBehavior>)] {
    func cover(with taken: Set<Int>) -> [(number: Int, behaviors: Set<SessionBehavior>)] {
      let numbers = indices.filter { !optional.contains($0) || taken.contains($0) }
      return numbers.map { self[$0] }.cover(beside: shown).map { (numbers[$0], $1) }
    }
    func length(_ chosen: [(number: Int, behaviors: Set<SessionBehavior>)]) -> Int {
      chosen.reduce(0) { $0 + self[$1.number].actions }
    }
    var taken: Set<Int> = []
    var best = cover(with: taken)
    let order = optional.sorted { self[$0].key < self[$1].key }
    // Until none of the rest helps, so that the choice is the same once those taken are among the others.
    while let helpful = order.first(where: {
      !taken.contains($0) && length(cover(with: taken.union([$0]))) < length(best)
    }) {
      taken.insert(helpful)
      best = cover(with: taken)
    }
    return best
  }
}
