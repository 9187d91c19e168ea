import RewindQuery
import RewindTimeline

/// The search of `bisect --never` for the actions to blame for wrong states.
struct NeverSearch {
  private let timeline: Timeline
  private let conditions: [NeverCondition]
  private let terminal: Terminal
  private let path: String

  init(_ timeline: Timeline, _ conditions: [NeverCondition], path: String, _ terminal: Terminal) {
    (self.timeline, self.conditions) = (timeline, conditions)
    (self.path, self.terminal) = (path, terminal)
  }

  /// Searches and reports, one condition after the other.
  func run(asJSON: Bool) throws -> ExitStatus {
    var isFound = false
    for (number, condition) in conditions.enumerated() {
      let report = NeverPrinter(timeline, condition, try runs(of: condition), path: path)
      isFound = isFound || report.isFound
      if asJSON {
        terminal.print(json: report.json.text)
      } else {
        if number > 0 { terminal.print() }
        for line in try report.lines(terminal.output) { terminal.printWrapped(line) }
      }
      try terminal.warnOfNames(
        of: condition.expression,
        in: timeline,
        isFound: report.isFound,
        mayBeAbsent: true
      )
    }
    return isFound ? .success : .negative
  }

  private func runs(of condition: NeverCondition) throws -> HoldingRuns {
    let progress = Progress()
    defer { progress.done() }
    return try timeline.runs(of: condition.expression) {
      progress.show("state \($0) of \(timeline.lastIndex)")
    }
  }
}
