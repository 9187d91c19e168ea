import Foundation
import RewindJSON
import RewindTestSupport
import Testing

private let app = Program("bazaar").path

@Suite("The states of a session of three stores", .process)
struct StoreStatesTests {
  private let folder = TemporaryFolder()
  private let other = TemporaryFolder()

  @Test("are computed by the app where they were not recorded, for every question that takes them")
  func unrecorded() throws {
    let (log, whole) = try (bazaar("few", in: folder), bazaar(in: other))
    // The same session, with and without its states.
    for index in 0...9 {
      let words = ["state", log, "\(index)", "--stores"]
      let expected = try rewind.run("state", whole, "\(index)", "--stores")
      let found = try rewind.run(words + ["--app", app], exits: 0)
      #expect(found.output == expected.output, "\(index): \(found)")
      #expect(index == 0 || found.errors.contains("computed by the app"))
      // Without the app, a store is absent where its state is not known.
      if index > 5 { #expect(try rewind.run(words).output != expected.output) }
    }
    let question = "not exists(user.name) and length(cart.items) > 0 and search.isRunning"
    let found = try rewind.run("log", folder.path(""), "--where", question, "--app", app)
    #expect(
      found.lines.count == 1 && found.output.hasPrefix(" 7 ")
        && found.output.contains("SearchAction.fetch"),
      "\(found)"
    )
    let screen = try rewind.run(
      ["step", log, "7", "--stores", "--app", app, "--keys", "<tab><tab>", "--size", "90x20"]
    )
    #expect(screen.output.contains("apricot"), "\(screen)")
    let bisect = try rewind.run("bisect", folder.path(""), "--app", app, exits: 0)
    let expected = try rewind.run("bisect", whole, "--stores", "--app", app)
    #expect(bisect.output.hasPrefix("store cart: crashes\nfatal   4"))
    #expect(bisect.lines.prefix(8) == expected.lines.prefix(8), "\(bisect)")
    let never = ["--never", "length(cart.offers) == 0 and length(cart.items) > 0"]
    let wrong = try rewind.run(["bisect", folder.path(""), "--app", app] + never)
    #expect(wrong.output.contains("culprit 9  CartAction.offered"), "\(wrong)")
    let refused = try rewind.run(["bisect", folder.path("")] + never, exits: 2)
    #expect(refused.errors.contains("was recorded, but this command"))
  }

  @Test(
    "changed without an action, which is to blame, have the numbers of all stores, and the store's name"
  )
  func externalCulprit() throws {
    let log = try bazaar("cleared", in: folder)
    let own = try rewind.run("bisect", folder.path("b.cart.jsonl"), "--app", app)
    #expect(
      own.output.contains("\nculprit 2  and then the transaction closing time, without an action\n")
    )
    let types = try rewind.run("log", log, "--stores", "--json").lines
    #expect(types.count == 9)
    // The cart's actions are 4, 5 and 9; logging out and in again came in between.
    let found = try rewind.run(
      ["step", log, "9", "--stores", "--app", app, "--keys", "B", "--size", "120x20"]
    ).lines
    #expect(
      found.last
        == " After action 5, the transaction closing time of cart is to blame: 9 crashes after it."
    )
    let page = folder.path("page.html")
    _ = try rewind.run("report", log, "--stores", "--app", app, "-o", page, exits: 0)
    let html = try String(contentsOfFile: page, encoding: .utf8)
    #expect(html.contains(#""kind":"found","fatal":9,"culprit":5"#))
    #expect(html.contains(#""the transaction closing time of cart"#))
    #expect(html.contains(#""/cart/offers"#))
  }

  @Test("are on one page for a folder, where another log of a store is a session by itself")
  func page() throws {
    let log = try bazaar(in: folder)
    let (small, page) = (folder.path("small.jsonl"), folder.path("page.html"))
    _ = try rewind.run("minimize", folder.path("b.cart.jsonl"), "--app", app, "-o", small)
    func sessions(_ words: [String]) throws -> String {
      let run = try rewind.run(["report"] + words + ["-o", page, "--force"], exits: 0)
      #expect(run.errors.isEmpty, "\(words): \(run.errors)")
      return run.output.replacing("\(page): ", with: "").prefix { $0 != "," }.description
    }
    let logs = [log, folder.path("b.cart.jsonl"), folder.path("b.search.jsonl")]
    #expect(try sessions([folder.path("")]) == "2 sessions")
    let html = try String(contentsOfFile: page, encoding: .utf8)
    #expect(html.contains(#""storeIndex":4"#) && html.contains(#""name":"small.jsonl""#))
    #expect(try sessions([folder.path(""), "--stores"]) == "2 sessions")
    // Files are meant as they are named.
    #expect(try sessions([log]) == "1 session")
    #expect(try sessions(logs + [small]) == "4 sessions")
    #expect(try sessions([folder.path(""), logs[1]]) == "3 sessions")
  }
}
