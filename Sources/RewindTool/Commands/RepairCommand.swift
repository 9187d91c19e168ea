import RewindLog
import RewindSession
import RewindText

extension Command {
  private static let after = Flag(
    "--after LINE",
    help: "The part from the first keyframe at or after this line, not the start."
  )

  static let repair = Command(
    "repair",
    "FILE",
    1...1,
    "Writes the good part of a damaged log to a new one",
    required: "-o OUT",
    flags: Flag.writing + [after],
    details: """
      The new log is the longest valid prefix or, with --after, the part after the damage that
      begins with a whole state; `rewind check` calls it intact. Omitted lines are listed. If they
      may include the end of the last action, a gap records it. The damaged log is not modified,
      and nothing is overwritten. `rewind check` shows which lines are good.
      """,
    examples: """
      repair recordings/memory-tunes/win.jsonl -o good.jsonl
        the good part
      repair recordings/memory-tunes/win.jsonl -o rest.jsonl --after 30
        the part that begins with the first keyframe from line 30 on
      """
  ) { arguments, terminal in
    let output = try arguments.outputPath()
    let path = arguments.operands[0]
    let line = try arguments.count(after)
    let examination = try IntegrityReport.examining(path)
    let repair = LogRepair(examination)
    let result =
      try arguments.writing(to: output) { file in
        try line.map { try repair.writePart(after: $0, to: file) } ?? repair.writePrefix(to: file)
      }
    let taken = result.taken.map { "lines \($0.lowerBound) to \($0.upperBound)" } ?? "nothing"
    terminal.print("\(output): \(counted(result.lines, "line")), from \(taken) of \(path)")
    for warning in examination.warnings(about: result) { terminal.warn("rewind: \(warning)") }
    return .success
  }
}

extension IntegrityReport {
  /// The number of damaged places to list one by one.
  private static let placesShown = 20

  /// Returns the parts that a repair has left out, with the reasons.
  fileprivate func warnings(about result: LogRepair.Result) -> [String] {
    var warnings: [String] = []
    let taken = result.taken ?? 1...1
    let last = lineCount + (tail == .nothing ? 0 : 1)
    for lines in [
      1..<taken.lowerBound, (taken.upperBound + 1)..<max(last + 1, taken.upperBound + 1),
    ]
    where !lines.isEmpty {
      warnings.append(
        lines.count == 1
          ? "Line \(lines.lowerBound) is left out."
          : "Lines \(lines.lowerBound) to \(lines.upperBound - 1) are left out."
      )
    }
    if let cut = tailWords { warnings.append(cut) }
    warnings += damage.prefix(Self.placesShown).map(\.words)
    let more = damage.count - Self.placesShown
    if more > 0 {
      warnings.append("And \(counted(more, "more place")): see `rewind check \(path.shellPath)`.")
    }
    return warnings
  }
}
