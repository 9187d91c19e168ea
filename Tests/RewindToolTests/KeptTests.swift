#if os(Linux)
import RewindTestSupport
import Testing

/// The tests of this package that `rewind test` wrote.
@Suite("A test that rewind test wrote", .process)
struct KeptTests {
  private let suites = [
    "InstallmentsCheckoutTests": "installments (checkout)",
    "TapGameStateTests": "tap (gameState)",
    "CategoryCategoriesStateTests": "category (categoriesState)",
    "CategoryGuardTests": "category-guard",
    "CategoryNeverTests": "category-never",
  ]

  /// Those of bugs that are known.
  private let known = ["CategoryTests": "category", "CategoryKnownTests": "category-known"]

  private func run(
    _ suites: [String: String],
    _ environment: [String: String]
  ) throws -> Program.Run {
    let names = suites.keys.sorted().joined(separator: "|")
    return try Program("rewindPackageTests.xctest").run(
      ["--testing-library", "swift-testing", "--filter", #"RewindTests\.(\#(names))/"#],
      environment: environment
    )
  }

  @Test("fails as long as the bug is there, and passes from then on")
  func guards() throws {
    let mended = try run(suites, [:])
    #expect(mended.exit == .status(0), "\(mended.output)")
    let unmended = try run(suites, ["REWIND_TEST_UNMENDED": "1"])
    #expect(unmended.exit == .status(1))
    let output = unmended.output + unmended.errors
    for title in suites.values {
      #expect(output.contains(#"Suite "\#(title)" failed"#), "\(title): \(output)")
    }
    #expect(output.contains("\(suites.count) issues"), "\(output)")
  }

  @Test("of a known bug passes as long as that is there, and fails from then on")
  func recorded() throws {
    #expect(try run(known, [:]).exit == .status(0))
    let mended = try run(known, ["REWIND_TEST_MENDED": "1"])
    #expect(mended.exit == .status(1))
    let output = mended.output + mended.errors
    for title in known.values {
      #expect(output.contains(#"Suite "\#(title)" failed"#), "\(title): \(output)")
    }
  }
}
#endif
