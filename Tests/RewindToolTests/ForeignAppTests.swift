import Foundation
import RewindJSON
import RewindTestSupport
import Testing

/// The shop in Python and in JavaScript: two exceptions in its checkout exit alike.
@Suite("A crash of an app in another language", .process)
struct ForeignAppTests {
  /// An interpreter with its app, the words that it dies with, and the signature of that.
  struct Shop: CustomTestStringConvertible, Sendable {
    let interpreter: Interpreter
    let app: String
    let error: String
    let message: String
    /// The error of a recursion without an end.
    let overflow: String
    var testDescription: String { app }

    var arguments: [String] {
      ["--app", interpreter.path ?? "", "--", Interpreter.app(app)]
    }
  }

  private static let shops = [
    Shop(
      interpreter: .python,
      app: "shop.py",
      error: "KeyError",
      message: "KeyError: 5",
      overflow: "RecursionError"
    ),
    Shop(
      interpreter: .node,
      app: "shop.js",
      error: "ReferenceError",
      message: "ReferenceError: offline is not defined",
      overflow: "RangeError"
    ),
  ].filter { $0.interpreter.path != nil }

  /// Offline, level 8, a tick, level 2, and the checkout, which dies of being offline; at level 8 it would have
  /// died of that.
  private func session(_ bug: String) -> SessionFile {
    func state(_ ticks: Int, _ level: Int, isOffline: Bool = true) -> JSONValue {
      [
        "items": [], "coupon": "", "isOffline": .bool(isOffline), "level": JSONValue(level),
        "ticks": JSONValue(ticks), "notes": 0,
      ]
    }
    var session = SessionFile(app: "shop", start: state(0, 1, isOffline: false), isMade: true)
    session.add(1, "ShopAction.toggle", ["toggle": [:]], state: state(1, 1))
    session.add(2, "ShopAction.level", ["level": ["_0": 8]], state: state(2, 8))
    session.add(3, "ShopAction.tick", ["tick": [:]], state: state(3, 8))
    session.add(4, "ShopAction.level", ["level": ["_0": 2]], state: state(4, 2))
    session.add(5, "ShopAction.checkout", ["checkout": ["bug": .string(bug)]], state: nil)
    return session
  }

  private func run(_ shop: Shop, _ command: String...) throws -> Program.Run {
    try run(shop, command, "twoTraps")
  }

  private func run(_ shop: Shop, _ command: [String], _ bug: String) throws -> Program.Run {
    try TemporaryFolder.with { folder in
      _ = try session(bug).write(to: folder, as: "s.jsonl")
      return try rewind.run(
        [command[0], "s.jsonl"] + command.dropFirst() + shop.arguments,
        in: folder.url
      )
    }
  }

  @Test(
    "is another one where another error, or another endless recursion, ends the same action",
    arguments: TestScale.cases(1, of: shops),
    TestScale.cases(1, of: ["twoTraps", "twoRecursions"])
  )
  func twoErrors(shop: Shop, bug: String) throws {
    func run(_ command: String...) throws -> Program.Run { try self.run(shop, command, bug) }
    let error = bug == "twoTraps" ? shop.error : shop.overflow
    let found = try run("bisect", "--json").json()
    // Level 8 dies of another error, so the run of this one begins after it.
    #expect(found["culprit"] == 4)
    #expect(found["certain"] == true)
    let signature = try #require(found["signature"]?.string)
    #expect(signature.hasPrefix("exit(1) in ShopAction.checkout: \(error) at "))
    #expect(
      found["survivor"]?["signature"]?.string?.hasPrefix("exit(1) in ShopAction.checkout: ")
        ?? false
    )
    #expect(found["survivor"]?["signature"]?.string != signature)
    let bad = try run("verify", "--git-bisect", "--crash", signature)
    #expect(bad.exit == .status(1))
    let other = signature.replacing(error, with: "OtherError")
    #expect(try run("verify", "--git-bisect", "--crash", other).exit == .status(125))
    let minimal = try run("minimize", "-o", "m.jsonl", "--json").json()
    #expect(minimal["kept"] == [1, 2, 4, 5])
    #expect(minimal["culprit"] == 4)
  }

  @Test("is reported with the end of what the app wrote", arguments: shops)
  func words(shop: Shop) throws {
    let bisect = try run(shop, "bisect")
    #expect(bisect.lines.contains("It wrote:"), "\(bisect.output)")
    #expect(bisect.lines.contains("  \(shop.message)"), "\(bisect.output)")
    let edit = try run(shop, "edit", "--drop", "3", "-o", "e.jsonl")
    #expect(edit.lines.contains("  it wrote:"), "\(edit.output)")
    let verify = try run(shop, "verify", "--crash", "abort")
    #expect(verify.exit == .status(1))
    #expect(verify.lines.contains("  it wrote:"))
    #expect(verify.lines.contains("    \(shop.message)"), "\(verify.output)")
  }
}
