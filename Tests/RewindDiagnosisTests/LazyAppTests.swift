import Foundation
import RewindDiagnosis
import RewindTestSupport
import RewindTimeline
import Testing

@Suite("A program that does not replay as requested", .process)
struct LazyAppTests {
  private let folder = TemporaryFolder()

  /// A program that answers with these lines, whatever it is asked.
  ///
  /// A shell reads it: a file just written cannot be started itself while a child of another test
  /// still holds it open ("text file busy").
  private func program(_ lines: [String], in folder: TemporaryFolder) throws -> ReplayProgram {
    let script = try folder.file(
      "app.sh",
      "cat > /dev/null\ncat << 'END'\n\(lines.joined(separator: "\n"))\nEND\n"
    )
    return ReplayProgram(["/bin/sh", script.path])
  }

  private let greeting = #"{"rewind":1,"replay":1,"session":"x","actions":[]}"#

  private func session(crashes: Bool) -> MinefieldSession {
    var session = MinefieldSession()
    session.add("tick")
    session.add("tick")
    if crashes { session.end("fatal") } else { session.add("tick") }
    return session
  }

  @Test(
    "is not believed",
    arguments: [
      [#"{"end":"closed","index":0}"#],
      [#"{"index":3,"action":{"type":"Move.fatal"}}"#],
      [
        #"{"after":0,"state":{"isArmed":false,"steps":0}}"#,
        #"{"index":1,"action":{"type":"Move.tick"}}"#,
        #"{"index":2,"action":{"type":"Move.tick"}}"#,
        #"{"index":3,"action":{"type":"Move.fatal"}}"#,
      ],
    ]
  )
  func lazy(lines: [String]) throws {
    for crashes in [false, true] {
      try TemporaryFolder.with { folder in
        let timeline = try session(crashes: crashes).file.timeline()
        let lazy = try program([greeting] + lines, in: folder)
        #expect(throws: ReplayProgramError.self) { try Verification.run(timeline, by: lazy) }
      }
    }
  }

  @Test("may say that it lacks an input, and is understood")
  func unresolved() throws {
    let timeline = try session(crashes: false).file.timeline()
    let lazy = try program(
      [greeting, #"{"end":"unresolved","index":1,"input":"category"}"#],
      in: folder
    )
    let verdict = try Verification.run(timeline, by: lazy).verdict
    guard case .unresolved(input: "category", action: 1) = verdict else {
      Issue.record("\(verdict)")
      return
    }
  }
}
