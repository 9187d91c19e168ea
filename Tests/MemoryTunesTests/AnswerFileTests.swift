import Foundation
import RewindTestSupport
import Testing

@Suite("The answer of a replay, in a file", .process)
struct AnswerFileTests {
  private let app = Program("memory-tunes")

  /// What a file holds into which a shell has put the answer.
  private func answer(_ script: String, before text: String = "") throws -> String {
    try TemporaryFolder.with { folder in
      // What the tool asks for: the actions, and what their reducers drew.
      let recording = try String(
        contentsOfFile: Recordings.path("memory-tunes/win.jsonl"),
        encoding: .utf8
      )
      let asked = recording.split(separator: "\n").filter {
        $0.hasPrefix(#"{"rewind""#) || $0.hasPrefix(#"{"index""#)
      }
      let log = try folder.file("log.jsonl", asked.map { $0 + "\n" }.joined())
      let file = try folder.file("answer", text)
      let run = try app.run(
        [log.path, file.path],
        by: #"app=$1 log=$2 out=$3; \#(script)"#
      )
      #expect(run.exit == .status(0), "\(script): \(run.errors)")
      return try String(contentsOf: file, encoding: .utf8)
    }
  }

  @Test("is the answer and no more, however the file was opened")
  func modes() throws {
    let whole = try answer(#""$app" --rewind-replay < "$log" | cat > "$out""#)
    #expect(whole.contains(#"{"end":"closed""#))
    #expect(try answer(#""$app" --rewind-replay < "$log" > "$out""#) == whole)
    #expect(try answer(#""$app" --rewind-replay < "$log" 1<> "$out""#) == whole)
    #expect(
      try answer(#""$app" --rewind-replay < "$log" >> "$out""#, before: "earlier\n")
        == "earlier\n" + whole
    )
  }

  @Test("is followed by what is written after it")
  func after() throws {
    let whole = try answer(#""$app" --rewind-replay < "$log" | cat > "$out""#)
    #expect(
      try answer(#"{ echo first; "$app" --rewind-replay < "$log"; echo last; } 1<> "$out""#)
        == "first\n" + whole + "last\n"
    )
  }
}
