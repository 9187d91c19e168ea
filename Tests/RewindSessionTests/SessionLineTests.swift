import RewindJSON
import RewindLog
import RewindSession
import RewindTestSupport
import Testing

@Suite("A line of a session")
struct SessionLineTests {
  private struct OtherKind: Error {}

  private func line(_ text: String) throws -> SessionLine {
    try SessionLine(JSONValue(parsing: text))
  }

  @Test("is read with all that its kind holds")
  func kinds() throws {
    guard
      case .header(let header) = try line(
        #"{"rewind":1,"session":"s","app":"a","started":"t","store":"m","attach":"reducer","x":1}"#
      )
    else { throw OtherKind() }
    #expect(header.version == 1)
    #expect(header.session == "s")
    #expect(header.app == "a")
    #expect(header.started == "t")
    #expect(header.store == "m")
    #expect(header.attach == "reducer")
    #expect(header.json["x"] == 1)

    guard
      case .action(let action) = try line(
        #"{"index":3,"time":1.5,"action":{"type":"T","payload":[1]},"source":"A:1","cause":2,"overlap":true}"#
      )
    else { throw OtherKind() }
    #expect(action.index == 3)
    #expect(action.time == 1.5)
    #expect(action.type == "T")
    #expect(action.payload == [1])
    #expect(action.source == "A:1")
    #expect(action.cause == 2)
    #expect(action.overlaps)
    #expect(action.action == ["type": "T", "payload": [1]])

    guard case .input(let input) = try line(#"{"index":3,"input":{"name":"n","value":null}}"#)
    else { throw OtherKind() }
    #expect(input.index == 3)
    #expect(input.name == "n")
    #expect(input.value == nil)

    guard case .state(let state) = try line(#"{"after":3,"state":{"a":1},"patch":[],"wall":"w"}"#)
    else { throw OtherKind() }
    #expect(state.after == 3)
    #expect(state.state == ["a": 1])
    #expect(state.patch == Patch())
    #expect(state.wall == "w")

    guard case .note(let note) = try line(#"{"note":"background","index":3,"time":2}"#)
    else { throw OtherKind() }
    #expect(note.text == "background")
    #expect(note.index == 3)
    #expect(note.time == 2)

    guard
      case .gap(let gap) = try line(
        #"{"gap":{"actions":1,"states":2,"inputs":3,"notes":4},"why":"full","index":3}"#
      )
    else { throw OtherKind() }
    #expect(gap.actions == 1)
    #expect(gap.states == 2)
    #expect(gap.inputs == 3)
    #expect(gap.why == "full")

    guard case .external(let change) = try line(#"{"external":true,"after":3,"patch":[]}"#)
    else { throw OtherKind() }
    #expect(change.after == 3)

    guard case .travel(let travel) = try line(#"{"travel":"jump","index":3,"to":1}"#)
    else { throw OtherKind() }
    #expect(travel.kind == "jump")
    #expect(travel.to == 1)

    guard case .end(let end) = try line(#"{"end":"closed","index":3}"#)
    else { throw OtherKind() }
    #expect(end.end == "closed")
    #expect(end.index == 3)

    guard case .unknown(let unknown) = try line(#"{"tomorrow":1}"#)
    else { throw OtherKind() }
    #expect(unknown["tomorrow"] == 1)
  }

  @Test(
    "is refused where it lacks what its kind needs",
    arguments: [
      ("[]", "the line is an array where a JSON object is expected"),
      ("3", "the line is a number where a JSON object is expected"),
      (#"{"rewind":"1"}"#, #""rewind" is "1"; a whole number from 0 to 10^12 is expected"#),
      (
        #"{"rewind":2}"#,
        "the log is of format 2, but this program reads format 1; use a newer rewind"
      ),
      (#"{"action":{"type":"T"}}"#, #"the action line has no "index""#),
      (#"{"index":-1,"action":{}}"#, #""index" is -1; a whole number from 0 to 10^12 is expected"#),
      (#"{"index":1,"action":[]}"#, #""action" is of type array; an object is expected"#),
      (#"{"index":1,"action":{}}"#, #"the action line has no "type""#),
      (#"{"index":1,"input":{}}"#, #"the input line has no "name""#),
      (#"{"after":1}"#, #"the state line has no "patch""#),
      (#"{"note":1,"index":1}"#, #""note" is of type number; a string is expected"#),
      (#"{"end":"closed"}"#, #"the end line has no "index""#),
    ]
  )
  func refusals(text: String, why: String) throws {
    let error = #expect(throws: SessionLineError.self) { try line(text) }
    #expect(error?.description == why)
  }
}

@Suite("The key of a line, and what is read of it alone")
struct LineKeyTests {
  @Test("equal the result of reading the whole line", arguments: 1...20)
  func keys(seed: UInt64) throws {
    let log = try SessionLog.open(bytes: RandomRecording(actions: 60, seed: seed).bytes)
    for line in 0..<log.lineCount {
      #expect(try log.key(of: line) == LineKey(log.line(line)), "line \(line + 1)")
      switch try log.line(line) {
      case .action(let action):
        let head = try log.actionHead(of: line)
        #expect(head?.index == action.index && head?.type == action.type)
        #expect(head?.time == action.time)
      case .state(let state):
        let change = try log.recordedChange(of: line)
        #expect(change.patch == state.patch && change.took == state.json["took"]?.seconds)
        #expect(change.stateSize == state.state?.text.utf8.count ?? 0)
      default: break
      }
    }
  }

  @Test("is that of the kind, in whatever order the members stand")
  func unusualOrder() throws {
    var file = SessionFile(start: 1)
    file.add(["action": ["type": "T"], "index": 1])
    file.add(["index": 2, "note": "n"])
    file.add(["index": 2, "time": 1, "note": "n"])
    file.add(["patch": [], "after": 1])
    file.add(["index": 1, "end": "closed"])
    let log = try SessionLog.open(bytes: file.bytes)
    let kinds = try (0..<log.lineCount).map { try log.key(of: $0).kind }
    #expect(kinds == [.header, .keyframe, .action, .note, .note, .patch, .end])
  }
}
