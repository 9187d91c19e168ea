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

  @Test("crashes in one of them, whose culprit answers a request of another")
  func bisect() throws {
    let log = try bazaar(in: folder)
    for session in [[folder.path("")], [log, "--stores"]] {
      let run = try rewind.run(["bisect"] + session + ["--app", app], exits: 0)
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
