import RewindJSON
import RewindSession
import RewindTimeline

/// What can be said of a log as a file.
struct LogReport {
  private let examination: LogExamination
  private let parts: [LogExamination.ReadablePart]
  private let end: SessionEnd
  private let actions: Int
  private let keyframes: Int
  private let disorder: LineOrder.Fault?
  private let unreadable: [Int]
  var states: StateCheck?
  /// Whether an app can replay it; nil where nobody asked.
  var forecast: ForecastReport?

  /// Places that are told in words; `--json` tells them all.
  private static let placesShown = 20

  init(_ examination: LogExamination) throws {
    self.examination = examination
    parts = try examination.readableParts()
    end = try examination.end()
    let contents = try examination.contents()
    actions = contents.counts[.action] ?? 0
    keyframes = contents.counts[.keyframe] ?? 0
    disorder = contents.order.fault
    unreadable = contents.unreadable
  }

  private var damage: [LogDamage] { examination.findings.damage }

  var isWhole: Bool { isAsWritten && end != .cut }

  /// Whether a recorder can have written every line.
  private var isAsWritten: Bool { damage.isEmpty && disorder == nil && unreadable.isEmpty }

  var isClean: Bool {
    isWhole && states?.contradictions.isEmpty ?? true && forecast?.isClean ?? true
  }

  var json: JSONValue {
    var members: [(String, JSONValue)] = [
      ("file", .string(examination.path)), ("actions", JSONValue(actions)),
      ("keyframes", JSONValue(keyframes)), ("end", .string(end.name)),
      ("damage", .array(damage.map(\.json))), ("good", JSONValue(examination.findings.prefix)),
      (
        "readable",
        .array(
          parts.map {
            [
              "from": JSONValue($0.lines.lowerBound + 1), "to": JSONValue($0.lines.upperBound),
              "index": JSONValue($0.index),
            ]
          }
        )
      ),
    ]
    if !unreadable.isEmpty {
      members.append(("unreadable", .array(unreadable.map { JSONValue($0) })))
    }
    if let disorder {
      members.append(
        (
          "disorder",
          [
            "line": JSONValue(disorder.line), "index": JSONValue(disorder.index),
            "last": JSONValue(disorder.last),
          ]
        )
      )
    }
    if let states {
      members.append(
        (
          "states",
          [
            "patches": JSONValue(states.patches), "keyframes": JSONValue(states.keyframes),
            "contradictions": .array(
              states.contradictions.map {
                [
                  "line": JSONValue($0.line), "index": JSONValue($0.index), "why": .string($0.why),
                ]
              }
            ),
          ]
        )
      )
    }
    if let forecast { members.append(("replay", forecast.json)) }
    return .object(JSONObject(members))
  }

  func lines(_ style: Style) -> [String] {
    let verdict =
      isAsWritten
      ? end == .cut ? style.yellow("cut") : style.green("whole") : style.red("damaged")
    var lines = [
      "\(examination.path): \(verdict), \(counted(actions, "action")), "
        + "\(counted(keyframes, "keyframe")), \(end.words)"
    ]
    lines += damage.prefix(Self.placesShown).map { "  \($0.words)" }
    let untold = max(damage.count - Self.placesShown, 0) + examination.findings.unlisted
    if untold > 0 { lines.append("  And \(counted(untold, "more place")).") }
    if let first = unreadable.first {
      lines.append(
        "  Line \(first)" + (unreadable.count > 1 ? " and \(unreadable.count - 1) more" : "")
          + " cannot be read, though the checksum is right: it is no line of a session."
      )
    }
    if let disorder {
      lines.append(
        "  Line \(disorder.line) is about action \(disorder.index) and stands behind action "
          + "\(disorder.last): no recorder writes that. Its checksum is right, so it was edited and sealed."
      )
    }
    lines += tailWords
    if examination.findings.endsEarly { lines += readableWords }
    if let states { lines += self.words(of: states, style) }
    if let forecast { lines += forecast.lines(style) }
    return lines
  }

  private var tailWords: [String] {
    let good = examination.findings.prefix
    let number = examination.lineCount + 1
    switch examination.tail {
    case .nothing, .whole:
      return []
    case .piece(let bytes):
      return [
        "  Line \(number) is cut off after \(counted(bytes, "byte")): the program stopped while writing it. "
          + (damage.isEmpty ? "Lines 1 to \(good) are good." : "")
      ]
    case .zeros(let bytes):
      return [
        "  Line \(number) ends in NUL bytes (\(counted(bytes, "byte")) in all): the power failed before it "
          + "was on the disk. " + (damage.isEmpty ? "Lines 1 to \(good) are good." : "")
      ]
    }
  }

  private var readableWords: [String] {
    let good = examination.findings.prefix
    var lines = [good > 0 ? "  Lines 1 to \(good) are good." : "  No line at the start is good."]
    for part in parts {
      lines.append(
        "  Lines \(part.lines.lowerBound + 1) to \(part.lines.upperBound) can be read again, from the "
          + "keyframe after action \(part.index): rewind repair \(examination.path) -o OUT --after "
          + "\(part.lines.lowerBound + 1)"
      )
    }
    if good > 0 {
      lines.append("  To keep what is good: rewind repair \(examination.path) -o OUT")
    }
    return lines
  }

  private func words(of states: StateCheck, _ style: Style) -> [String] {
    let counts =
      "\(counted(states.patches, "patch", plural: "patches")) applied, "
      + "\(counted(states.keyframes, "keyframe")) compared"
    guard !states.contradictions.isEmpty else {
      return ["  " + style.green("States hang together") + ": \(counts)."]
    }
    return ["  " + style.red("States contradict each other") + ": \(counts)."]
      + states.contradictions.prefix(Self.placesShown).map {
        "  Line \($0.line), the state after action \($0.index): \($0.why)"
      }
  }
}

extension LogDamage {
  fileprivate var json: JSONValue {
    let place: [(String, JSONValue)] = [
      ("line", JSONValue(line)), ("kind", .string(kind.rawValue)),
    ]
    return .object(JSONObject(count == 1 ? place : place + [("count", JSONValue(count))]))
  }

  /// What happened, in words.
  fileprivate var words: String {
    let last = line + count - 1
    let place = count == 1 ? "Line \(line)" : "Lines \(line) to \(last)"
    let (isOrAre, was, stands) = count == 1 ? ("is", "was", "stands") : ("are", "were", "stand")
    switch kind {
    case .altered:
      return "\(place) \(was) altered."
    case .missing:
      return "Before line \(line), lines are missing."
    case .doubled:
      return "\(place) \(stands) there a second time."
    case .reordered:
      return "\(place) \(isOrAre) not where it was written: the order of lines was changed."
    case .foreign:
      return "\(place) \(isOrAre) not of this session: no recorder wrote it here."
    case .lineEnds:
      return
        "\(counted(count, "line")) from line \(line) on end in a carriage return: line ends were "
        + "converted. Nothing else was changed."
    case .torn:
      return
        "\(place) \(isOrAre) a piece that a failed write left. Nothing is lost by it but what a gap tells."
    case .alteredOrMissing:
      return "\(place) was altered, or lines before it are missing."
    }
  }
}

extension SessionEnd {
  fileprivate var words: String {
    switch self {
    case .closed: "closed"
    case .crashed(let action): "crashed in action \(action)"
    case .stopped: "stopped without an end line"
    case .cut: "cut off"
    case .continued: "continued in the next segment"
    }
  }
}
