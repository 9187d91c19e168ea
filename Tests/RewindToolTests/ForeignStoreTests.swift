import Foundation
import RewindJSON
import RewindLog
import RewindSession
import RewindTestSupport
import RewindTimeline
import Testing

/// Apps on other libraries' stores, each attached as the page on stores says.
@Suite("A session of a foreign store", .process)
struct ForeignStoreTests {
  private let folder = TemporaryFolder()

  private static let kinds = [
    "swift-rex", "mobius", "mobius-logger", "reactor-kit", "workflow", "model", "observable",
    "actomaton", "fluxor", "katana",
  ]
  private let app = Program("foreign-stores")

  private func verify(_ log: String, _ kind: String) throws -> String {
    try rewind.run("verify", log, "--app", app.path, "--", kind).output
  }

  @Test(
    "replays as it was recorded, and its crash is led back to the action to blame",
    arguments: TestScale.cases(2, of: kinds)
  )
  func culprit(kind: String) throws {
    let (whole, crashed) = (folder.path("whole.jsonl"), folder.path("crashed.jsonl"))
    #expect(try app.run(kind, whole, "3").exit == .status(0))
    #expect(try verify(whole, kind).hasPrefix("\(whole): same, "))
    #expect(try app.run(kind, crashed).exit == .trap)
    #expect(try verify(crashed, kind).contains("the crash (trap) included"))
    let run = try rewind.run("bisect", crashed, "--json", "--app", app.path, "--", kind)
    let found = try JSONValue(parsing: Array(run.output.utf8))
    let timeline = try Timeline.open(SessionLog.open(crashed))
    let culprit = try timeline.action(try #require(found["culprit"]?.int))
    #expect(found["fatal"]?.int == timeline.lastIndex)
    #expect(culprit.payload?.text.contains("150") ?? false, "\(run.output) \(run.errors)")
    #expect(timeline.log.header.attach == (Self.isHooked(kind) ? "hooks" : "reducer"))
  }

  @Test(
    "knows which answer belongs to which request",
    arguments: ["swift-rex", "mobius", "mobius-logger", "reactor-kit", "actomaton"]
  )
  func causes(kind: String) throws {
    let log = folder.path("log.jsonl")
    #expect(try app.run(kind, log, "requests").exit == .status(0))
    let timeline = try Timeline.open(SessionLog.open(log))
    #expect(try (1...4).map { try timeline.action($0).cause } == [nil, nil, 2, 1])
  }

  private static func isHooked(_ kind: String) -> Bool {
    ["mobius-logger", "workflow"].contains(kind)
  }

  @Test(
    "names the cure where a reducer seems to have read from outside, and only there",
    arguments: [
      ("uuid", "Recorded.uuid()", "/uuid"), ("date", "Recorded.date()", "/date"),
      ("random", "Recorded.random(in:)", "/random"), ("tag", "Recorded.uuid()", "'/tags/*'"),
      ("count", "", ""),
    ]
  )
  func cure(what: String, function: String, pointer: String) throws {
    let log = folder.path("log.jsonl")
    #expect(try app.run("stamps", log, what).exit == .status(0))
    let output = try verify(log, "stamps")
    #expect(output.hasPrefix("\(log): diverged at action 1"))
    let cures = output.split(separator: "\n").filter { $0.contains("An external value?") }
    let expected =
      "  An external value? \(function) records it; --ignore \(pointer) leaves it out."
    #expect(cures == (function.isEmpty ? [] : [Substring(expected)]))
  }

  @Test("says that hooks record no inputs, where the reducer asks for one")
  func hookedInput() throws {
    let log = folder.path("log.jsonl")
    #expect(try app.run("stamps", log, "recorded").exit == .status(0))
    let output = try verify(log, "stamps")
    let cures = output.split(separator: "\n").filter { $0.contains("Hooks") }
    #expect(
      cures == [
        "  Hooks record no inputs: give the store the recorded reducer; --ignore '/tags/*' leaves this one out."
      ]
    )
    #expect(!output.contains("An external value?"))
  }

  @Test("whose state cannot be decoded is compared up to the first divergence, and says so")
  func undecodableState() throws {
    let log = folder.path("log.jsonl")
    #expect(try app.run("shelf", log, "stamp").exit == .status(0))
    let output = try verify(log, "shelf")
    #expect(output.hasPrefix("\(log): diverged at action 2"), "\(output)")
    #expect(
      output.contains(
        "The states after that of action 2 were not compared: the app cannot decode its recorded"
      )
    )
    #expect(!output.contains("Continuing"), "\(output)")

    // One that begins otherwise has diverged before its first action.
    var file = SessionFile(app: "shelf", start: ["books": ["x"], "arguments": []], isMade: true)
    file.add(1, "add(_:)", ["_0": "a"], state: ["books": ["x", "a"], "arguments": []])
    file.add(2, "add(_:)", ["_0": "b"], state: ["books": ["x", "a", "b"], "arguments": []])
    let other = try file.write(to: folder)
    let run = try rewind.run("verify", other, "--json", "--app", app.path, "--", "shelf")
    let found = try JSONValue(parsing: Array(run.output.utf8))
    #expect(found["index"] == 0 && found["uncomparedAfter"] == 0, "\(run)")
    #expect(found["table"]?.array?.count == 1)
  }

  @Test(
    "whose state cannot be decoded does not begin with a recorded one",
    arguments: ["", "--compare=end", "--never"]
  )
  func undecodableStart(flag: String) throws {
    let log = folder.path("log.jsonl")
    #expect(try app.run("shelf", log, "plain").exit == .status(0))
    #expect(try verify(log, "shelf").hasPrefix("\(log): same"))
    let flags = flag == "--never" ? [flag, "books[0] == \"z\""] : flag.isEmpty ? [] : [flag]
    let run = try rewind.run(
      ["verify", log, "--start", "recorded"] + flags + ["--app", app.path, "--", "shelf"]
    )
    #expect(run.exit == .status(1))
    #expect(run.output.contains("undecodable"), "\(run)")
    #expect(run.output.contains("can only begin with the app's own initial state"), "\(run)")
  }

  @Test("whose state cannot be decoded is not called fine where a replay must continue from one")
  func undecodableChange() throws {
    let (plain, changed) = (folder.path("plain.jsonl"), folder.path("changed.jsonl"))
    #expect(try app.run("shelf", plain, "plain").exit == .status(0))
    #expect(try app.run("shelf", changed, "outside").exit == .status(0))
    func check(_ log: String) throws -> Program.Run {
      try rewind.run("check", log, "--app", app.path, "--", "shelf")
    }
    #expect(try check(plain).exit == .status(0))
    let run = try check(changed)
    #expect(run.exit == .status(1))
    #expect(run.output.contains(": impossible"), "\(run)")
    #expect(
      run.output.contains("a replay must continue from the recorded state after 1"),
      "\(run)"
    )
    #expect(try verify(changed, "shelf").hasPrefix("\(changed): undecodable"))

    var later = SessionFile(app: "shelf", ["segment": 2])
    later.add(["after": 3, "state": ["books": ["a"], "arguments": []]])
    later.add(4, "add(_:)", ["_0": "b"], state: ["books": ["a", "b"], "arguments": []])
    let segment = try check(later.write(to: folder))
    #expect(
      segment.output.contains("must continue from the recorded state after 3"),
      "\(segment)"
    )
    later = SessionFile(app: "shelf")
    later.add(["after": 0, "state": ["books": [], "arguments": []], "made": true])
    later.add(1, "add(_:)", ["_0": "b"], state: ["books": ["b"], "arguments": []])
    later.add([
      "gap": ["actions": 1, "states": 1, "inputs": 0, "notes": 0], "why": "full", "index": 2,
    ])
    for index in 3...4 {
      later.add(index, "add(_:)", ["_0": "d"], state: ["books": ["d"], "arguments": []])
    }
    let gap = try check(later.write(to: folder, as: "gap.jsonl"))
    #expect(gap.output.contains("must continue from the recorded state after 3"), "\(gap)")
  }

  @Test("names fifty bindings in a program without symbols, and replays them")
  func strippedBindings() throws {
    let (program, log) = (folder.path("stripped"), folder.path("log.jsonl"))
    let strip = try rewind.run([], by: "strip -o '\(program)' '\(app.path)'; nm '\(program)'")
    #expect(strip.errors.contains("no symbols"), "\(strip)")
    #expect(try rewind.run([], by: "'\(program)' bindings '\(log)'").exit == .status(0))
    let timeline = try Timeline.open(SessionLog.open(log))
    let actions = try (1...50).map { try timeline.action($0) }
    // Each sets a property to its own name.
    for action in actions {
      let value = try #require(action.payload?["binding"]?["_0"]?["value"]?.string)
      #expect(action.type == "FormAction.binding.\(value)")
    }
    #expect(Set(actions.map(\.type)).count == 50)
    let verified = try rewind.run("verify", log, "--app", program, "--", "bindings")
    #expect(verified.output == "\(log): same, 50 actions\n", "\(verified)")
  }

  @Test("of a tree of workflows has a log for each, though two have one name")
  func workflows() throws {
    #expect(try app.run("workflow", folder.path("log.jsonl"), "3").exit == .status(0))
    let stores = try ["log", "log.SearchWorkflow", "log.SearchWorkflow-2"].map { name in
      try Timeline.open(SessionLog.open(folder.path("\(name).jsonl")))
    }
    #expect(
      stores.map { $0.log.header.json["store"]?.string } == [
        "CartWorkflow", "SearchWorkflow", "SearchWorkflow-2",
      ]
    )
    #expect(stores.map(\.lastIndex) == [3, 3, 0])
    #expect(try stores[1].state(after: 3) == ["a", "a", "a"])
    #expect(try stores[2].state(after: 0) == [])
  }

  @Test("of a model has its methods' calls, and not the calls within them")
  func methods() throws {
    let log = folder.path("log.jsonl")
    #expect(try app.run("model", log, "1").exit == .status(0))
    let timeline = try Timeline.open(SessionLog.open(log))
    #expect(
      try (1...timeline.lastIndex).map { try timeline.action($0).action.text } == [
        #"{"type":"addAll(_:)","payload":{"_0":["melon","nut"]}}"#,
        #"{"type":"move(from:to:)","payload":{"from":0,"to":1}}"#,
        #"{"type":"order(_:count:)","payload":{"_0":"date","count":null}}"#,
        #"{"type":"order(_:count:)","payload":{"_0":"date","count":3}}"#,
        #"{"type":"add(_:)","payload":{"_0":"apple"}}"#,
      ]
    )
    // What a method has changed before it throws is there.
    #expect(
      try timeline.state(after: 3)["items"] == ["nut", "melon", "an order of date"]
    )
  }

  @Test("of a model has decoders that name its methods")
  func decoders() throws {
    let log = folder.path("log.jsonl")
    #expect(try app.run("model", log, "3").exit == .status(0))
    let body = """
      func recordedActions() -> ActionDecoders<ModelCall<CartModel>> {
        ActionDecoders()
          .adding(method: "addAll(_:)", CartModel.addAll(_:))
          .adding(method: "move(from:to:)", CartModel.move(from:to:))
          .adding(method: "order(_:count:)", CartModel.order(_:count:))
          .adding(method: "add(_:)", CartModel.add(_:))
          .adding(method: "use(coupon:)", CartModel.use(coupon:))
      }

      """
    let named = try rewind.run("decoders", log, "--action", "CartModel")
    #expect(named.output.hasSuffix(body) && !named.output.contains("#warning"))
    let unnamed = try rewind.run("decoders", log).output
    #expect(unnamed.hasSuffix(body.replacing("CartModel", with: "Model")))
    #expect(
      unnamed.contains(#"#warning("Write the name of the model's type instead of Model.")"#)
    )
  }

  @Test("of an observed model has what is set without a method as a change without an action")
  func observed() throws {
    let log = folder.path("log.jsonl")
    #expect(try app.run("observable", log, "3").exit == .status(0))
    let timeline = try Timeline.open(SessionLog.open(log))
    #expect(try timeline.state(after: 3)["items"] == ["apple", "pear"])
    #expect(try timeline.state(before: 4)["items"] == [])
    #expect(try timeline.state(after: 4)["items"] == ["nut"])
  }
}
