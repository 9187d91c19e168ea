import RewindDiagnosis
import RewindJSON
import RewindTestSupport
import RewindTimeline
import Testing

@Suite("The session of a feature's own store")
struct FeatureSessionTests {
  /// A sheet that is shown, changed by its own actions and by the app's, and closed again.
  private var app: SessionFile {
    var file = SessionFile(app: "shop", start: ["count": 0], isMade: true)
    file.add(1, "AppAction.open", ["open": [:]], state: ["count": 0, "sheet": ["n": 1]])
    let add: JSONValue = ["sheet": ["_0": ["add": [:]]]]
    file.add(2, "AppAction.sheet.add", add, state: ["count": 0, "sheet": ["n": 2]])
    file.add(3, "AppAction.more", ["more": [:]], state: ["count": 1, "sheet": ["n": 5]])
    file.add(4, "AppAction.sheet.add", add, state: ["count": 1, "sheet": ["n": 6]])
    file.add(5, "AppAction.close", ["close": [:]], state: ["count": 1])
    return file
  }

  private func session(at pointer: String) throws -> FeatureSession {
    let feature = Feature(
      path: try Pointer(pointer),
      prefix: "AppAction.sheet",
      actionType: "SheetAction"
    )
    return try FeatureSession.read(app.timeline(), of: feature)
  }

  @Test("begins where the app has the feature's state for the first time")
  func late() throws {
    let session = try session(at: "/sheet")
    let timeline = session.timeline
    #expect(timeline.actionCount == 2 && session.externalChanges == 1)
    #expect(try timeline.state(after: 0) == ["n": 1])
    #expect(try timeline.state(after: 1) == ["n": 2])
    #expect(try timeline.state(before: 2) == ["n": 5])
    #expect(try timeline.state(after: 2) == ["n": 6])
    #expect(try timeline.action(2).type == "SheetAction.add")
    #expect(try timeline.action(2).payload == ["add": [:]])
    #expect([1, 2, 3, 4].map(session.number) == [nil, 1, nil, 2])
  }

  @Test("has the actions behind its name and a dot, and not those of a longer name")
  func prefix() throws {
    let sheet = Feature(path: .root, prefix: "AppAction.sheet", actionType: nil)
    let types = ["AppAction.sheet", "AppAction.sheet.add", "AppAction.sheets.add", "AppAction"]
    #expect(types.map(sheet.has) == [true, true, false, false])
  }

  @Test("is refused where the app never has it")
  func never() throws {
    #expect(throws: FeatureSession.Refusal.noState(try Pointer("/sheets"))) {
      try session(at: "/sheets")
    }
  }
}
