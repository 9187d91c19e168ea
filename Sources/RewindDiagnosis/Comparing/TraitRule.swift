import Foundation
package import RewindJSON

/// A rule by which a value is as in the bad sessions.
package enum TraitRule: Hashable, Sendable {
  /// It is this one; nil for no value.
  case equals(JSONValue?)
  /// It is this number or more, or a time from this one on, which is written so.
  case atLeast(Double, time: String?)
  case atMost(Double, time: String?)
  /// It is a time of day, in seconds since midnight in UTC, from this one on.
  case fromTimeOfDay(Double)
  case untilTimeOfDay(Double)

  /// Returns true if a value is as in the bad sessions.
  package func holds(of value: JSONValue?) -> Bool {
    switch self {
    case .equals(let expected): value?.comparable == expected?.comparable
    case .atLeast(let limit, _): value?.measure.map { $0 >= limit } ?? false
    case .atMost(let limit, _): value?.measure.map { $0 <= limit } ?? false
    case .fromTimeOfDay(let limit): value?.timeOfDay.map { $0 >= limit } ?? false
    case .untilTimeOfDay(let limit): value?.timeOfDay.map { $0 <= limit } ?? false
    }
  }
}

/// The separation of good sessions from bad ones by a trait: the rule, and the number of each for which it holds.
package struct TraitSeparation: Sendable {
  package let rule: TraitRule
  /// The number of good and of bad sessions for which the rule holds.
  package let good: Int
  package let bad: Int
  /// The share of the bad sessions for which it holds without that of the good ones; 1 if it is perfect.
  package let score: Double

  /// Finds the rule that separates best, among `counts` of sessions of which these are the logs.
  static func best(
    _ trait: SessionTrait,
    good: [ComparedSession],
    bad: [ComparedSession],
    of counts: (good: Int, bad: Int)
  ) -> TraitSeparation {
    let good = good.compactMap { trait.value(in: $0).map { $0?.comparable } }
    let bad = bad.compactMap { trait.value(in: $0).map { $0?.comparable } }
    var best = TraitSeparation(rule: .equals(nil), good: 0, bad: 0, of: counts)
    func separation(_ rule: TraitRule) -> TraitSeparation {
      let (goods, bads) = (good.count(where: rule.holds), bad.count(where: rule.holds))
      return TraitSeparation(rule: rule, good: goods, bad: bads, of: counts)
    }
    func attempt(_ rule: TraitRule) {
      let other = separation(rule)
      if other.score > best.score { best = other }
    }
    if case .before = trait { return separation(.equals(true)) }
    let volatile = (good + bad).lazy
      .compactMap { $0.flatMap { VolatileValue($0, named: trait.name) } }.first
    let most = Dictionary(grouping: bad) { $0 }.values.max { $0.count < $1.count } ?? []
    // What is the same in two runs is not made anew in each.
    if let value = most.first, volatile == nil || most.count > 1 { attempt(.equals(value)) }
    if volatile != .id {
      for value in Set(bad.compactMap { $0 }) {
        guard let limit = value.measure else { continue }
        attempt(.atLeast(limit, time: value.string))
        attempt(.atMost(limit, time: value.string))
      }
    }
    if volatile == .time {
      // In whole minutes, as they are told.
      for minute in Set(bad.compactMap { $0?.timeOfDay.map { Int($0) / 60 } }) {
        attempt(.fromTimeOfDay(Double(minute * 60)))
        attempt(.untilTimeOfDay(Double(minute * 60 + 60)))
      }
    }
    return best
  }

  init(rule: TraitRule, good: Int, bad: Int, of counts: (good: Int, bad: Int)) {
    (self.rule, self.good, self.bad) = (rule, good, bad)
    score = Double(bad) / Double(max(counts.bad, 1)) - Double(good) / Double(max(counts.good, 1))
  }
}

extension JSONValue {
  /// A list or an object without the identifiers and times in it; any other value as it is.
  fileprivate var comparable: JSONValue {
    switch self {
    case .array, .object: steady
    case .null, .bool, .number, .string: self
    }
  }

  /// The number that it is, or the seconds since 1970 where it is a time as text.
  fileprivate var measure: Double? { string.flatMap(Self.seconds) ?? double }

  /// The seconds since midnight, where it is a time.
  fileprivate var timeOfDay: Double? {
    guard var seconds = measure else { return nil }
    if seconds > 1e11 { seconds /= 1_000 }
    // 2001 and 1970 both begin at midnight.
    return (seconds.truncatingRemainder(dividingBy: 86_400) + 86_400)
      .truncatingRemainder(dividingBy: 86_400)
  }

  /// Returns the seconds since 1970 of a text such as `2026-11-21T15:07:02.3458033Z`.
  private static func seconds(_ text: String) -> Double? {
    guard text.utf8.first.map({ (48...57).contains($0) }) == true else { return nil }
    let fraction = text.firstMatch(of: /\.[0-9]+/)?.output ?? ""
    let whole = text.replacing(fraction, with: "", maxReplacements: 1)
    guard let date = try? Date.ISO8601FormatStyle().parse(whole) else { return nil }
    return date.timeIntervalSince1970 + (Double("0" + fraction) ?? 0)
  }
}
