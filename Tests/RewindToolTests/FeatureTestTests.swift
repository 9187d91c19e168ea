import Foundation
import RewindJSON
import RewindTestSupport
import Testing

@Suite("rewind test --feature", .process)
struct FeatureTestTests {
  private let folder = TemporaryFolder()
  private let tests = Recordings.package.appending(path: "Tests")

  private func write(
    _ log: String,
    _ app: String,
    _ flags: [String],
    to path: String
  ) throws -> Program.Run {
    try rewind.run(["test", log, "--app", Program(app).path, "-o", path] + flags)
  }

  // Where an app died is known on Linux only.
  #if os(Linux)
  @Test(
    "writes the test that lies beside the other tests, letter for letter",
    .needsBacktraces,
    arguments: [
      ("InstallmentsCheckout", "storefront", "checkout", "checkoutUnderTest", "StorefrontCheckout"),
      ("TapGameState", "memory-tunes", "gameState", "boardUnderTest", "MemoryTunesExample"),
    ]
  )
  func golden(name: String, app: String, feature: String, store: String, module: String) throws {
    let path = folder.path("\(name)Tests.swift")
    let log = app == "storefront" ? "installments" : "tap"
    let run = try write(
      Recordings.fixture("Generated/\(log).jsonl").path,
      app,
      ["--feature", feature, "--store", store, "--import", module],
      to: path
    )
    #expect(run.exit == .status(0), "\(run)")
    let beside = tests.appending(path: "RewindTests/\(name)Tests.swift")
    #expect(
      try String(contentsOfFile: path, encoding: .utf8)
        == String(contentsOf: beside, encoding: .utf8)
    )
  }
  #endif

  @Test("takes the names of the feature's actions from a flag, and of its store from the feature")
  func actions() throws {
    let out = folder.path("PayTests.swift")
    let zero = Recordings.fixture("Answers/zero.jsonl").path
    let run = try write(
      zero,
      "storefront",
      ["--feature", "checkout", "--actions", "StorefrontAction.checkout=Checkout.Action"],
      to: out
    )
    #expect(
      run.lines == [
        "Written to \(out): 2 actions of checkout, 1 change from outside; it fails until the app survives action 2, and guards that from then on.",
        "It belongs in a test target with the products RewindReplay and RewindTesting. It needs `checkoutStore`, which a comment in it shows how to declare.",
        "# next: once the fix is built, a summary for its pull request",
        "rewind verify \(zero) --app \(Program("storefront").path) --expect no-crash --summary summary.md",
      ]
    )
    let text = try String(contentsOfFile: out, encoding: .utf8)
    #expect(text.contains("//   1  Checkout.Action.chooseInstallments 0   <- is to blame"))
    #expect(text.contains("of: checkoutStore).run()"))
    let guessed = try write(
      zero,
      "storefront",
      ["--feature", "checkout"],
      to: folder.path("G.swift")
    )
    #expect(
      guessed.lines[1].hasSuffix(
        " Its actions are taken for CheckoutAction; if they are of another type: --actions StorefrontAction.checkout=TYPE."
      ),
      "\(guessed)"
    )
    #expect(text.contains("reduce: checkoutReducer)"))
  }
}
