import RewindSession

extension Command {
  private static let after = Flag(
    "--after",
    "LINE",
    help: "The part from the first keyframe at or behind this line, not the start."
  )

  static let repair = Command(
    "repair",
    "FILE",
    1...1,
    "Writes what is good in a damaged log as a new one",
    flags: [.output, after],
    details: """
      The new log is the longest valid prefix, or with --after the part behind the damage
      that begins with a whole state. The damaged log is not touched, and nothing is
      overwritten. `rewind check` tells which lines are good.
      """,
    examples: [
      ("repair recordings/memory-tunes/win.jsonl -o good.jsonl", "what is good"),
      (
        "repair recordings/memory-tunes/win.jsonl -o rest.jsonl --after 30",
        "what can be read from line 30 on"
      ),
    ]
  ) { arguments, terminal in
    let output = try arguments.outputPath()
    let path = arguments.operands[0]
    let line = try arguments.line(after)
    let progress = Progress()
    let examination = try LogExamination(path: path) {
      progress.show("checking \(path) \(Int($0 * 100)) %")
    }
    progress.done()
    let repair = LogRepair(examination)
    let result =
      try line.map { try repair.writePart(after: $0, to: output) } ?? repair.writePrefix(to: output)
    let taken = result.taken.map { "lines \($0.lowerBound) to \($0.upperBound)" } ?? "nothing"
    terminal.print("\(output): \(counted(result.lines, "line")), from \(taken) of \(path)")
    return .success
  }
}

extension Arguments {
  /// A line number, counted from 1.
  fileprivate func line(_ flag: Flag) throws -> Int? {
    guard let text = self[flag] else { return nil }
    guard let line = Int(text), line > 0 else {
      throw Trouble("\(flag.name) takes the number of a line, counted from 1, not \"\(text)\".")
    }
    return line
  }
}
