import RewindDiagnosis
import RewindJSON
import RewindLog
import RewindReports
import RewindText
import RewindTimeline

/// Two builds whose speed is to be compared.
struct SpeedBatch {
  let new: ReplayProgram
  let old: ReplayProgram
  let factor: Double

  /// Compares them over sessions.
  ///
  /// - Throws: The reason why a session cannot be read, or a build does not replay.
  func run(_ paths: [String]) throws -> SpeedAnswer {
    let start = ContinuousClock.now
    let progress = Progress()
    let comparison = try SpeedComparison.run(
      try paths.map { try Timeline.openUndamaged($0) },
      new: new,
      old: old,
      factor: factor
    ) { progress.show("run \($0) of both builds") }
    return SpeedAnswer(
      comparison: comparison,
      old: old.name,
      factor: factor,
      sessions: paths.count,
      duration: start.duration(to: .now)
    )
  }
}

/// The answer of `verify --slower`.
struct SpeedAnswer: AnswerPart {
  let comparison: SpeedComparison
  let old: String
  let factor: Double
  let sessions: Int
  let duration: Duration

  var isSlower: Bool { !rows(.slower).isEmpty }
  var isUnclear: Bool { !rows(.unclear).isEmpty || comparison.rows.isEmpty }

  private func rows(_ verdict: SpeedComparison.Verdict) -> [SpeedComparison.Row] {
    comparison.rows.filter { $0.verdict == verdict }
  }

  var json: JSONValue { .array(records) }

  var records: [JSONValue] {
    comparison.rows.map { row in
      [
        "type": .string(row.type), "result": .string(row.verdict.rawValue),
        "actions": JSONValue(row.actions), "old": JSONValue(row.seconds.old),
        "new": JSONValue(row.seconds.new), "ratio": JSONValue(row.ratio.rounded(to: 1_000)),
        "noise": JSONValue(row.noise.rounded(to: 1_000)), "by": .string(measure),
        "runs": JSONValue(comparison.runs),
      ]
    }
  }

  private var measure: String { comparison.countsInstructions ? "instructions" : "processor time" }

  func lines(_ style: Style) -> [String] {
    let told = (rows(.slower) + rows(.unclear)).map { row in
      let verdict = row.verdict.rawValue
      let paint = row.verdict == .slower ? style.red : style.yellow
      return "\(row.type.escapedForTerminal): \(paint(verdict)): \(words(row))"
    }
    return told + [summary]
  }

  private func words(_ row: SpeedComparison.Row) -> String {
    let actions = counted(row.actions, "action")
    guard row.verdict == .slower else {
      return
        "\(row.ratio.fixed(2)) times as long, but the runs of one build differ by \(row.noise.fixed(2)) (\(actions))"
    }
    return
      "\(row.ratio.fixed(2)) times as long: \(row.seconds.old.duration), now \(row.seconds.new.duration) (\(actions))"
  }

  /// The counts of the verdicts, and what they go by.
  private var summary: String {
    let counts: [(SpeedComparison.Verdict, String)] = [
      (.slower, "slower"), (.unclear, "unclear"), (.same, "not slower"),
      (.tooQuick, "below 100 µs in all"),
    ]
    let words = counts.compactMap { verdict, words in
      let count = rows(verdict).count
      return count == 0 ? nil : "\(count) \(words)"
    }
    let silent =
      comparison.silent == 0
      ? "" : " \(counted(comparison.silent, "session")) could not be replayed so far."
    return
      "\(counted(comparison.rows.count, "type")) in \(counted(sessions, "session")): \(words.isEmpty ? "none that both builds reduce" : words.joined(separator: ", ")); against \(old.escapedForTerminal), by \(measure), the least of \(comparison.runs) runs.\(silent)"
  }

  /// The page of Markdown for a pull request.
  var markdown: [String] {
    let slower = rows(.slower)
    let title = slower.isEmpty ? "no type is slower" : "\(counted(slower.count, "type")) slower"
    let rows = (slower + rows(.unclear)).prefix(20)
    return ["### rewind verify: \(title)", "", summary]
      + (rows.isEmpty ? [] : [""])
      + rows.map { "- \($0.type.markdownCode): \($0.verdict.rawValue): \(words($0))" }
  }

  var checks: [ReportedCheck] {
    comparison.rows.map { row in
      ReportedCheck(
        name: row.type,
        group: "speed",
        seconds: duration / .seconds(1) / Double(comparison.rows.count),
        output: row.verdict == .slower ? nil : row.verdict.rawValue,
        failure: row.verdict == .slower
          ? ReportedCheck.Failure(
            kind: "slower",
            message: "\(row.type): \(words(row))",
            text: "\(row.type): \(words(row))"
          ) : nil
      )
    }
  }
}

extension Double {
  fileprivate func rounded(to parts: Double) -> Double { (self * parts).rounded() / parts }
}
