import Foundation
import Rewind
import RewindReplay
import RewindSession
import RewindStore
import RewindTestSupport
import RewindTesting
import RewindTimeline
import Testing

@Suite("rewind decoders")
struct DecodersTests {
  private let folder = TemporaryFolder()
  private let rewind = Program("rewind")
  private let sales: [any Action] = [
    ShopAction.open,
    ShopAction.cart(
      .add(Item(id: 1, name: "lamp", size: Item.Size(width: 1, unit: "m")), count: 2)
    ),
    ShopAction.cart(.clear),
    ShopAction.rename(to: "a \"b\"\n"),
    PlaceOrder(
      items: [
        Item(id: 2, name: "chair", size: Item.Size(width: 0.5, unit: "m")),
        Item(id: 3, name: "rug", size: nil),
      ],
      delivery: .parcel(days: 3, insured: true),
      notes: ["front door": "ring", "2": "twice"],
      voucher: .max
    ),
    PlaceOrder(items: [], delivery: .pickup, notes: [:], voucher: nil),
    PlaceOrder(items: [], delivery: .address("here"), notes: [:], voucher: nil),
    Discount(percent: 10),
    Ring(),
    Book(seat: nil, guest: Guest("A B"), friends: [], voucher: nil, minutes: nil, note: "n"),
    Book(
      seat: Book.Seat(row: 3),
      guest: Guest("C"),
      friends: [Guest("D E")],
      voucher: nil,
      minutes: 2.5,
      note: "m"
    ),
    Navigate(
      to: Rack(row: 1, items: [Item(id: 4, name: "cup", size: Item.Size(width: 1, unit: "l"))]),
      back: nil,
      speed: 3
    ),
    Navigate(
      to: Dialog.help,
      back: Rack(row: 2, items: [Item(id: 5, name: "pot", size: Item.Size(width: 1, unit: "m"))])
    ),
    Navigate(to: Dialog.edit(Item.Size(width: 2, unit: nil)), back: Exit()),
    TabAction(tab: nil, size: nil, window: 1, actionType: TabActionType.open),
    TabAction(
      tab: "a",
      size: Item.Size(width: 3, unit: "cm"),
      window: 1,
      actionType: TabActionType.move(by: 2)
    ),
    TabAction(tab: "a", size: nil, window: 2, actionType: TabActionType.close),
    Response.items(.failure(OutOfStock("lamp"))),
    Response.items(.failure(URLError(.timedOut))),
    Response.items(.failure(NSError(domain: "shop", code: 7))),
    Response.items(
      .failure(NSError(domain: "shop", code: 8, userInfo: [NSLocalizedDescriptionKey: "Closed"]))
    ),
  ]
  private let polls: [any Action] =
    [
      Poll.votes(["yes": 1, "no": 2]),
      Poll.tally([:]),
      Poll.guess("a", or: nil, "bc"),
      Poll.guess("a", or: "b", "c"),
      Poll.rows([1, 2, 5]),
      Poll.length(Measurement(value: 1, unit: .meters)),
      Poll.language(Locale(identifier: "de_DE")),
      Poll.calendar(Calendar(identifier: .gregorian)),
      Poll.color((1, 2, 3), at: (x: 0.5, y: 4)),
      Poll.scores(["an": Poll.Score(value: 1)], others: nil),
      Poll.scores([:], others: [Poll.Score(value: 2)]),
    ] + Array(repeating: Poll.wait, count: 70)
    + [Poll.ballot(Poll.Ballot(note: nil, letters: ["d"], box: Poll.Ballot.Box(), choice: 1))]
  private var actions: [any Action] { sales + polls }

  /// Dispatches some actions to a recorded shop; gives the log's path and the last state.
  private func record(
    _ actions: [any Action],
    in folder: TemporaryFolder
  ) -> (path: String, state: Shop) {
    let path = folder.path("shop.jsonl")
    let recorder = Recorder(app: "shop", to: .file(path))
    let recording = recorder.attach(Shop.self)
    let store = Store(reducer: shopReducer, state: nil, middleware: [recording.middleware])
    for action in actions { store.dispatch(action) }
    recorder.close()
    return (path, store.state)
  }

  /// The source that is compiled with these tests.
  private func compiledSource(_ name: String = "RecordedActions.swift") throws -> String {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: name)
    return try String(contentsOf: file, encoding: .utf8)
  }

  @Test("writes Swift that makes every recorded action again", .needsRuntime)
  func everyAction() throws {
    let (log, state) = record(actions, in: folder)
    let run = try rewind.run("decoders", log, "--states", exits: 0)
    #expect(run.output == (try compiledSource()))
    let store = ReplayableStore(reducer: shopReducer, actions: recordedActions())
    let replay = try Replay(log, of: store)
    #expect(try replay.firstDivergence() == nil)
    #expect(try replay.run() == state)

    // The state, which is not Codable, becomes one again at each index, and replays may begin there.
    let timeline = try Timeline.open(SessionLog.open(log))
    #expect(try recordedState(timeline.state(after: actions.count)) == state)
    #expect(store.replayed.decodeState == nil)
    #expect(store.decodingStates(recordedState).replayed.decodeState != nil)
  }

  @Test("writes Swift that loses nothing of what the recordings had not")
  func laterActions() throws {
    let later: [any Action] = [
      Poll.tally(["yes": 3]), Poll.guess("d", or: "é", ""),
      Poll.scores(["b": Poll.Score(value: 3)], others: nil),
      Poll.ballot(Poll.Ballot(note: "n", letters: [], box: Poll.Ballot.Box(), choice: 2)),
    ]
    let (log, state) = record(later, in: folder)
    let store = ReplayableStore(reducer: shopReducer, actions: recordedActions())
    let replay = try Replay(log, of: store)
    #expect(try replay.run() == state)
  }

  @Test(
    "imports the internals of the Composable Architecture where an action has the ID of a stack's element"
  )
  func stackElements() throws {
    for (id, line) in [("StackElementID", "@_spi(Internals) import"), ("Number", "import")] {
      var session = SessionFile(app: "x")
      session.add([
        "types": [
          "Action": ["enum": [["popFrom", ["id", .string(id)]]]],
          id: ["struct": [["generation", "Int"]]],
        ]
      ])
      session.add(["after": 0, "state": 0])
      session.add(1, "Action.popFrom", ["popFrom": ["id": ["generation": 0]]], state: 0)
      let log = try session.write(to: folder)
      let modules = ["--import", "App", "--import", "ComposableArchitecture"]
      let run = try rewind.run(["decoders", log] + modules)
      #expect(run.lines.contains("import App"))
      #expect(run.lines.contains("\(line) ComposableArchitecture"), "\(run)")
    }
  }

  @Test(
    "loses the case of an enum that it cannot write, and not the enum, and has those that no session has",
    .needsRuntime
  )
  func lostCase() throws {
    let (log, _) = record([Visit.wait { true }, Visit.meet(Guest("A"), nil)], in: folder)
    let run = try rewind.run("decoders", log)
    #expect(
      run.lines.contains(
        #"#warning("Visit: /wait/until is a function: write this case, or leave it out.")"#
      )
    )
    #expect(
      run.output.contains(
        """
        private func decodeVisit(_ recorded: JSONValue) throws -> Visit {
          try recorded.enumCase { name, values in
            switch name {
            case "begin": .begin(at: try values.value("at"))
            case "meet":
              .meet(
                try values.value("_0"),
                try values.member("_1").optional { value in try decodeBookSeat(value) }
              )
            // case "wait": /wait/until is a function
            default: throw RecordedValueError.unknownCase(name)
            }
          }
        }

        """
      )
    )
  }

  @Test("knows the cases of all sessions that it is given, of one app", .needsRuntime)
  func severalSessions() throws {
    var logs: [String] = []
    for (index, end) in [actions.count / 2, actions.count].enumerated() {
      let (log, _) = record(Array(actions[(index * (actions.count / 2))..<end]), in: folder)
      logs.append(folder.path("\(index).jsonl"))
      try FileManager.default.moveItem(atPath: log, toPath: logs[index])
    }
    let run = try rewind.run(["decoders", "--states"] + logs)
    #expect(run.output == (try compiledSource()))
    #expect(try rewind.run("decoders", folder.url.path, "--states").output == run.output)
    // One is enough where it has values of all types that stand in existentials.
    #expect(try rewind.run("decoders", logs[0], "--states").output == run.output)

    let other = SessionFile(app: "cart", start: 0)
    let stranger = try other.write(to: folder)
    let refused = try rewind.run(["decoders", logs[0], stranger], exits: 2)
    #expect(
      refused.errors.hasPrefix(
        "rewind: Decoders are for the actions of one store: \(logs[0]) is of shop"
      )
    )
  }

  @Test("names what it cannot write, with the pointers that are to blame", .needsRuntime)
  func leftOut() throws {
    let (log, _) = record([Upload(name: "x") {}, Ring()], in: folder)
    let run = try rewind.run("decoders", log)
    #expect(
      run.output.hasPrefix(
        """
        // Written by `rewind decoders`; keep it, change it, it is yours.
        //
        // Not here, since no recorded value can become one again:
        //   Upload: /whenDone is a function

        import Foundation
        import RewindReplay
        import RewindStore

        /// How the recorded actions of shop become actions again.
        func recordedActions() -> ActionDecoders<any Action> {
          ActionDecoders()
            .adding("Ring", decode: decodeRing)
        }

        """
      )
    )
    #expect(run.errors == "rewind: Left out, as the file says: Upload.\n")
  }

  private struct Hidden: Action {}

  struct Sealed: Action, Encodable {
    let number: Int
  }

  struct Renamed: Action, Encodable {
    let number: Int

    enum CodingKeys: String, CodingKey { case number = "n" }
  }

  @Test(
    "leaves out what no other file can name, and what cannot be decoded as it is declared",
    .needsRuntime
  )
  func declarations() throws {
    struct Local: Action {}
    let hidden: [any Action] = [
      Hidden(), Local(), Sealed(number: 1), Renamed(number: 1), Ring(), Hidden(),
    ]
    let (log, _) = record(hidden, in: folder)
    let run = try rewind.run("decoders", log)
    for line in [
      "//   DecodersTests.Hidden: it is of a private type (DecodersTests.Hidden)",
      "//   DecodersTests.Local: it is of a private type (DecodersTests.Local)",
      "//   DecodersTests.Renamed: it is Encodable and not Decodable (DecodersTests.Renamed)",
      "    .adding(\"DecodersTests.Sealed\", decode: decodeDecodersTestsSealed)",
      "  DecodersTests.Sealed(number: try recorded.value(\"number\"))",
    ] {
      #expect(run.lines.contains(line), "\(line)")
    }
    #expect(run.lines.filter { $0.contains(".adding") }.count == 2)
  }

  @Test("decodes actions that templates have made, by the templates' names", .needsRuntime)
  func templates() throws {
    let path = folder.path("shop.jsonl")
    let options = Recorder.Options(names: { ($0 as? any NamedTemplateAction)?.id })
    let recorder = Recorder(app: "templates", to: .file(path), options: options)
    let recording = recorder.attach(Int.self)
    var sent: [any TemplateAction & NamedTemplateAction] = []
    func send<Payload>(_ id: String, _ payloads: Payload...) {
      let template = ActionTemplate(id: id, payloadType: Payload.self)
      sent += payloads.map { template.createAction(payload: $0) }
    }
    send("[Cart] Clear", ())
    send("[Cart] Count", 3)
    send("[Cart] Limit", 9)
    send("[Cart] Deliver", Delivery.pickup, .parcel(days: 2, insured: true), .address("\"x\""))
    send("[Cart] Perhaps", Delivery?.none, .pickup)
    send("[Cart] Items", [Item(id: 1, name: "a", size: .init(width: 2, unit: "m"))])
    send("[Cart] Both", (at: 1, by: Delivery.pickup))
    for action in sent { _ = recording.record(action as any TemplateAction, from: 0) { 0 } }
    recorder.close()
    let run = try rewind.run("decoders", path, "--action", "any TemplateAction")
    #expect(run.output == (try compiledSource("TemplateActions.swift")))
    let decoders: ActionDecoders<any TemplateAction> = recordedActions()
    let log = try SessionLog.open(path)
    let decoded = try (1..<log.lineCount).compactMap { line -> (any TemplateAction)? in
      guard case .action(let action) = try log.line(line) else { return nil }
      return try decoders.action(action)
    }
    func words(_ actions: [any TemplateAction]) -> [String] {
      actions.map {
        "\(($0 as? any NamedTemplateAction)?.id ?? "") \(($0 as? any NamedTemplateAction)?.content ?? "")"
      }
    }
    #expect(words(decoded) == words(sent))
  }

  @Test("decodes actions that the app has named by their types", .needsRuntime)
  func ownNames() throws {
    let path = folder.path("shop.jsonl")
    let options = Recorder.Options(names: { action in
      (action as? Sealed).map { "[Seal] \($0.number)" }
        ?? (action is Ring ? "ring!" : action is ShopAction ? "cart!" : nil)
    })
    let recorder = Recorder(app: "shop", to: .file(path), options: options)
    let recording = recorder.attach(Shop.self)
    let store = Store(reducer: shopReducer, state: nil, middleware: [recording.middleware])
    let named: [any Action] = [
      Sealed(number: 1), Ring(), ShopAction.cart(.clear), Sealed(number: 2), Sealed(number: 1),
    ]
    for action in named { store.dispatch(action) }
    recorder.close()
    let run = try rewind.run("decoders", path)
    #expect(
      run.lines.filter { $0.contains(".adding") } == [
        "    .adding(\"DecodersTests.Sealed\", decode: decodeDecodersTestsSealed)",
        "    .adding(\"Ring\", decode: decodeRing)",
        "    .adding(\"ShopAction\", decode: decodeShopAction)",
      ]
    )
    let decoders = recordedActions()
      .adding("DecodersTests.Sealed") { Sealed(number: try $0.value("number")) }
    let replay = try Replay(path, of: ReplayableStore(reducer: shopReducer, actions: decoders))
    #expect(try replay.run() == store.state)
  }

  @Test("lists all types that a replay cannot make again, and how often each occurs")
  func undecodable() throws {
    let (log, _) = record(sales + [Upload(name: "x") {}, Ring()], in: folder)
    let store = ReplayableStore(reducer: shopReducer, actions: [Discount.self])
    let replay = try Replay(log, of: store)
    do {
      try replay.run()
      Issue.record("The session was replayed.")
    } catch let error as UndecodableSession {
      #expect(
        error.description == """
          ShopAction.open (once, at 1): no decoder is registered for it
          ShopAction.cart.add (once, at 2): no decoder is registered for it
          ShopAction.cart.clear (once, at 3): no decoder is registered for it
          ShopAction.rename (once, at 4): no decoder is registered for it
          PlaceOrder (3 times, first at 5): no decoder is registered for it
          Ring (2 times, first at 9): no decoder is registered for it
          Book (2 times, first at 10): no decoder is registered for it
          Navigate (3 times, first at 12): no decoder is registered for it
          TabAction.open (once, at 15): no decoder is registered for it
          TabAction.move (once, at 16): no decoder is registered for it
          TabAction.close (once, at 17): no decoder is registered for it
          Response.items.failure (4 times, first at 18): no decoder is registered for it
          Upload (once, at 22): no decoder is registered for it
          """
      )
    }
  }

  @Test("writes nothing that a log could slip into the source")
  func hostile() throws {
    var session = SessionFile(app: "x\n/*")
    session.add([
      "types": [
        "Evil(); exit(0)": ["struct": []], "Also\u{1B}[31m": ["enum": [["b c"]]],
        "Fine": ["struct": [["a", "Int\"); exit(0)"], ["b\n", "Int"]]],
        "Other": ["enum": [["a(); exit(0)"], ["b", ["x\ny", "Int"]], ["c", ["_0", "P\n"]]]],
        "P\n": ["any": true], "NSError": ["any": true], "E": ["any": true], "F": ["any": true],
        // Types that no compiler makes: a tool that follows them must come to an end.
        "Loop": [
          "struct": [
            ["a", "Result<Int>"], ["b", "Result<"], ["super", "Loop"], ["e", "E"],
            ["f", "NSError"],
            ["o", .string("Int" + String(repeating: "?", count: 200_000))],
          ]
        ],
        "Tree": ["struct": [["left", "Int"]], "elements": "Tree"],
        "Above": ["struct": [["super", "Below"]]], "Below": ["struct": [["super", "Above"]]],
      ],
      "state": "S()\n",
    ])
    session.add(["after": 0, "state": 0])
    session.add(1, "Evil(); exit(0)", [:], state: 0)
    session.add(2, "Fine", ["\");exit(0);//": 1], state: 0)
    session.add(3, "Also\u{1B}[31m", ["a": ["b c": ["x": 1]]], state: 0)
    session.add(4, "Other.c", ["c": ["_0": ["$type": "Q(); exit(0)"]]], state: 0)
    let error: JSONValue = ["domain": "d", "code": 1]
    session.add(
      5,
      "Loop",
      ["a": ["failure": ["_0": 1]], "e": ["$type": "F"], "f": error],
      state: 0
    )
    session.add(6, "Tree", [[[]], []], state: 0)
    session.add(7, "Above", ["$type": "Below", "super": ["$type": "Above"]], state: 0)
    let run = try rewind.run("decoders", try session.write(to: folder), "--states", exits: 0)
    #expect(run.output.contains("private func decodeTree("))
    let code = run.lines.filter { !$0.contains("//") && !$0.hasPrefix("#warning(") }
    #expect(code.contains("func recordedActions() -> ActionDecoders<any Action> {"))
    #expect(!run.output.contains("\u{1B}") && !code.contains { $0.contains("exit") })
    #expect(!run.errors.contains("\u{1B}"))
  }

  @Test("says what is wrong with its arguments")
  func arguments() throws {
    let (log, _) = record([Ring()], in: folder)
    let taken = try folder.file("taken.swift", "").path
    for (arguments, message) in [
      (["-o", taken], "\(taken) already exists. Choose another -o, or replace it with --force."),
      (["--import", "a b"], "--import takes the name of a module, not \"a b\"."),
      (["--action", "A { }"], "--action takes a Swift type, not \"A { }\"."),
    ] {
      let run = try rewind.run(["decoders", log] + arguments, exits: 2)
      #expect(run.errors == "rewind: \(message)\n")
    }
  }
}
