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
    var examples: [SessionTrait: [GroupComparison.Example]] = [:]
    var numbers: [SessionTrait: Int] = [:]
    for pair in pairs {
      var own: [SessionTrait: GroupComparison.Example] = [:]
      for whole in pair.differences {
        for (number, found) in SessionTrait.all(of: whole, in: pair, before: fatal).enumerated() {
          numbers[found.trait] = min(number, numbers[found.trait] ?? number)
          own[found.trait, default: .init(pair: pair, differences: [], whole: whole)]
            .differences.append(found.difference)
        }
      }
      for (trait, example) in own { examples[trait, default: []].append(example) }
    }
    let all = examples.compactMap { trait, examples -> GroupComparison.Candidate? in
      let separation = separation(trait)
      let part = GroupComparison.Part(trait: trait, rule: separation.rule)
      let fitting = examples.filter { !part.holds(of: $0.pair.good) && part.holds(of: $0.pair.bad) }
        .sorted { $0.pair.differences.count < $1.pair.differences.count }
      guard separation.score > 0, let first = fitting.first else { return nil }
      return .init(part, separation, first, fitting)
    }
    let ranked = all.sorted { one, other in
      if one.score != other.score { return one.score > other.score }
      if one.position != other.position { return one.position < other.position }
      let (a, b) = (numbers[one.parts[0].trait] ?? 0, numbers[other.parts[0].trait] ?? 0)
      return a == b ? "\(one.parts)" < "\(other.parts)" : a < b
    }
    // One difference has many traits, and an action that moved passed many others.
    var seen: Set<Subject> = []
    return ranked.filter { seen.insert(subject(of: $0)).inserted }
  }

  /// A feature of which only the best candidate is of interest.
  private enum Subject: Hashable {
    case moved(ComparedSession.Key, Int)
    case made([SessionDifference], [Bool])
  }

  private func subject(of candidate: GroupComparison.Candidate) -> Subject {
    guard case .order(let order)? = candidate.differences.first?.kind else {
      return .made(candidate.differences, (good + bad).map { candidate.holds(of: $0) })
    }
    let key = candidate.pair.bad.keys[order.bad.lowerBound]
    return .moved(key, candidate.pair.bad.occurrence(of: .key(key), order.bad.lowerBound))
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
    let truths = candidates.map { candidate in
      (good: good.map { candidate.holds(of: $0) }, bad: bad.map { candidate.holds(of: $0) })
    }
    var found: [GroupComparison.Candidate] = []
    for one in candidates.indices {
      for other in candidates.indices where other > one {
        let goods = zip(truths[one].good, truths[other].good).count { $0 && $1 }
        let bads = zip(truths[one].bad, truths[other].bad).count { $0 && $1 }
        let both = GroupComparison.Candidate(
          together: candidates[one],
          candidates[other],
          good: goods,
          bad: bads,
          of: counts
        )
        if both.score > max(candidates[one].score, candidates[other].score) { found.append(both) }
      }
    }
    return found.enumerated()
      .sorted { ($1.element.score, $0.offset) < ($0.element.score, $1.offset) }.map(\.element)
  }

  /// Returns the pairs of sessions of which only the bad one has both parts, the most alike first.
  func pairs(for candidate: GroupComparison.Candidate, _ count: Int) -> [SessionPair] {
    let bads = bad.filter { candidate.holds(of: $0) }
    let goods = good.filter { log in !candidate.parts.contains { $0.holds(of: log) } }
    return bads.flatMap { bad in goods.map { (good: $0, bad: bad, bad.distance(to: $0)) } }
      .sorted { $0.2 < $1.2 }.prefix(count).map { SessionPair($0.good, $0.bad) }
  }
}
