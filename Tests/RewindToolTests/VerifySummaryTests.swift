import Foundation
import RewindJSON
import RewindTestSupport
import Testing

private let shop = Program("shop")

@Suite("rewind verify --summary", .process)
struct VerifySummaryTests {
  private let folder = TemporaryFolder()
  private static let start: JSONValue = [
    "items": [], "coupon": "", "isOffline": false, "level": 1, "ticks": 0, "notes": 0,
  ]

  /// The first state with some values of its own.
  private func state(_ members: (String, JSONValue)...) -> JSONValue {
    var state = Self.start.object ?? JSONObject()
    for (name, value) in members { state[name] = value }
    return .object(state)
  }

  private func session(
    _ type: String,
    _ payload: JSONValue,
    after: JSONValue?,
    start: JSONValue = start
  ) -> SessionFile {
    var file = SessionFile(app: "shop", start: start)
    file.add(1, "ShopAction.\(type)", [type: payload], state: after)
    return file
  }

  /// Runs the command in a folder; returns its run and the page.
  private func verify(
    _ folder: TemporaryFolder,
    _ flags: String...
  ) throws -> (Program.Run, [String]) {
    let run = try rewind.run(
      ["verify", ".", "--app", shop.path, "--summary", "page.md"] + flags,
      in: folder.url
    )
    let page = try folder.text("page.md")
    return (
      run, page.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    )
  }

  @Test("refuses a page that it cannot write, before anything is replayed")
  func nowhere() throws {
    _ = try session("coupon", ["_0": "x"], after: nil).write(to: folder, as: "a.jsonl")
    for (page, why) in [("none/page.md", "No such file or directory"), (".", "Is a directory")] {
      let run = try rewind.run(
        ["verify", "a.jsonl", "--app", shop.path, "--summary", page],
        in: folder.url
      )
      #expect(run.exit == .status(2))
      #expect(run.output.isEmpty)
      #expect(run.errors == "rewind: \(page) cannot be written: \(why).\n")
    }
  }

  @Test("tells that a session still crashes which should not, with the command that says so too")
  func stillCrashing() throws {
    let offline = state(("isOffline", true))
    _ = try session("checkout", ["bug": "offline"], after: nil, start: offline)
      .write(to: folder, as: "a.jsonl")
    let (run, page) = try verify(folder, "--expect", "no-crash")
    #expect(run.exit == .status(1))
    #expect(page.first == "### rewind verify: 1 of 1 session not clean")
    #expect(page.dropFirst(2).first == "1 session: 1 still crashing.")
    #expect(
      page.last == "- `rewind verify ./a.jsonl --expect no-crash --app \(shop.path)`",
      "\(page)"
    )
  }

  @Test("tells the crashes that are still there before what could not be verified")
  func order() throws {
    let offline = state(("isOffline", true))
    for number in 1...3 {
      _ = try session("unknown\(number)", [:], after: state())
        .write(to: folder, as: "a\(number).jsonl")
    }
    _ = try session("checkout", ["bug": "offline"], after: nil, start: offline)
      .write(to: folder, as: "b.jsonl")
    let (_, page) = try verify(folder, "--expect", "no-crash")
    let failures = page.drop { $0 != "**Other failures**" }.dropFirst()
    #expect(failures.first == "- `./b.jsonl`: `same, 1 action: it still crashes (abort)`")
    #expect(page.last == "- `rewind verify ./b.jsonl --expect no-crash --app \(shop.path)`")
  }

  @Test("tells intended changes apart, and does not fail for them")
  func expected() throws {
    let coupon: JSONValue = ["code": "X10"]
    _ = try session("coupon", coupon, after: state(("coupon", "X10"), ("ticks", 5)))
      .write(to: folder, as: "a.jsonl")
    _ = try session("level", ["_0": 3], after: state(("level", 9), ("ticks", 5)))
      .write(to: folder, as: "b.jsonl")
    let (run, page) = try verify(folder, "--expect-changes", "/ticks")
    #expect(run.exit == .status(1))
    #expect(run.lines.first == "./a.jsonl: same, 1 action")
    #expect(
      page == [
        "### rewind verify: 1 of 2 sessions not clean", "", "2 sessions: 1 diverged, 1 same.", "",
        "**States that changed**",
        "- `/level` in 1 session, first after action 1 `ShopAction.level` of `./b.jsonl`: `9` is now `3`",
        "", "**Changed on purpose**",
        "- `/ticks` in 2 sessions, first after action 1 of `./a.jsonl`: `5` is now `1`", "",
        "To look closer:", "- `rewind verify ./b.jsonl --app \(shop.path)`",
      ]
    )
    let (all, clean) = try verify(folder, "--expect-changes", "ticks", "--expect-changes", "/level")
    #expect(all.exit == .status(0))
    #expect(clean.first == "### rewind verify: 2 sessions verified, all clean")
    #expect(!clean.contains("To look closer:"))
    // A variable that a script has not set is not all of the state.
    let unset = try rewind.run(
      ["verify", ".", "--app", shop.path, "--expect-changes", ""],
      in: folder.url
    )
    #expect(unset.exit == .status(2) && unset.errors.contains("takes a pointer"))
  }

  @Test("tells the crashes that appeared from those that went")
  func crashes() throws {
    let offline = state(("isOffline", true))
    let checkout: JSONValue = ["bug": "offline"]
    _ = try session("checkout", checkout, after: offline, start: offline)
      .write(to: folder, as: "new.jsonl")
    _ = try session("checkout", checkout, after: nil).write(to: folder, as: "old.jsonl")
    let (run, page) = try verify(folder)
    #expect(run.exit == .status(1))
    #expect(
      page.contains("- `abort` in action 1 `ShopAction.checkout` of `./new.jsonl`; 1 session")
    )
    #expect(page.contains("- action 1 `ShopAction.checkout` survives: `./old.jsonl`; 1 session"))
  }

  @Test("has at most 40 lines, whatever goes wrong, and text of a log is no markup")
  func limit() throws {
    let names = [
      "`a`\n<b>", "items", "coupon", "isOffline", "level", "notes", "more", "and", "so", "on",
    ]
    for name in names {
      let own = state((name, "wrong"), ("ticks", 7))
      _ = try session("tick", [:], after: own).write(
        to: folder,
        as: "s-\(names.firstIndex(of: name) ?? 0).jsonl"
      )
    }
    let offline = state(("isOffline", true))
    for (number, bug) in ["offline", "masked", "many", "negative", "twin"].enumerated() {
      _ = try session("checkout", ["bug": .string(bug)], after: nil)
        .write(to: folder, as: "gone-\(number).jsonl")
      _ = try session("checkout", ["bug": "offline"], after: offline, start: offline)
        .write(to: folder, as: "new-\(number).jsonl")
      _ = try session("unknown\(number)", [:], after: state())
        .write(to: folder, as: "other-\(number).jsonl")
    }
    let (_, page) = try verify(folder, "--expect-changes", "/ticks")
    #expect(page.count <= 40, "\(page)")
    #expect(page.contains("- and 5 more"))
    #expect(page.contains { $0.hasPrefix("- ``/`a`\\u{a}<b>`` in 1 session") }, "\(page)")
  }
}
