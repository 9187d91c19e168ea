#if os(macOS) || os(Linux)
import Foundation
import RewindJSON
import RewindTestSupport
import Testing

@Suite("rewind test --feature", .process)
struct FeatureTestTests {
  private let folder = TemporaryFolder()
  private static let tests = Recordings.folder.deletingLastPathComponent()
    .appending(path: "Tests")

  /// A test of a feature that lies beside the package's own, where it is compiled and run.
  struct Kept: Sendable, CustomTestStringConvertible {
    let log: String
    let app: String
    let feature: String
    let store: String
    let module: String
    let name: String

    var testDescription: String { feature }
  }

  private static let kept = [
    Kept(
      log: "installments",
      app: "storefront",
      feature: "checkout",
      store: "checkoutUnderTest",
      module: "StorefrontCheckout",
      name: "InstallmentsCheckoutTests"
    ),
    Kept(
      log: "tap",
      app: "memory-tunes",
      feature: "gameState",
      store: "boardUnderTest",
      module: "MemoryTunesExample",
      name: "TapGameStateTests"
    ),
  ]

  private func write(
    _ log: String,
    _ app: String,
    _ flags: String...,
    to path: String
  ) throws -> Program.Run {
    try write(log, app, flags, to: path)
  }

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
    arguments: kept
  )
  func golden(kept: Kept) throws {
    let path = folder.path("\(kept.name).swift")
    let log = Self.tests.appending(path: "Fixtures/Generated/\(kept.log).jsonl").path
    let run = try write(
      log,
      kept.app,
      "--feature",
      kept.feature,
      "--store",
      kept.store,
      "--import",
      kept.module,
      to: path
    )
    #expect(run.exit == .status(0), "\(run)")
    let beside = Self.tests.appending(path: "RewindTests/\(kept.name).swift")
    #expect(
      try String(contentsOfFile: path, encoding: .utf8)
        == String(contentsOf: beside, encoding: .utf8)
    )
  }

  #endif

  @Test("writes nothing where the crash needs more than the feature, and says what")
  func needsMore() throws {
    let out = folder.path("Out.swift")
    let guest = try SessionFile.storefront(user: "guest", total: 2_000, installments: 1)
      .write(to: folder, as: "guest.jsonl")
    let run = try write(guest, "storefront", "--feature", "checkout", to: out)
    #expect(run.exit == .status(1), "\(run)")
    #expect(
      run.output
        == "The crash needs more than the feature: with only /checkout as it was before action 4, the app survives that action. What matters as well: /user. Write the test without --feature.\n"
    )
    let zero = try SessionFile.storefront(user: nil, total: 5, installments: 0)
      .write(to: folder, as: "zero.jsonl")
    let basket = try write(zero, "storefront", "--feature", "basket", to: out)
    #expect(basket.exit == .status(1))
    #expect(
      basket.output
        == "The crash needs more than the feature: the app dies in action 3, StorefrontAction.checkout.pay, which is not one of its actions (StorefrontAction.basket). Write the test without --feature.\n"
    )
    #expect(!FileManager.default.fileExists(atPath: out))
    let nowhere = try write(zero, "storefront", "--feature", "checkouts", to: out)
    #expect(nowhere.exit == .status(2))
    #expect(
      nowhere.errors
        == "rewind: The state after action 2 has no /checkouts. The state has basket, checkout.\n"
    )
    // The smallest feature that is enough.
    let total = try write(zero, "storefront", "--feature", "checkout.total", to: out)
    #expect(total.exit == .status(1))
    #expect(
      total.output.hasSuffix(
        "What matters as well: /checkout/installments. Try --feature checkout.\n"
      ),
      "\(total)"
    )
    // Where no action has the feature's name, all are taken for its own, which is said.
    let number = try write(zero, "storefront", "--feature", "checkout/installments", to: out)
    #expect(
      number.output.replacing("\n", with: " ")
        .contains("all 3 actions, since none is called installments"),
      "\(number)"
    )
  }

  @Test("takes the names of the feature's actions from a flag, and of its store from the feature")
  func actions() throws {
    let out = folder.path("PayTests.swift")
    let zero = try SessionFile.storefront(user: nil, total: 5, installments: 0)
      .write(to: folder, as: "zero.jsonl")
    let run = try write(
      zero,
      "storefront",
      "--feature",
      "checkout",
      "--actions",
      "StorefrontAction.checkout=Checkout.Action",
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
    let guessed = try write(zero, "storefront", "--feature", "checkout", to: folder.path("G.swift"))
    #expect(
      guessed.lines[1].hasSuffix(
        " Its actions are taken for CheckoutAction; if they are of another type: --actions StorefrontAction.checkout=TYPE."
      ),
      "\(guessed)"
    )
    #expect(text.contains("reduce: checkoutReducer)"))
  }
}
#endif
