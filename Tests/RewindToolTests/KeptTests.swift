#if os(Linux)
import RewindTestSupport
import Testing

/// Expects that a suite of two kept tests, written by `rewind test`, fails as long as the bug is there.
func expectGuard(_ filter: String) throws {
  func run(_ environment: [String: String]) throws -> Program.Run {
    try Program("rewindPackageTests.xctest").run(
      ["--testing-library", "swift-testing", "--filter", filter],
      environment: environment
    )
  }
  let mended = try run([:])
  #expect(mended.exit == .status(0), "\(mended.output)")
  #expect((mended.output + mended.errors).contains("2 tests"))
  let unmended = try run(["REWIND_TEST_UNMENDED": "1"])
  #expect(unmended.exit == .status(1))
  #expect((unmended.output + unmended.errors).contains("1 issue"))
}
#endif
