import RewindJSON
import RewindSession
import RewindTestSupport
import RewindTimeline
import Testing

@Suite("A replay of actions that overlapped")
struct OverlapComparisonTests {
  /// Two threads reduced from one state: what the action that began first wrote is lost in the state of the
  /// other, and its own state comes as a change from outside.
  private static let lostUpdate: SessionFile = {
    var file = SessionFile(start: ["names": [:]])
    file.add(["index": 1, "action": ["type": "Slow"]])
    file.add(["index": 2, "action": ["type": "Quick"], "overlap": true])
    file.add(["after": 2, "patch": [add("quick")]])
    file.add([
      "external": true, "after": 2,
      "patch": [["op": "remove", "path": "/names/quick"], add("slow")],
    ])
    file.add(["index": 3, "action": ["type": "Last"]])
    file.add(["after": 3, "patch": [add("last")]])
    return file
  }()

  private static func add(_ name: String) -> JSONValue {
    ["op": "add", "path": .string("/names/\(name)"), "value": 1]
  }

  @Test("is compared with the states that it reached, also after one that the recording lacks")
  func lost() throws {
    let timeline = try Self.lostUpdate.timeline()
    var comparison = SessionComparison(timeline)
    let lines: [JSONValue] = [
      ["after": 0, "state": ["names": [:]]],
      ["index": 1, "action": ["type": "Slow"]],
      ["after": 1, "patch": [Self.add("slow")]],
      ["index": 2, "action": ["type": "Quick"]],
      ["after": 2, "patch": [Self.add("quick")]],
    ]
    let found = try lines.flatMap { try comparison.divergences(at: SessionLine($0)) }
    #expect(found.map(\.index) == [2])
    #expect(found.first?.patterns == ["/names/slow"])
  }
}
