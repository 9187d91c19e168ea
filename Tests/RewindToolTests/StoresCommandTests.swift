import Foundation
import RewindJSON
import RewindTestSupport
import Testing

private let app = Program("bazaar").path

/// A session of three stores that a real program has recorded: logging out empties the offers of the cart, by way of
/// a search.
@Suite("A session of three stores with causes between them", .process, .serialized)
struct StoresCommandTests {
  private let folder = TemporaryFolder()

  private func objects(_ output: String) throws -> [JSONValue] {
    try output.split(separator: "\n").map { try JSONValue(parsing: Array($0.utf8)) }
  }

  private static let types = [
    "user UserAction.login", "search SearchAction.fetch", "search SearchAction.finished",
    "cart CartAction.offered", "cart CartAction.pick", "user UserAction.logout",
    "search SearchAction.fetch", "search SearchAction.finished", "cart CartAction.offered",
    "cart CartAction.pick",
  ]

  @Test("is listed by time, with --stores, by its folder, and filtered like any other")
  func log() throws {
    let log = try bazaar(in: folder)
    for file in [log, folder.path("b.cart.jsonl")] {
      let rows = try objects(rewind.run("log", file, "--stores", "--json").output)
      let found = rows.map { "\($0["store"]?.string ?? "?") \($0["type"]?.string ?? "?")" }
      #expect(found == Self.types)
      #expect(rows.map { $0["index"]?.int } == Array(1...10))
      #expect(rows.map { $0["storeIndex"]?.int } == [1, 1, 2, 1, 2, 2, 3, 4, 3, 4])
      #expect(rows.map { $0["cause"]?["index"]?.int } == [nil, nil, 2, 2, nil, nil, 6, 7, 7, nil])
    }
    let listed = try rewind.run("log", folder.path(""), "--caused-by", "6", "--json").output
    #expect(try objects(listed).map { $0["index"]?.int } == [7, 8, 9])
    let text = try rewind.run("log", log, "--stores", "--where", "action.store == \"user\"").lines
    #expect(text.map { $0.contains("  user ") } == [true, true], "\(text)")
  }

  @Test("is asked about values of several stores at one moment")
  func find() throws {
    let log = try bazaar("whole", in: folder)
    let found = try rewind.run([
      "log", folder.path(""), "--where",
      "not exists(user.name) and length(cart.items) > 0 and search.isRunning", "--json",
    ])
    #expect(try objects(found.output).map { $0["index"]?.int } == [7])
    let state = try rewind.run("state", log, "7", "--stores").json()
    #expect(state["user"] == [:] && state["search"]?["isRunning"] == true)
    #expect(state["cart"]?["offers"] == ["apple", "apricot"])
    let never = try rewind.run([
      "bisect", log, "--stores", "--never", "not exists(user.name) and length(cart.items) > 0",
    ])
    #expect(never.exit == .status(0) && never.output.contains("UserAction.logout"), "\(never)")
    let blame = try rewind.run("blame", log, "--stores", "/cart/offers", "--json").output
    #expect(try objects(blame)[0]["index"]?.int == 9)
  }

  @Test("is a chain of causes through its stores, from either numbering")
  func why() throws {
    let log = try bazaar(in: folder)
    let own = try rewind.run("why", folder.path("b.cart.jsonl"), "3", "--json").output
    let causes = try objects(own)[0]["causes"]?.array ?? []
    #expect(causes.map { $0["store"]?.string } == ["search", "user"])
    #expect(causes.map { $0["index"]?.int } == [3, 2])
    let all = try rewind.run("why", log, "9", "--stores", "--json").output
    #expect(try objects(all)[0]["causes"]?.array?.map { $0["index"]?.int } == [7, 6])
  }

  @Test("crashes in one of them, whose culprit answers a request of another")
  func bisect() throws {
    let log = try bazaar(in: folder)
    for session in [[folder.path("")], [log, "--stores"]] {
      let run = try rewind.run(["bisect"] + session + ["--app", app])
      #expect(run.exit == .status(0), "\(run)")
      #expect(run.output.hasPrefix("store cart: crashes\nfatal   4  .pick 0  trap\nculprit 3  "))
      #expect(run.output.contains("Action 3 answers action 3 of search (SearchAction.fetch), "))
      #expect(run.output.contains("\nAction 3 of search answers 2 of user (UserAction.logout).\n"))
      #expect(run.output.contains("\nstore search: 4 actions, no crash\n"))
      #expect(run.output.hasSuffix("\nstore user: 2 actions, no crash\n"))
    }
    let json = try rewind.run("bisect", log, "--stores", "--app", app, "--json").output
    let answers = try objects(json)
    #expect(answers.map { $0["store"]?.string } == ["cart", "search", "user"])
    #expect(answers.map { $0["result"]?.string } == ["found", "no-crash", "no-crash"])
    #expect(answers[0]["race"]?["store"]?.string == "search")
    #expect(answers[0]["race"]?["request"]?.int == 3)
  }

  @Test("is one row of a list that names the crashed store")
  func sessions() throws {
    _ = try bazaar(in: folder)
    let list = try rewind.run([folder.path("")])
    #expect(list.lines[0].hasPrefix("bazaar (cart, search, user)  10 actions  crashed in cart 4  "))
    #expect(list.lines.last == "rewind \(folder.path("b.cart.jsonl")) --stores")
    let row = try objects(rewind.run(folder.path(""), "--json").output)
    #expect(row.count == 1)
    #expect(
      row[0]["stores"]?.array?.map { $0["end"]?.string } == ["crashed", "stopped", "stopped"]
    )
    let whole = try rewind.run([folder.path("b.cart.jsonl"), "--stores"])
    #expect(whole.output.hasPrefix("bazaar, stores cart, search, user, 10 actions, "))
  }

  @Test("is what a word and a folder mean, which stand for a session, and not what a file means")
  func last() throws {
    _ = try bazaar("whole", in: folder)
    func run(_ words: String...) throws -> Program.Run {
      try rewind.run(words, environment: ["HOME": folder.url.path], in: folder.url)
    }
    func page(_ name: String) throws -> String {
      try folder.text(name)
    }
    let all = try run("log", "@last")
    #expect(all.lines.count == 9 && all.lines[1].contains("search 1"), "\(all)")
    #expect(try run("report", "@last", "-o", "all.html").exit == .status(0))
    #expect(try page("all.html").contains(#""storeIndex":4"#))
    #expect(try run("report", "b.jsonl", "--app", app, "-o", "one.html").exit == .status(0))
    #expect(try !page("one.html").contains(#""storeIndex":4"#))
    let folderPage = try run("report", ".", "--stores", "--app", app, "-o", "folder.html")
    #expect(folderPage.output.hasPrefix("folder.html: 1 session, "), "\(folderPage)")
    #expect(try page("folder.html").contains(#""storeIndex":4"#))
    let refused = try rewind.run(
      ["live", ".", "--stores", "--watch", "true", "--app", app],
      in: folder.url
    )
    #expect(
      refused.exit == .status(2) && refused.errors.contains("--watch cannot be combined"),
      "\(refused)"
    )
  }

  @Test("is verified store by store, each by its name")
  func verify() throws {
    let log = try bazaar("whole", in: folder)
    let run = try rewind.run("verify", folder.path(""), "--app", app)
    #expect(run.exit == .status(0), "\(run)")
    #expect(run.lines.filter { $0.contains(": same, ") }.count == 3)
    #expect(run.output.contains("\(log): same, 2 actions, store user\n"))
  }

  @Test("is stepped through action by action, all stores or one")
  func step() throws {
    let log = try bazaar("whole", in: folder)
    func screen(_ keys: String) throws -> [String] {
      try rewind.run("step", log, "--stores", "4", "--keys", keys, "--size", "100x20").lines
    }
    let all = try screen("")
    #expect(all[0].contains("4 of 9"))
    #expect(all.contains { $0.hasPrefix(">4") && $0.contains("cart") && $0.contains("offered") })
    #expect(all.contains { $0.contains("answers 2") })
    let one = try screen("s")
    #expect(one[1].contains("action.store == \"cart\""))
    #expect(
      one.filter { $0.contains("CartAction") && $0.first != " " || $0.hasPrefix(" 5") }.count > 0
    )
    #expect(!one.contains { $0.contains("SearchAction") })
    let last = try screen("ssss")
    #expect(
      last.contains { $0.contains("SearchAction") } && last.contains { $0.contains("UserAction") }
    )
  }

  @Test("is replayed store by store in the stepper and for a page, with the numbers of all")
  func replays() throws {
    let log = try bazaar(in: folder)
    func screen(_ position: String, _ keys: String) throws -> [String] {
      try rewind.run(
        ["step", log, "--stores", "--app", app, position, "--keys", keys, "--size", "120x20"]
      ).lines
    }
    let found = try screen("10", "B")
    #expect(
      found.last
        == " CartAction.offered (9) is to blame: 10 crashes from the states after it. c jumps there and back."
    )
    #expect(found.contains { $0.hasPrefix("> 9!") && $0.contains("CartAction.offered") })
    let without = try screen("9", "x")
    #expect(
      without.last?.contains(
        "Without CartAction.offered cart survives all 3 actions; the other stores"
      ) == true,
      "\(without)"
    )
    #expect(without[0].contains("without 9  9 of 9"))
    let page = folder.path("page.html")
    #expect(try rewind.run("report", log, "--stores", "--app", app, "-o", page).exit == .status(0))
    let html = try String(contentsOfFile: page, encoding: .utf8)
    #expect(html.contains(#""kind":"found","fatal":10,"culprit":9"#))
  }

  @Test(
    "is one for agents, with @last and where they ask for it; minimize is of the store that crashed"
  )
  func agents() throws {
    _ = try bazaar(in: folder)
    func call(
      _ id: JSONValue,
      _ name: String,
      _ arguments: KeyValuePairs<String, JSONValue>
    ) -> JSONValue {
      MCPClient.Era.stateless.call(id, name, arguments)
    }
    let answers = try MCPClient.answers(
      to: [
        call(1, "log", ["file": "b.jsonl", "stores": true, "from": 9]),
        call(2, "log", ["file": "b.jsonl"]),
        call(3, "log", ["file": "b.jsonl", "stores": true, "where": "length(cart.items) > 0"]),
        call(4, "bisect", ["file": "b.jsonl", "stores": true]),
        call(5, "state", ["file": "b.jsonl", "stores": "yes", "index": 1]),
      ],
      .stateless,
      ["--app", app],
      in: folder.url
    )
    let texts = answers.mapValues(\.toolText)
    #expect(texts[1]?.contains("10 ") == true && texts[1]?.contains("CartAction.pick") == true)
    #expect(texts[1]?.hasSuffix("next: show file=b.jsonl index=10 stores=true") == true, "\(texts)")
    #expect(texts[2]?.contains("logout") == true)
    #expect(texts[2]?.contains("CartAction") == false)
    #expect(texts[3]?.contains("\nnext: show file=b.jsonl index=") == true)
    #expect(texts[4]?.contains("store cart: crashes") == true)
    #expect(
      texts[4]?.hasSuffix("next: minimize file=b.cart.jsonl output=b.cart-small.jsonl") == true
    )
    #expect(texts[5]?.contains("stores takes true or false") == true)
  }
}
