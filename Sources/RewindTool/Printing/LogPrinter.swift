import RewindJSON
import RewindLog
import RewindSession
import RewindText
import RewindTimeline

/// A report on the integrity of a log.
struct LogPrinter {
  private let examination: IntegrityReport
  private let parts: [IntegrityReport.ReadablePart]
  private let end: SessionEnd
  private let actions: Int
  private let keyframes: Int
  private let gap: SessionGap?
  /// The app's ability to replay it; nil if it was not asked for.
  var forecast: CompatibilityPrinter?

  /// The number of places shown in words; `--json` has them all.
  private static let placesShown = 20

  /// Reads the lines that were found to be good.
  static func read(_ examination: IntegrityReport) throws -> LogPrinter {
    let counts = try examination.counts()
    return try LogPrinter(
      examination: examination,
      parts: examination.readableParts(),
      end: examination.end(),
      actions: counts[.action] ?? 0,
      keyframes: counts[.keyframe] ?? 0,
      gap: counts[.gap] == nil ? nil : examination.gap()
    )
  }

  private var damage: [LogDamage] { examination.damage }

  var isClean: Bool { damage.isEmpty && end != .cut && forecast?.isClean ?? true }

  var json: JSONValue {
    JSONValue(present: [
      "file": .string(examination.path), "actions": JSONValue(actions),
      "keyframes": JSONValue(keyframes), "end": .string(end.name),
      "damage": .array(damage.map(\.json)), "good": JSONValue(examination.prefix),
      "readable": .array(parts.map(\.json)),
      "states": examination.summary.map {
        ["patches": JSONValue($0.patches), "keyframes": JSONValue($0.keyframes)]
      },
      "gap": gap?.json, "replay": forecast?.json,
    ])
  }

  func lines(_ style: Style) -> [String] {
    var lines = [
      "\(examination.path): \(verdict(style)), \(counted(actions, "action")), "
        + "\(counted(keyframes, "keyframe")), \(end.words)"
    ]
    lines += damage.prefix(Self.placesShown).map { "  \($0.words)" }
    let rest =
      max(damage.count - Self.placesShown, 0) + examination.findings.unlisted
      + examination.unlistedContradictions
    if rest > 0 { lines.append("  And \(counted(rest, "more place")).") }
    if damage.contains(where: { $0.kind == .keyframe }) {
      lines.append(
        "  If nobody has edited the log, an encode(to:) writes more than its value, such as the time: "
          + "Recorder.Options(verifying: true) finds it."
      )
    }
    if let gap { lines.append("  \(gap.words.escapedForTerminal).") }
    lines += tailWords
    if examination.prefix < examination.findings.prefix || examination.findings.endsEarly {
      lines += readableWords
    }
    if let forecast { lines += forecast.lines(style) }
    return lines
  }

  private func verdict(_ style: Style) -> String {
    if !examination.findings.damage.isEmpty { return style.red("damaged") }
    if !damage.isEmpty { return style.red("contradicts itself") }
    return end == .cut ? style.yellow("cut") : style.green("intact")
  }

  private var tailWords: [String] {
    let good = damage.isEmpty ? " Lines 1 to \(examination.prefix) are good." : ""
    return examination.tailWords.map { ["  \($0)\(good)"] } ?? []
  }

  private var readableWords: [String] {
    let good = examination.prefix
    var lines = [good > 0 ? "  Lines 1 to \(good) are good." : "  No line at the start is good."]
    for part in parts {
      lines.append(
        "  Lines \(part.lines.lowerBound + 1) to \(part.lines.upperBound) are readable again, from the "
          + "keyframe after action \(part.index): rewind repair \(examination.path.shellPath) -o OUT --after "
          + "\(part.lines.lowerBound + 1)"
      )
    }
    if good > 0 {
      lines.append("  To keep the good part: rewind repair \(examination.path.shellPath) -o OUT")
    }
    return lines
  }
}

extension IntegrityReport.ReadablePart {
  fileprivate var json: JSONValue {
    [
      "from": JSONValue(lines.lowerBound + 1), "to": JSONValue(lines.upperBound),
      "index": JSONValue(index),
    ]
  }
}

extension LogDamage {
  fileprivate var json: JSONValue {
    JSONValue(present: [
      "line": JSONValue(line), "kind": .string(kind.rawValue),
      "count": count > 1 ? JSONValue(count) : .none, "why": why.map { .string($0) },
    ])
  }

  /// The fault in words.
  var words: String {
    if let why { return why.escapedForTerminal }
    let last = line + count - 1
    let place = count == 1 ? "Line \(line)" : "Lines \(line) to \(last)"
    let (isOrAre, was) = count == 1 ? ("is", "was") : ("are", "were")
    switch kind {
    case .altered:
      return "\(place) \(was) altered."
    case .missing:
      return "Before line \(line), lines are missing."
    case .doubled:
      return "\(place) \(isOrAre) duplicated."
    case .reordered:
      return "\(place) \(isOrAre) out of order: the order of lines was changed."
    case .foreign:
      return "\(place) \(isOrAre) not from this session."
    case .lineEnds:
      return
        "\(counted(count, "line")) from line \(line) on end in a carriage return: line endings were "
        + "converted. Nothing else was changed."
    case .torn:
      return
        "\(place) \(isOrAre) left over from a failed write. Nothing is lost but what a gap records."
    case .alteredOrMissing:
      return "\(place) was altered, or lines before it are missing."
    case .invalid, .index, .patch, .keyframe:
      return "\(place) contradicts the lines before it."
    }
  }
}

extension SessionEnd {
  var words: String {
    switch self {
    case .closed: "closed"
    case .crashed(let action): "crashed in action \(action)"
    case .stopped: "stopped without an end line"
    case .cut: "cut off"
    case .continued: "continued in the next segment"
    }
  }
}

extension IntegrityReport {
  /// The text after the last complete line, in words; nil if there is none.
  var tailWords: String? {
    let number = lineCount + 1
    switch tail {
    case .nothing, .whole:
      return nil
    case .piece(let bytes):
      return
        "Line \(number) is cut off after \(counted(bytes, "byte")): the program stopped while writing it."
    case .zeros(let bytes):
      return
        "Line \(number) ends in NUL bytes (\(counted(bytes, "byte")) in all): the power failed before it "
        + "was written to the disk."
    }
  }
}
