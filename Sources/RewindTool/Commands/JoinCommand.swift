import RewindLog
import RewindSession

extension Command {
  static let join = Command(
    "join",
    "FILE FILE…",
    2...Int.max,
    "Joins the segments of a long session into one log",
    required: "-o OUT",
    flags: Flag.writing,
    details: """
      With `Recorder.Options.segments`, a recorder splits a long session into files that can each
      be read alone, and deletes the oldest. The new log holds all given segments, in any order;
      none may be missing between them. They are not modified.
      """,
    examples: """
      join shop.jsonl shop.2.jsonl shop.3.jsonl -o whole.jsonl
        a session in three segments
      join shop*.jsonl -o whole.jsonl
        all segments
      """
  ) { arguments, terminal in
    let output = try arguments.outputPath()
    let progress = Progress()
    let join = try LogJoin.read(arguments.operands) { path, share in
      progress.show("checking \(path) \(Int(share * 100)) %")
    }
    let result = try arguments.writing(to: output) { try join.write(to: $0) }
    let (first, last) = (result.segments.lowerBound, result.segments.upperBound)
    terminal.printWrapped(
      "\(output): \(counted(result.lines, "line")), segments \(first) to \(last)"
    )
    return .success
  }
}
