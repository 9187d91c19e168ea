import RewindLog
import RewindSession
import RewindText

extension Command {
  private static let after = Flag(
    "--after LINE",
    help: "The part from the first keyframe at or after this line, not the start."
  )

  private static let acceptEdits = Flag(
    "--accept-edits",
    help: "All lines, as a person edited them, with new checksums."
  )

  static let repair = Command(
    "repair",
    "FILE",
    1...1,
    "Writes the good part of a damaged log, or an edited log, anew",
    required: "-o OUT",
    flags: Flag.writing + [after, acceptEdits],
    details: """
      The new log is the longest valid prefix or, with --after, the part after the damage that
      begins with a whole state; `rewind check` calls it intact. Omitted lines are listed. If they
      may include the end of the last action, a gap records it. With --accept-edits, every line is
      taken: lines may have been added, removed or changed with any editor, each must be a line of a
      session, and its checksum, if it has one, is computed anew. FILE is not modified, and nothing
      is overwritten. `rewind check` shows which lines are good.
      """,
    examples: """
      repair recordings/memory-tunes/win.jsonl -o good.jsonl
        the good part
      repair recordings/memory-tunes/win.jsonl -o rest.jsonl --after 30
        the part that begins with the first keyframe from line 30 on
      repair recordings/memory-tunes/win.jsonl -o edited.jsonl --accept-edits
        an edited copy, with new checksums
      """
  ) { arguments, terminal in
    let output = try arguments.outputPath()
    let path = arguments.operands[0]
    let line = try arguments.count(after)
    if arguments.has(acceptEdits) {
      guard line == nil else {
        throw CommandError("Give either --after or --accept-edits, not both.")
      }
      let result = try arguments.writing(to: output) { try LogRepair.acceptEdits(of: path, to: $0) }
      terminal.printWrapped(
        "\(output): \(counted(result.lines, "line")) of \(path), with new checksums"
      )
      return .success
    }
    let examination = try IntegrityReport.examining(path)
    let repair = LogRepair(examination)
    let result =
      try arguments.writing(to: output) { file in
        try line.map { try repair.writePart(after: $0, to: file) } ?? repair.writePrefix(to: file)
      }
    let taken = result.taken.map { "lines \($0.lowerBound) to \($0.upperBound)" } ?? "nothing"
    terminal.printWrapped("\(output): \(counted(result.lines, "line")), from \(taken) of \(path)")
    for warning in examination.warnings(about: result) { terminal.warn("rewind: \(warning)") }
    return .success
  }
}

extension IntegrityReport {
  /// Returns the parts that a repair has left out, with the reason.
  fileprivate func warnings(about result: LogRepair.Result) -> [String] {
    let taken = result.taken ?? 1...1
    let end = max(lineCount, taken.upperBound)
    let omitted = [1..<taken.lowerBound, (taken.upperBound + 1)..<(end + 1)]
    return omitted.filter { !$0.isEmpty }.map { lines in
      lines.count == 1
        ? "Line \(lines.lowerBound) is left out."
        : "Lines \(lines.lowerBound) to \(lines.upperBound - 1) are left out."
    } + [fragmentWords, damage?.why.escapedForTerminal].compactMap(\.self)
  }
}
