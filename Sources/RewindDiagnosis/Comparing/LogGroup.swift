import RewindJSON
import RewindTimeline

/// The logs of one store in good sessions and in bad ones.
///
/// Each bad log is compared with the good ones that are most like it; every difference has traits that all logs
/// can be asked for.
struct LogGroup {
  let good: [ComparedSession]
  let bad: [ComparedSession]
  /// The numbers of sessions; some may have no log of this store.
  let counts: (good: Int, bad: Int)
  let pairs: [SessionPair]
  /// The type of the action in which the bad sessions crash, if they end so.
  let fatal: String?

  /// The good sessions that each bad one is compared with.
  private static let neighbours = 2
  /// The share of the bad sessions, without that of the good ones, from which on a value at the end counts.
  private static let endScore = 0.5

  init(good: [ComparedSession], bad: [ComparedSession], of counts: (good: Int, bad: Int)) {
    (self.good, self.bad, self.counts) = (good, bad, counts)
    pairs = bad.flatMap { bad in
      good.map { ($0, bad.distance(to: $0)) }.sorted { $0.1 < $1.1 }.prefix(Self.neighbours)
        .map { SessionPair($0.0, bad) }
    }
    let fatals = bad.compactMap { log in log.fatal.map { log.steps[$0].type } }
    fatal = Set(fatals).count == 1 && fatals.count * 2 >= bad.count ? fatals[0] : nil
  }

  func separation(_ trait: SessionTrait) -> TraitSeparation {
    .best(trait, good: good, bad: bad, of: counts)
  }

  /// Returns the traits of all differences that separate the sessions, the best first.
  func candidates() -> [GroupComparison.Candidate] {
    var (all, examples) = ([SessionTrait](), [SessionTrait: [SessionPair]]())
    for pair in pairs.sorted(by: { $0.differences.count < $1.differences.count }) {
      for found in pair.traits(before: fatal) {
        if examples[found.trait] == nil { all.append(found.trait) }
        examples[found.trait, default: []].append(pair)
      }
    }
    let candidates = all.compactMap { trait -> GroupComparison.Candidate? in
      let separation = separation(trait)
      let part = GroupComparison.Part(trait: trait, rule: separation.rule)
      let fitting = examples[trait, default: []]
        .filter { !part.holds(of: $0.good) && part.holds(of: $0.bad) }
      guard separation.score > 0, let first = fitting.first,
        let found = first.traits(before: fatal).first(where: { $0.trait == trait })
      else { return nil }
      return .init(
        parts: [part],
        separation: separation,
        pair: first,
        differences: [found.difference],
        examples: fitting
      )
    }
    let ranked = candidates.sorted { one, other in
      (-one.separation.score, one.position) < (-other.separation.score, other.position)
    }
    // One difference has many traits, and an action that moved passed many others.
    var seen: Set<[AnyHashable]> = []
    return ranked.filter { seen.insert(subject(of: $0)).inserted }
  }

  /// What candidates have in common; only the best of them is of interest.
  private func subject(of candidate: GroupComparison.Candidate) -> [AnyHashable] {
    guard case .order(let order)? = candidate.differences.first?.kind else {
      return [candidate.differences, (good + bad).map { candidate.holds(of: $0) }]
    }
    let key = candidate.pair.bad.keys[order.bad.lowerBound]
    return [key, candidate.pair.bad.occurrence(of: .key(key), order.bad.lowerBound)]
  }

  /// Returns the values of the last states that separate the sessions best.
  func endValues(at pointer: Pointer) -> [RedCondition.EndValue] {
    let pointers = Set(
      pairs.flatMap { pair in
        Change(.root, old: pair.good.last ?? .null, new: pair.bad.last ?? .null).details
          .filter { !SessionPair.isRedacted($0, pair.good, pair.bad) }
          .map(\.pointer).filter { $0.isInside(pointer) }
      }
    )
    let found = pointers.map { (pointer: $0, separation: separation(.value(.end, $0))) }
    guard let best = found.map(\.separation.score).max(), best >= Self.endScore else { return [] }
    return found.filter { $0.separation.score == best }
      .map { RedCondition.EndValue(pointer: $0.pointer, rule: $0.separation.rule) }
  }

  /// Returns two traits for each of some pairs that separate better together than either alone, the best first.
  func together(_ candidates: [GroupComparison.Candidate]) -> [GroupComparison.Candidate] {
    var found: [GroupComparison.Candidate] = []
    for (number, one) in candidates.enumerated() {
      let (goods, bads) = (good.filter { one.holds(of: $0) }, bad.filter { one.holds(of: $0) })
      for other in candidates[(number + 1)...] {
        var both = one
        both.parts += other.parts
        both.separation = TraitSeparation(
          rule: one.separation.rule,
          good: goods.count { other.holds(of: $0) },
          bad: bads.count { other.holds(of: $0) },
          of: counts
        )
        if both.separation.score > max(one.separation.score, other.separation.score) {
          found.append(both)
        }
      }
    }
    return found.sorted { $0.separation.score > $1.separation.score }
  }

  /// Returns the pairs of sessions of which only the bad one has both parts, the most alike first.
  func pairs(for candidate: GroupComparison.Candidate, _ count: Int) -> [SessionPair] {
    let bads = bad.filter { candidate.holds(of: $0) }
    let goods = good.filter { log in !candidate.parts.contains { $0.holds(of: log) } }
    return bads.flatMap { bad in goods.map { (good: $0, bad: bad, bad.distance(to: $0)) } }
      .sorted { $0.2 < $1.2 }.prefix(count).map { SessionPair($0.good, $0.bad) }
  }
}
