import RewindLog
import RewindSession

extension Command {
  static let join = Command(
    "join",
    "FILE FILE…",
    2...Int.max,
    "Makes one log of the segments of a long session",
    flags: [.output],
    details: """
      A recorder that was told to (`Recorder.Options.segments`) cuts a long session into files
      that each can be read alone, and drops the oldest. The new log holds what is in all
      that are given, in whatever order; none may be missing between them. They are not touched.
      """,
    examples: [
      ("join shop.jsonl shop.2.jsonl shop.3.jsonl -o whole.jsonl", "a session in three segments"),
      ("join shop*.jsonl -o whole.jsonl", "all that there are"),
    ]
  ) { arguments, terminal in
    let output = try arguments.outputPath()
    let progress = Progress()
    let join = try LogJoin(arguments.operands) { path, share in
      progress.show("checking \(path) \(Int(share * 100)) %")
    }
    progress.done()
    let result = try join.write(to: output)
    let (first, last) = (result.segments.lowerBound, result.segments.upperBound)
    terminal.print("\(output): \(counted(result.lines, "line")), segments \(first) to \(last)")
    return .success
  }
}
