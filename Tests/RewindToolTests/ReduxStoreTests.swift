import Foundation
import RewindJSON
import RewindTestSupport
import Testing

@Suite("A Redux store", .surroundings, .enabled(if: Interpreter.node.path != nil, "needs node"))
struct ReduxStoreTests {
  private let folder = TemporaryFolder()
  private let app = [
    "--app", Interpreter.node.path ?? "", "--", Interpreter.app("redux-host.mjs"),
    Interpreter.app("cart.js"),
  ]

  /// Imports actions after which the checkout dies of a coupon, and runs commands on the log.
  private func with(_ body: (_ log: String, _ folder: TemporaryFolder) throws -> Void) throws {
    try TemporaryFolder.with { folder in
      let file = try folder.file(
        "actions.json",
        #"""
        [{"type":"cart/add","id":1,"price":5},{"type":"cart/coupon","payload":{"code":"A","discount":{"percent":10}}},
        {"type":"cart/checkout"},{"type":"cart/coupon","payload":{"code":"FREE"},"meta":{"by":"me"}},
        {"type":"cart/add","id":2,"price":8},{"type":"cart/checkout"},{"type":"cart/remove","id":2}]
        """#
      ).path
      let log = folder.path("s.jsonl")
      let run = try rewind.run(["import", file, "-o", log] + app)
      #expect(
        run.errors == "rewind: The app dies in action 6; the one after it is left out.\n",
        "\(run.errors)"
      )
      #expect(run.lines == ["\(log): 6 actions, from a list of actions; crashed in action 6."])
      try body(log, folder)
    }
  }

  @Test(
    "makes the states of its actions, which verify, bisect, minimize, blame and check then take"
  )
  func everything() throws {
    try with { log, folder in
      #expect(try rewind.run("check", log).exit == .status(0))
      let verify = try rewind.run(["verify", log] + app)
      #expect(verify.lines == ["\(log): same, 6 actions, the crash (exit(1)) included"])
      let bisect = try rewind.run(["bisect", log, "--json"] + app).json()
      #expect(bisect["fatal"] == 6 && bisect["culprit"] == 4)
      let small = folder.path("m.jsonl")
      let minimize = try rewind.run(["minimize", log, "-o", small, "--json"] + app)
      #expect(try minimize.json()["kept"] == [4, 6])
      #expect(try rewind.run(["verify", small] + app).exit == .status(0))
      let blame = try rewind.run("blame", log, "/coupon", "--json")
      #expect(try blame.json()["index"] == 4)
      let check = try rewind.run(["check", log] + app)
      #expect(check.lines.last == "  Replay by \(app[1]): fine, 6 actions and 2 states decoded.")
      let edit = try rewind.run(["edit", log, "--drop", "4", "-o", folder.path("e.jsonl")] + app)
      #expect(edit.lines.first?.contains("survives all 5 actions") == true, "\(edit.errors)")
      let state = try rewind.run("state", log, "3").json()
      #expect(state == ["items": [], "coupon": nil, "orders": 1, "paid": 4.5])
    }
  }

  @Test("goes to Redux DevTools with its actions as they were")
  func outside() throws {
    try with { log, _ in
      let file = try rewind.run("export", log, "--redux-devtools").json()
      #expect(file["actionsById"]?["1"]?["action"] == ["type": "cart/add", "id": 1, "price": 5])
      #expect(file["actionsById"]?["4"]?["action"]?["meta"] == ["by": "me"])
    }
  }

  @Test("restores dates, maps and the like, so that no crash is invented")
  func revived() throws {
    let reducer = try folder.file(
      "reducer.mjs",
      """
      export function reducer(state = { log: new Map(), seen: new Set(), at: undefined }, action) {
        switch (action.type) {
          case "due": return { ...state, at: action.at, never: undefined, big: action.big * 2n };
          case "year": return { ...state, year: state.at.getUTCFullYear(),
            log: new Map([...state.log, ["k", { re: action.re.test("AB"), nan: action.nan * 1 }]]) };
          case "loop": { const next = { ...state, name: action.error.message }; next.self = next; return next; }
          case "look": state.self.self.log.get("k").re.valueOf(); action.f.toString(); return state;
          default: return state;
        }
      }
      """
    ).path
    let actions = try folder.file(
      "actions.json",
      #"""
      [{"type":"due","at":{"$jsan":"d1767225600000"},"big":{"$jsan":"b9007199254740993"}},
      {"type":"year","re":{"$jsan":"ri,ab"},"nan":{"$jsan":"n"}},
      {"type":"loop","error":{"$jsan":"eno"}},{"type":"look","f":{"$jsan":"ff() { /* ... */ }"}}]
      """#
    ).path
    let log = folder.path("s.jsonl")
    let host = Array(app.dropLast()) + [reducer]
    let run = try rewind.run(["import", actions, "-o", log] + host)
    #expect(run.lines.first?.contains("4 actions, from a list of actions; closed") == true)
    let state = try rewind.run("state", log, "4").json()
    #expect(
      state == [
        "log": ["$jsan": #"m[["k",{"re":true,"nan":{"$jsan":"n"}}]]"#], "seen": ["$jsan": "l[]"],
        "at": ["$jsan": "d1767225600000"], "never": ["$jsan": "u"],
        "big": ["$jsan": "b18014398509481986"], "year": 2026, "name": "no",
        "self": ["$jsan": "$"],
      ]
    )
    let verify = try rewind.run(["verify", log] + host)
    #expect(verify.lines == ["\(log): same, 4 actions"], "\(verify.errors)")
    let bisect = try rewind.run(["bisect", log] + host)
    #expect(bisect.lines.first?.contains("There is no crash") == true, "\(bisect.output)")
  }

  @Test("has a host that the documentation names")
  func host() throws {
    let path = "Tests/Fixtures/ReferenceApp/redux-host.mjs"
    #expect(try DocumentationPage.article("ReduxDevTools").text().contains("`\(path)`"))
    #expect(Interpreter.app("redux-host.mjs").hasSuffix(path))
    #expect(FileManager.default.fileExists(atPath: Interpreter.app("redux-host.mjs")))
  }
}
