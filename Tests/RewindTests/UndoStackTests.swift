import Foundation
import Rewind
import RewindCoding
import RewindJSON
import RewindLog
import RewindTestSupport
import RewindTimeline
import Testing

@Suite("A recorded undo stack")
struct UndoStackTests {
  private let folder = TemporaryFolder()

  struct Editor: Codable, Equatable {
    var rows = (0..<60).map { "row number \($0)" }
    var past: [[String]] = []
  }

  @Test(
    "is a short log, from which each state and each writer can be read",
    arguments: [false, true]
  )
  func log(isVerifying: Bool) throws {
    let path = folder.path("editor.jsonl")
    let recorder = Recorder(app: "editor", to: .file(path), options: .init(verifying: isVerifying))
    let recording = recorder.attach(Editor.self)
    var editor = Editor()
    var states = [editor]
    for number in 1...300 {
      recording.record(number, on: &editor) { editor in
        editor.past.append(editor.rows)
        if editor.past.count > 20 { editor.past.removeFirst() }
        editor.rows[number % 60] = "edit \(number)"
      }
      states.append(editor)
    }
    recorder.close()
    #expect(recorder.failure == nil)
    let log = try SessionLog.open(path)
    #expect(try log.findContradiction() == nil)
    let timeline = try Timeline.open(log)
    for index in stride(from: 0, to: states.count, by: TestScale.hasTime ? 1 : 7) {
      let expected = try JSONValue(parsing: JSONEncoder().encode(states[index]))
      #expect(try timeline.state(after: index) == expected, "\(index)")
    }
    // What is new comes before the copy of what was there.
    let changes = try timeline.changes(of: 290).map(\.pointer.description)
    #expect(changes.first == "/rows/50")
    // The rows that action 290 found are the last but ten now.
    let moved = try timeline.blame(Pointer("/past/9/0"), at: 300)
    #expect(moved?.index == 290)
    // A state has 25 kB; the patches have 300 bytes, and as much again is in whole states. Without the runtime
    // it is not known that a row is a copy, and its 1,000 bytes are written.
    let size = try Data(contentsOf: URL(fileURLWithPath: path)).count
    #expect(size < 300 * (RuntimeAccess.isAllowed ? 900 : 1_700), "\(size)")
  }
}
