import RewindJSON
import RewindLog
import RewindSession
import RewindText
import RewindTimeline

/// The answer of `check` about one log.
struct IntegrityAnswer: AnswerPart {
  private let examination: IntegrityReport
  private let parts: [IntegrityReport.ReadablePart]
  private let end: SessionEnd
  private let actions: Int
  private let keyframes: Int
  private let gap: SessionGap?
  /// The app's ability to replay it; nil if it was not asked for.
  var forecast: CompatibilityPrinter?

  /// Reads the lines that were found to be good.
  static func read(_ examination: IntegrityReport) throws -> IntegrityAnswer {
    let counts = try examination.counts()
    return try IntegrityAnswer(
      examination: examination,
      parts: examination.readableParts(),
      end: examination.end(),
      actions: counts[.action] ?? 0,
      keyframes: (counts[.keyframe] ?? 0) + (counts[.laterKeyframe] ?? 0),
      gap: counts[.gap] == nil ? nil : examination.gap()
    )
  }

  var isClean: Bool { examination.damage == nil && forecast?.isClean ?? true }

  var json: JSONValue {
    let fragments = examination.findings.fragments
    return JSONValue(present: [
      "file": .string(examination.path), "actions": JSONValue(actions),
      "keyframes": JSONValue(keyframes), "end": .string(end.name),
      "good": JSONValue(examination.prefix), "damage": examination.damage?.json,
      "readable": examination.damage.map { _ in .array(parts.map(\.json)) },
      "fragments": fragments.isEmpty ? nil : .array(fragments.map { JSONValue($0 + 1) }),
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
    if let damage = examination.damage { lines.append("  \(damage.why.escapedForTerminal)") }
    if examination.contradictsKeyframe {
      lines.append(
        "  If nobody has edited the log, an encode(to:) writes more than its value, such as the time: "
          + "Recorder.Options(verifying: true) finds it."
      )
    }
    if let fragments = examination.fragmentWords { lines.append("  \(fragments)") }
    if let gap { lines.append("  \(gap.words.escapedForTerminal).") }
    if examination.damage != nil { lines += readableWords }
    if let forecast { lines += forecast.lines(style) }
    return lines
  }

  private func verdict(_ style: Style) -> String {
    switch examination.damage?.kind {
    case nil: style.green("intact")
    case .torn: style.yellow("cut")
    case .altered: style.red("damaged")
    case .contradiction: style.red("contradicts itself")
    }
  }

  private var readableWords: [String] {
    let good = examination.prefix
    var lines = [good > 0 ? "  Lines 1 to \(good) are good." : "  No line at the start is good."]
    for part in parts {
      lines.append(
        "  Lines \(part.lines.lowerBound + 1) to \(part.lines.upperBound) are readable again, from the "
          + "keyframe after action \(part.index): rewind check \(examination.path.shellPath) --repair OUT --after "
          + "\(part.lines.lowerBound + 1)"
      )
    }
    if good > 0 {
      lines.append(
        "  To keep the good part: rewind check \(examination.path.shellPath) --repair OUT"
      )
    }
    if examination.damage?.kind == .altered, examination.header != nil {
      lines.append(
        "  If it was edited on purpose: rewind check \(examination.path.shellPath) --repair OUT --accept-edits"
      )
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
    ["line": JSONValue(line), "kind": .string(kind.rawValue), "why": .string(why)]
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
  /// The number of fragments that are named one by one.
  private static let fragmentsShown = 20

  /// The fragments that failed writes left between the lines, in words; nil if there are none.
  var fragmentWords: String? {
    let fragments = findings.fragments
    guard !fragments.isEmpty else { return nil }
    var names = fragments.prefix(Self.fragmentsShown).map { "\($0 + 1)" }
    if fragments.count > names.count { names.append("\(fragments.count - names.count) more") }
    return
      "Left over from a failed write, and skipped: \(fragments.count == 1 ? "line" : "lines") "
      + names.joined(separator: ", ") + ". Nothing is lost but what a gap records."
  }
}
