import Foundation
import RewindJSON

/// The rows of the bench, printed as they come.
struct Report {
  private let asJSON: Bool

  init(asJSON: Bool) {
    self.asJSON = asJSON
  }

  /// A row that compares a figure with a yardstick measured in the same run.
  ///
  /// `limit` is what the ratio is meant to stay under (or above, for `isAtLeast`), but for a `margin`
  /// in seconds.
  func row(
    _ name: String,
    _ figure: Figure,
    against yardstick: (name: String, figure: Figure),
    limit: Double? = nil,
    allowing margin: Double = 0,
    isAtLeast: Bool = false
  ) {
    let ratio =
      isAtLeast ? yardstick.figure.median / figure.median : figure.median / yardstick.figure.median
    let isMet = limit.map {
      isAtLeast ? ratio >= $0 : ratio <= $0 + margin / yardstick.figure.median
    }
    guard !asJSON else {
      return print(
        ([
          "name": .string(name), "seconds": JSONValue(figure.median),
          "fastest": JSONValue(figure.fastest), "slowest": JSONValue(figure.slowest),
          "yardstick": .string(yardstick.name),
          "yardstickSeconds": JSONValue(yardstick.figure.median),
          "ratio": JSONValue(ratio), "limit": limit.map { JSONValue($0) } ?? .null,
          "isMet": isMet.map { .bool($0) } ?? .null,
        ] as JSONValue).text
      )
    }
    let goal = limit.map { " (goal \(isAtLeast ? "≥" : "≤") \(Self.number($0)))" } ?? ""
    let mark = isMet.map { $0 ? "  " : "! " } ?? "  "
    print(
      mark + Self.column(name, 44) + Self.column(Self.time(figure.median), 12)
        + Self.column("\(Self.time(figure.fastest))–\(Self.time(figure.slowest))", 22)
        + "\(Self.number(ratio)) × \(isAtLeast ? "faster than" : "of") \(yardstick.name)\(goal)"
    )
  }

  /// A row with a figure that is compared with a limit alone.
  func row(_ name: String, _ value: Double, limit: Double, isAtLeast: Bool = false) {
    let isMet = isAtLeast ? value >= limit : value <= limit
    guard !asJSON else {
      return print(
        ([
          "name": .string(name), "value": JSONValue(value), "limit": JSONValue(limit),
          "isMet": .bool(isMet),
        ] as JSONValue).text
      )
    }
    print(
      (isMet ? "  " : "! ") + Self.column(name, 44) + Self.number(value)
        + " (goal \(isAtLeast ? "≥" : "≤") \(Self.number(limit)))"
    )
  }

  /// A row with a plain value.
  func row(_ name: String, _ value: String) {
    if asJSON {
      print((["name": .string(name), "value": .string(value)] as JSONValue).text)
    } else {
      print("  " + Self.column(name, 44) + value)
    }
  }

  /// A row with what recording adds to a dispatch of a state; "!" marks one that misses its goal.
  func shape(_ name: String, _ row: ShapeRow, _ goal: ShapeGoal) {
    let ratio = row.added / row.encoding
    let isMet =
      goal.ratio.map { ratio <= $0 } ?? true && goal.seconds.map { row.added <= $0 } ?? true
      && goal.bytes.map { row.bytes <= $0 } ?? true && goal.first.map { row.first <= $0 } ?? true
    guard !asJSON else {
      return print(
        ([
          "name": .string(name), "added": JSONValue(row.added), "plain": JSONValue(row.plain),
          "first": JSONValue(row.first), "encoding": JSONValue(row.encoding),
          "ratio": JSONValue(ratio), "bytes": JSONValue(row.bytes), "isMet": .bool(isMet),
        ] as JSONValue).text
      )
    }
    let goals = [
      goal.ratio.map { "≤ \(Self.number($0)) ×" }, goal.seconds.map { "≤ \(Self.time($0))" },
      goal.bytes.map { "≤ \($0) bytes" }, goal.first.map { "first ≤ \(Self.time($0))" },
    ].compactMap(\.self)
    print(
      (isMet ? "  " : "! ") + Self.column(name, 52)
        + Self.column("+ " + Self.time(row.added), 12)
        + Self.column("to " + Self.time(row.plain), 12)
        + Self.column("\(Self.number(ratio)) × JSONEncoder", 22)
        + Self.column("\(row.bytes) bytes", 15) + Self.column("first " + Self.time(row.first), 16)
        + (goals.isEmpty ? "" : "(goal \(goals.joined(separator: ", ")))")
    )
  }

  /// A row with the longest dispatches of a shape; "!" marks one that loses a frame to the recorder.
  ///
  /// A change of most of a large value may take a fifth of the time of `JSONEncoder`, in a debug build a half.
  func pause(_ name: String, _ row: PauseRow, isLarge: Bool) {
    #if DEBUG
    let share = 0.5
    #else
    let share = 0.2
    #endif
    let shares = [0.5, 0.99, 0.999, 1].map { PauseRow.share($0, of: row.recorded) }
    let added = shares[0] - PauseRow.share(0.5, of: row.plain)
    let ratio = row.encoding.map { (isLarge ? row.pause : added) / $0 }
    let isMet = row.pause <= 0.008 || isLarge && ratio.map { $0 <= share } ?? true
    guard !asJSON else {
      return print(
        ([
          "name": .string(name), "first": JSONValue(row.first),
          "shares": .array(shares.map { JSONValue($0) }), "plain": JSONValue(row.plain.last ?? 0),
          "pause": JSONValue(row.pause), "ratio": ratio.map { JSONValue($0) } ?? .null,
          "bytes": JSONValue(row.bytes), "isMet": .bool(isMet),
        ] as JSONValue).text
      )
    }
    let times = [row.first] + shares + [row.plain.last ?? 0, max(row.pause, 0)]
    let columns =
      times.map { $0 > 0 ? Self.time($0) : "0" } + [ratio.map { Self.number($0) } ?? "–"]
    print(
      (isMet ? "  " : "! ") + Self.column(name, 58)
        + columns.map { Self.column($0, 10) }.joined() + "\(row.bytes)"
    )
  }

  /// The heading of those rows.
  static let pauseColumns =
    ["first", "p50", "p99", "p99.9", "max", "max plain", "pause", "× encoder"]
    .reduce(column("", 58)) { $0 + column($1, 10) } + "bytes"

  /// The heading of the rows that follow.
  func heading(_ text: String) {
    if !asJSON { print("\n\(text)") }
  }

  private static func column(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }

  private static func time(_ seconds: Double) -> String {
    switch seconds {
    case ..<1e-6: "\(number(seconds * 1e9)) ns"
    case ..<1e-3: "\(number(seconds * 1e6)) µs"
    case ..<1: "\(number(seconds * 1e3)) ms"
    default: "\(number(seconds)) s"
    }
  }

  /// A number with three digits that count.
  private static func number(_ value: Double) -> String {
    guard value > 0, value.isFinite else { return "\(value)" }
    let digits = max(0, 2 - Int(log10(value).rounded(.down)))
    return String(format: "%.\(min(digits, 6))f", value)
  }
}
