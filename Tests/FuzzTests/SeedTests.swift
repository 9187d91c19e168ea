import Foundation
import RewindFuzzTargets
import RewindTestSupport
import Testing

/// What the fuzzer starts from, and what it once found.
@Suite("The seeds of the fuzzer")
struct SeedTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fuzz/Seeds")

  @Test("keep every promise", arguments: FuzzTarget.allCases)
  func seeds(target: FuzzTarget) throws {
    let folder = Self.folder.appending(path: target.rawValue)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(!names.isEmpty)
    for name in names {
      target.run(Array(try Data(contentsOf: folder.appending(path: name))))
    }
  }
}
