import Foundation
import RewindDiagnosis
import RewindJSON
import RewindTestSupport
import RewindTimeline
import Testing

/// The documentation's table of what `verify --pure` changes: each impurity is put into a reducer and replayed, and what
/// finds it is its row.
///
/// `REWIND_FILL_TABLE=1 swift test --filter PurityTableTests` rewrites the table.
@Suite("The documentation's table of impurities")
struct PurityTableTests {
  /// What a reducer depends on, by the name that the minefield has for it.
  private static let impurities: [(source: String, words: String)] = [
    ("clock", "the time"), ("uuid", "a UUID"), ("random", "a random number"),
    ("set", "the order of a set"), ("dictionary", "the order of a dictionary"),
    ("process", "the process ID"), ("identity", "the address of an object"),
    ("file", "a file that has changed since"), ("late", "values that a task reads later"),
    ("time zone", "the time zone"), ("locale", "the locale"),
    ("environment", "the user's name"), ("home", "the home folder"),
    ("temporary folder", "the folder for temporary files"),
    ("together", "two of these together"),
    ("counter", "a static counter"), ("memo", "a memo"),
    ("secret", "a member that is left out of the recorded state"),
  ]

  /// What is varied, in the order of the rows.
  private static let varied = [
    "nothing: each replay is a new process, at another time", "the time zone",
    "the locale of the C library", "user and home folder", "the folder for temporary files",
    "all of these together",
    "the action after which the replay begins: the first, the quarters, the middle",
  ]

  private static func row(_ condition: ReplayCondition?) -> Int? {
    switch condition {
    case nil: 0
    case .timeZone: 1
    case .locale: 2
    case .user: 3
    case .temporaryFolder: 4
    case .several: 5
    case .middle: 6
    case .hashSeed, .again: nil
    }
  }

  @Test(
    "says what is found, and by which condition",
    .disabled(if: Sanitizer.isOn, "a sanitizer puts objects at the same addresses in every process")
  )
  func table() throws {
    let page = DocumentationPage.article("Replaying")
    let text = try page.text()
    let heading = "| `--pure` changes | and so finds reducers that depend on |\n|---|---|\n"
    let start = try #require(text.range(of: heading)?.upperBound)
    let end = try #require(text.range(of: "\n\n", range: start..<text.endIndex)?.lowerBound)
    let rows = try rows()
    let filled = text[..<start] + rows.joined(separator: "\n") + text[end...]
    if ProcessInfo.processInfo.environment["REWIND_FILL_TABLE"] != nil {
      try filled.write(to: page.file, atomically: true, encoding: .utf8)
    } else {
      #expect(text[start..<end] == rows.joined(separator: "\n"))
    }
  }

  /// Returns the rows that replays fill.
  private func rows() throws -> [String] {
    var found: [Int: [String]] = [:]
    for (source, words) in Self.impurities {
      let verification = try MinefieldSession.verified(readingFrom: source)
      #expect(verification.verdict.name == "diverged", "\(source)")
      if let row = Self.row(verification.condition) { found[row, default: []].append(words) }
    }
    return Self.varied.enumerated().map { number, varied in
      "| \(varied) | \(found[number, default: []].joined(separator: ", ")) |"
    }
  }
}
