import Foundation
import RewindJSON
import RewindTestSupport
import Testing

private let shop = Program("shop").path

@Suite("git bisect with a recorded crash", .process)
struct GitBisectTests {
  private let folder = TemporaryFolder()

  /// A crash in action 4, for which the shop must be offline.
  private var session: SessionFile {
    func state(_ ticks: Int, isOffline: Bool) -> JSONValue {
      [
        "items": [], "coupon": "", "isOffline": .bool(isOffline), "level": 1,
        "ticks": JSONValue(ticks), "notes": 0,
      ]
    }
    var session = SessionFile(app: "shop", start: state(0, isOffline: false), isMade: true)
    session.add(1, "ShopAction.tick", ["tick": [:]], state: state(1, isOffline: false))
    session.add(2, "ShopAction.toggle", ["toggle": [:]], state: state(2, isOffline: true))
    session.add(3, "ShopAction.tick", ["tick": [:]], state: state(3, isOffline: true))
    session.add(4, "ShopAction.checkout", ["checkout": ["bug": "offline"]], state: nil)
    return session
  }

  private static let builds: [([String], [String], Int32)] = [
    ([], [], 1), (["--mended"], [], 0),
    // States do not count.
    (["--double-ticks"], [], 1), (["--double-ticks", "--mended"], [], 0),
    // What happens before hides it.
    (["--dies-early"], [], 125), (["--hangs-early"], [], 125), (["--hangs"], [], 125),
    // Another death in the same action is a death, unless one alone counts.
    (["--dies-otherwise"], [], 1), (["--ends-itself"], [], 1),
    ([], ["--crash", "abort in ShopAction.checkout"], 1),
    (["--dies-otherwise"], ["--crash", "abort in ShopAction.checkout"], 125),
    (["--dies-otherwise"], ["--crash", "abort"], 125), (["--hangs"], ["--crash", "time-out"], 1),
    // No build is to blame for a wrong argument.
    ([], ["--crash", "joy"], 128),
  ]

  @Test(
    "judges a build by what the recorded fatal action does",
    arguments: TestScale.hasTime
      ? builds : builds.filter { ($0.0 + $0.1).count < 2 && $0.2 != 125 } + builds.suffix(1)
  )
  func verdicts(version: [String], flags: [String], status: Int32) throws {
    let path = try session.write(to: folder)
    let run = try rewind.run(
      ["verify", path, "--app", shop, "--git-bisect", "--time-limit", "4"] + flags + ["--"]
        + version
    )
    #expect(run.exit == .status(status), "\(run.output)\(run.errors)")
  }

  @Test("calls a build bad that one session shows the bug of, though another decides nothing")
  func several() throws {
    let bad = try session.write(to: folder)
    var survived = SessionFile(app: "shop", attach: "middleware", start: [:], isMade: true)
    survived.add(1, "ShopAction.tick", ["tick": [:]], state: nil)
    let undecided = try survived.write(to: folder, as: "undecided.jsonl")
    for (logs, status) in [([undecided], 125), ([bad, undecided], 1)] as [([String], Int32)] {
      let run = try rewind.run(["verify"] + logs + ["--app", shop, "--git-bisect"])
      #expect(run.exit == .status(status), "\(run.output)\(run.errors)")
    }
  }

  @Test(
    "takes a death for the recorded one only if it leaves such a log",
    arguments: TestScale.cases(
      1,
      of: [("--ends-itself", "exit(0)", "exited"), ("--hangs", "time-out", "hung")]
    )
  )
  func otherwise(version: String, crash: String, deed: String) throws {
    let path = try session.write(to: folder, as: "s.jsonl")
    func verify(_ flags: String...) throws -> Program.Run {
      try rewind.run(
        ["verify", "s.jsonl", "--app", shop, "--time-limit", "4"] + flags + ["--", version],
        in: folder.url
      )
    }
    let plain = try verify("--junit", "out.xml")
    #expect(plain.exit == .status(1))
    #expect(
      plain.lines == [
        "s.jsonl: crashed: the replay \(deed) in action 4 (\(crash)), which does not count as the recorded crash without --crash '\(crash)'"
      ]
    )
    let xml = try folder.text("out.xml")
    #expect(xml.contains(#"<failure type="crashed" message="s.jsonl: crashed: the replay "#))
    #expect(xml.contains("(\(crash))"))
    let json = try verify("--json").json()
    #expect(json["result"]?.string == "crashed")
    #expect(json["class"]?.string == crash)
    let expected = try verify("--crash", crash, "--json")
    #expect(expected.exit == .status(0))
    #expect(try expected.json()["result"]?.string == "same")
    #expect(try expected.json()["class"]?.string == crash)
    #expect(!path.isEmpty)
  }

  @Test(
    "blames the commit with the bug, not the one with other states",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/git"), "needs git")
  )
  func repository() throws {
    _ = try session.write(to: folder, as: "crash.jsonl")
    // Mended up to the 12th, other states up to the 13th; the 7th dies elsewhere, the 16th does not start.
    let script = gitBisection(
      of: shop,
      until12: "--mended",
      only7: "--dies-early",
      verify: "../crash.jsonl --app ./app --git-bisect"
    )
    let run = try rewind.run([], in: folder.url, by: script, exits: 0)
    #expect(run.output.contains("is the first bad commit"), "\(run.output)")
    let subject = run.output.firstMatch(of: #/first bad commit\n(?s).*?\n    (commit \d+)/#)
    #expect(subject.map { String($0.1) } == "commit 13", "\(run.output)")
  }
}
