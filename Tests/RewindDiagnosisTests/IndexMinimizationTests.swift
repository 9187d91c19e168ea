import RewindDiagnosis
import RewindJSON
import RewindTestSupport
import RewindTimeline
import Testing

/// Sessions whose actions name rows by their index, so that no row before can go alone.
@Suite("Minimizing a session with indexes", .process, .needsPython)
struct IndexMinimizationTests {
  private let app = ReplayProgram([Interpreter.python.path ?? "", Interpreter.app("rows.py")])

  /// A session that deletes a finished row, which is a crash.
  private func session(_ edits: [JSONValue]) -> SessionFile {
    var session = SessionFile(app: "rows")
    var rows: [JSONValue] = []
    session.add(["after": 0, "state": ["rows": []], "made": true])
    for (number, edit) in edits.enumerated() {
      let row = edit["row"]?.int ?? 0
      switch edit["kind"]?.string {
      case "add": rows.append(["name": edit["name"] ?? "", "done": false])
      case "load":
        rows = (edit["names"]?.array ?? []).map { ["name": $0, "done": false] }
      case "finish", "complete": rows[row] = ["name": rows[row]["name"] ?? "", "done": true]
      default:
        if number < edits.count - 1 { rows.remove(at: row) }
      }
      let isLast = number == edits.count - 1
      session.add(number + 1, "Edit", edit, state: isLast ? nil : ["rows": .array(rows)])
    }
    return session
  }

  private func minimized(_ edits: [JSONValue]) throws -> [JSONValue?] {
    try session(edits).timeline().minimized(by: app).steps.map(\.payload)
  }

  private func add(_ name: String) -> JSONValue { ["kind": "add", "name": .string(name)] }
  private func finish(_ row: Int) -> JSONValue { ["kind": "finish", "row": JSONValue(row)] }
  private func delete(_ row: Int) -> JSONValue { ["kind": "delete", "row": JSONValue(row)] }

  @Test("leaves out the rows before the one, and lowers the indexes behind them")
  func actions() throws {
    let rows = (0..<8).map { add("row \($0)") }
    #expect(
      try minimized(rows + [delete(2), finish(3), finish(5), delete(5)]) == [
        add("row 0"), finish(0), delete(0),
      ]
    )
  }

  @Test("leaves out elements of a payload, and lowers the indexes behind them", .oracle)
  func elements() throws {
    let load: JSONValue = ["kind": "load", "names": .array((0..<12).map { JSONValue("r\($0)") })]
    let names: JSONValue = ["kind": "load", "names": ["r0"]]
    #expect(try minimized([load, finish(7), delete(7)]) == [names, finish(0), delete(0)])
  }

  @Test("does not take a text that names a kind of action for one that may be another")
  func kinds() throws {
    // To "finish" a row is the shorter word, and leads to the same crash.
    let complete: JSONValue = ["kind": "complete", "row": 1]
    let edits = [add("a"), finish(0), add("b"), complete, delete(1)]
    let result = try minimized(edits)
    #expect(result == [add("a"), ["kind": "complete", "row": 0], delete(0)])
  }
}
