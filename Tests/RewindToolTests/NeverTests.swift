import Foundation
import RewindJSON
import RewindTestSupport
import Testing

private let shop = Program("shop").path

/// An item is sold out in action 3, and there again from action 5 on.
private let soldOut = Recordings.fixture("Answers/sold-out.jsonl").path
private let isSoldOut = "any(items, it.count == 0)"

@Suite("rewind verify --never", .process)
struct VerifyNeverTests {
  private let folder = TemporaryFolder()

  @Test("cannot judge a build that dies or hangs before the recording's end", .oracle)
  func undecided() throws {
    var file = SessionFile(
      app: "shop",
      start: [
        "items": [], "coupon": "", "isOffline": false, "level": 1, "ticks": 0, "notes": 0,
      ],
      isMade: true
    )
    file.add(
      1,
      "ShopAction.toggle",
      ["toggle": [:]],
      state: ["items": [], "coupon": "", "isOffline": true, "level": 1, "ticks": 1, "notes": 0]
    )
    file.add(
      2,
      "ShopAction.level",
      ["level": ["_0": 9]],
      state: ["items": [], "coupon": "", "isOffline": true, "level": 9, "ticks": 2, "notes": 0]
    )
    file.add(["end": "closed", "index": 2])
    let path = try file.write(to: folder)
    func verify(_ flags: [String], _ version: String...) throws -> Program.Run {
      try rewind.run(
        ["verify", path, "--app", shop, "--time-limit", "4", "--never", "level > 6"] + flags + [
          "--"
        ] + version
      )
    }
    #expect(try verify(["--git-bisect"]).exit == .status(1))
    for version in ["--dies-early", "--hangs-early"] {
      let isTried = TestScale.hasTime || version == "--dies-early"
      if isTried {
        #expect(try verify(["--git-bisect"], version).exit == .status(125), "\(version)")
      }
      let plain = try verify(["--json"], version)
      #expect(plain.exit == .status(1))
      #expect(try plain.json()["result"]?.string == "crashed")
    }
    // It holds before: that the app dies later does not matter.
    let early = try rewind.run([
      "verify", path, "--app", shop, "--never", "isOffline == false", "--git-bisect", "--",
      "--dies-early",
    ])
    #expect(early.exit == .status(1))
  }

  @Test("reports to CI what holds")
  func junit() throws {
    let xml = folder.path("out.xml")
    let run = try rewind.run([
      "verify", soldOut, "--app", shop, "--never", isSoldOut, "--junit", xml, "--github",
    ])
    #expect(run.exit == .status(1))
    #expect(run.output.contains("::error file="))
    let text = try String(contentsOfFile: xml, encoding: .utf8)
    #expect(text.contains(#"failures="1""#))
    #expect(text.contains(#"<failure type="holds" message=""#))
  }
}
