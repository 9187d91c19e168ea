#if os(Linux)
import RewindTestSupport
import Testing

/// The tests of this package that `rewind test` wrote.
@Suite("A test that rewind test wrote", .process)
struct KeptTests {
  /// Suites and their titles, with the variable that has them test another build.
  private static let builds = [
    (
      "REWIND_TEST_UNMENDED",
      ["CategoryGuardTests": "category-guard", "CategoryNeverTests": "category-never"]
    ),
    ("REWIND_TEST_MENDED", ["CategoryTests": "category", "CategoryKnownTests": "category-known"]),
  ]

  @Test(
    "fails as long as the bug is there, and one of a known bug once it is not",
    arguments: builds
  )
  func onBothBuilds(variable: String, suites: [String: String]) throws {
    func run(_ environment: [String: String]) throws -> Program.Run {
      let names = suites.keys.sorted().joined(separator: "|")
      return try Program("rewindPackageTests.xctest").run(
        ["--testing-library", "swift-testing", "--filter", #"RewindTests\.(\#(names))/"#],
        environment: environment
      )
    }
    let green = try run([:])
    #expect(green.exit == .status(0), "\(green.output)")
    let red = try run([variable: "1"])
    #expect(red.exit == .status(1))
    let output = red.output + red.errors
    for title in suites.values {
      #expect(output.contains(#"Suite "\#(title)" failed"#), "\(title): \(output)")
    }
    #expect(output.contains("\(suites.count) issues"), "\(output)")
  }
}
#endif
