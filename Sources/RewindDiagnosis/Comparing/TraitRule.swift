import Foundation
package import RewindJSON

/// A rule by which a value is as in the bad sessions.
package enum TraitRule: Hashable, Sendable {
  /// It is this one; nil for no value.
  case equals(JSONValue?)
  /// It is none of those that the good sessions have, which are without identifiers and times.
  case isNone(of: Set<JSONValue?>)
  case atLeast(Double)
  case atMost(Double)
  /// It is a time of day, in seconds since midnight in UTC, from this one on.
  case fromTimeOfDay(Double)
  case untilTimeOfDay(Double)

  /// Returns true if a value is as in the bad sessions.
  package func holds(of value: JSONValue?) -> Bool {
    switch self {
    case .equals(let expected): value?.comparable == expected?.comparable
    case .isNone(let known): !known.contains(value?.comparable)
    case .atLeast(let limit): value?.measure.map { $0 >= limit } ?? false
    case .atMost(let limit): value?.measure.map { $0 <= limit } ?? false
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

  /// Finds the rule that separates best.
  ///
  /// A value that differs in every session separates nothing: a good session's own value does not count as known
  /// from the good ones.
  static func best(
    good: [JSONValue?],
    bad: [JSONValue?],
    named name: String? = nil
  ) -> TraitSeparation {
    let (good, bad) = (good.map { $0?.comparable }, bad.map { $0?.comparable })
    let volatile = (good + bad).lazy.compactMap { $0.flatMap { VolatileValue($0, named: name) } }
      .first
    var best = TraitSeparation(.isNone(of: []), good.count, bad.count, of: good.count, bad.count)
    func attempt(_ rule: TraitRule, _ goodCount: Int? = nil) {
      let other = TraitSeparation(
        rule,
        goodCount ?? good.count(where: rule.holds),
        bad.count(where: rule.holds),
        of: good.count,
        bad.count
      )
      if other.score > best.score { best = other }
    }
    if volatile == nil {
      var counts: [JSONValue?: Int] = [:]
      for value in good { counts[value, default: 0] += 1 }
      let most = Dictionary(grouping: bad) { $0 }.values.max { $0.count < $1.count }
      if let value = most?.first { attempt(.equals(value)) }
      attempt(.isNone(of: Set(good)), good.count(where: { counts[$0] == 1 }))
    }
    if volatile != .id {
      for limit in Set(bad.compactMap { $0?.measure }) {
        attempt(.atLeast(limit))
        attempt(.atMost(limit))
      }
    }
    if volatile == .time {
      for limit in Set(bad.compactMap { $0?.timeOfDay }) {
        attempt(.fromTimeOfDay(limit))
        attempt(.untilTimeOfDay(limit))
      }
    }
    return best
  }

  private init(_ rule: TraitRule, _ good: Int, _ bad: Int, of goods: Int, _ bads: Int) {
    (self.rule, self.good, self.bad) = (rule, good, bad)
    score = Double(bad) / Double(max(bads, 1)) - Double(good) / Double(max(goods, 1))
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
    let whole = text.replacing(/\.[0-9]+/, with: "", maxReplacements: 1)
    return (try? Date.ISO8601FormatStyle().parse(whole))?.timeIntervalSince1970
  }
}
