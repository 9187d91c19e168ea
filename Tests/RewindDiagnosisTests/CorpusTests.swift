import RewindDiagnosis
import RewindJSON
import RewindTestSupport
import Testing

@Suite("A corpus of sessions")
struct CorpusTests {
  /// A random session, and what each of its actions was made to do.
  private func session(
    _ count: Int,
    _ random: inout SeededGenerator
  ) -> (file: SessionFile, effects: Set<String>) {
    var file = SessionFile(app: "random")
    var (number, flag, list, byID) = (0, false, [JSONValue](), JSONObject([("7", 0)]))
    var state: JSONValue {
      [
        "number": JSONValue(number), "flag": .bool(flag), "list": .array(list),
        "byID": .object(byID),
      ]
    }
    file.add(["after": 0, "state": state])
    var effects: Set<String> = []
    // No value comes twice, so that there is one way only from a state to the next.
    for index in 1...count {
      let fresh = JSONValue(1_000 + index)
      let effect: String
      switch Int.random(in: 0..<8, using: &random) {
      case 0: (number, effect) = (number + 1, "~ /number")
      case 1: (flag, effect) = (!flag, "~ /flag")
      case 2, 3:
        list.append(fresh)
        effect = "+ /list/*"
      case 4 where !list.isEmpty:
        list.removeLast()
        effect = "- /list/*"
      case 5 where !list.isEmpty:
        list[Int.random(in: 0..<list.count, using: &random)] = fresh
        effect = "~ /list/*"
      case 6:
        byID["7"] = fresh
        effect = "~ /byID/*"
      case 7:
        byID["\(index + 10)"] = fresh
        effect = "+ /byID/*"
      default: effect = "no change"
      }
      let type = "Act\(Int.random(in: 0..<2, using: &random))"
      file.add(index, type, state: state)
      effects.insert("\(type) \(effect)")
    }
    return (file, effects)
  }

  @Test("tells what each action did, with elements and keys as patterns", arguments: seeds())
  func behaviors(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var behaviors = SessionBehaviors()
    let expected = try (0..<30).map { _ in
      let (file, effects) = session(Int.random(in: 1...12, using: &random), &random)
      try behaviors.add(file.timeline(), cause: nil)
      return effects
    }
    #expect(behaviors.all().map { Set($0.map { "\($0.type) \($0.effect)" }) } == expected)
  }

  private func candidates(_ count: Int, _ random: inout SeededGenerator) -> [CorpusCandidate] {
    (0..<count).map { number in
      let shown = (0..<Int.random(in: 1...6, using: &random)).map { _ in
        SessionBehavior(
          store: nil,
          type: "Act",
          effect: "~ /\(Int.random(in: 0..<12, using: &random))"
        )
      }
      let actions = Int.random(in: 1...9, using: &random)
      return CorpusCandidate(key: "k\(number)", actions: actions, behaviors: Set(shown))
    }
  }

  @Test(
    "shows all that the sessions show, at a cost that the greedy choice promises",
    arguments: TestScale.seeds(20, of: 400)
  )
  func cover(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let all = candidates(10, &random)
    func shown(_ sessions: some Sequence<CorpusCandidate>) -> Set<SessionBehavior> {
      sessions.reduce(into: []) { $0.formUnion($1.behaviors) }
    }
    func cost(_ sessions: [CorpusCandidate]) -> Int { sessions.reduce(0) { $0 + $1.actions } }
    let chosen = all.cover().map { all[$0.number] }
    #expect(shown(chosen) == shown(all))
    // By brute force: no choice shows as much for less than the cost by the bound of the greedy one.
    var least = Int.max
    for bits in 0..<(1 << all.count) {
      let some = all.indices.filter { bits >> $0 & 1 == 1 }.map { all[$0] }
      if shown(some) == shown(all) { least = min(least, cost(some)) }
    }
    // 1 + 1/2 + … + 1/6: no session shows more than six.
    let bound: Double = 2.45
    #expect(Double(cost(chosen)) <= bound * Double(least))
    // No session was chosen beside a shorter one that shows as much.
    for one in chosen {
      #expect(
        !all.contains { $0.actions < one.actions && $0.behaviors.isSuperset(of: one.behaviors) }
      )
    }
    // The order, the sessions that were not chosen, and those chosen before, do not matter.
    let keys = chosen.map(\.key)
    let mixed = all.shuffled(using: &random)
    #expect(mixed.cover().map { mixed[$0.number].key } == keys)
    let again = mixed.filter { keys.contains($0.key) || $0.actions > 4 }
    #expect(again.cover().map { again[$0.number].key } == keys)
    // What is shown already is not shown again.
    let rest = all.cover(beside: all[0].behaviors)
    #expect(rest.allSatisfy { $0.behaviors.isDisjoint(with: all[0].behaviors) })
    #expect(shown(rest.map { all[$0.number] }).union(all[0].behaviors) == shown(all))
  }
}
