import RewindLog
import RewindSession
import RewindText

extension Command {
  static let repairing = Flag("--repair OUT", .output("")).typed
    .help("Write the good part of FILE to a new log.")
  static let repairAfter = Flag("--after LINE", .count).needing(repairing).typed
    .help("With --repair: the part from the first keyframe at or after this line, not the start.")
  static let acceptEdits = Flag("--accept-edits").needing(repairing).excluding(repairAfter).typed
    .help("With --repair: all lines, as a person edited them, with new checksums.")

  /// Writes the good part of a damaged log, or an edited log, anew.
  static func repair(_ arguments: Arguments, _ terminal: Terminal) throws -> ExitStatus {
    guard arguments.operands.count == 1, !arguments.operands[0].isFolder else {
      throw InputError.needs(repairing.name, "one FILE")
    }
    let output = try arguments.outputPath(repairing)
    let path = arguments.operands[0]
    let line = arguments.count(repairAfter)
    if arguments.has(acceptEdits) {
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
