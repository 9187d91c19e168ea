import Foundation
import RewindJSON
import RewindReplay
import RewindTestSupport
import Testing

/// A recorded session of an example, and what the program itself printed while it was recorded.
private struct Sample: CustomTestStringConvertible, Sendable {
  let app: String
  let name: String

  var testDescription: String { "\(app)/\(name)" }
  var log: String { Recordings.path("\(app)/\(name).jsonl") }

  /// The states that the program printed by Foundation's `JSONEncoder`, from the initial one on.
  func printedStates() throws -> [JSONValue] {
    let path = Recordings.path("\(app)/states/\(name).jsonl")
    return try String(contentsOfFile: path, encoding: .utf8)
      .split(separator: "\n").map { try JSONValue(parsing: String($0)) }
  }

  /// The states in the recording; those that it lacks are computed by the program.
  func states(_ rewind: Program) throws -> [JSONValue] {
    try TemporaryFolder.with { folder in
      let whole = folder.path("whole.jsonl")
      let isWhole = try !String(contentsOfFile: log, encoding: .utf8).contains(#""stateLines""#)
      if !isWhole {
        try rewind.run("edit", log, "--app", Program(app).path, "-o", whole, exits: 0)
      }
      return try rewind.run("export", isWhole ? log : whole, "--states").lines
        .map { try JSONValue(parsing: $0) }
        .compactMap { $0["state"] }.filter { $0 != .null }
    }
  }

  /// Every sample in the folder of recordings.
  static let all: [Sample] = {
    let manager = FileManager.default
    let apps = (try? manager.contentsOfDirectory(atPath: Recordings.path(""))) ?? []
    return apps.sorted().flatMap { app -> [Sample] in
      let files = (try? manager.contentsOfDirectory(atPath: Recordings.path(app))) ?? []
      guard files.contains("states") else { return [] }
      return files.filter { $0.hasSuffix(".jsonl") }.sorted()
        .map { Sample(app: app, name: String($0.dropLast(".jsonl".count))) }
    }
  }()
}

/// What a reducer must not depend on: a seed that is random otherwise, a time zone, a language.
private let surroundings: [[String: String]] = [
  ["TZ": "Pacific/Kiritimati", "LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8"],
  ["TZ": "America/St_Johns", "LC_ALL": "C", "SWIFT_DETERMINISTIC_HASHING": "1"],
]

@Suite("The recorded session", .process)
struct SampleTests {
  @Test(
    "comes from a program that explains itself in 79 columns",
    arguments: Set(Sample.all.map(\.app)).sorted()
  )
  func help(app: String) throws {
    let help = try Program(app).run("--help")
    #expect(help.output.contains("--record") && help.lines.allSatisfy { $0.count <= 79 })
  }

  @Test("comes from every example that has more than one")
  func examples() {
    let counts = Dictionary(grouping: Sample.all, by: \.app).mapValues(\.count)
    for app in ["memory-tunes", "home-list", "to-do", "bookmarks", "flux-to-do", "smart-home"] {
      #expect(counts[app, default: 0] > 1, "\(app)")
    }
  }

  @Test("is whole, and has the states that its program printed", arguments: Sample.all)
  private func states(sample: Sample) throws {
    #expect(try rewind.run("check", sample.log).exit == .status(0))
    let printed = try sample.printedStates()
    let states = try sample.states(rewind)
    #expect(states.count == printed.count)
    for (state, printed) in zip(states, printed) {
      #expect(try state.withDatesAsNumbers() == printed)
    }
  }

  @Test(
    "is the same in a replay, whatever the hash seed, the time zone and the language",
    arguments: Sample.all,
    surroundings
  )
  private func same(sample: Sample, surroundings: [String: String]) throws {
    let run = try Program("rewind").run(
      ["verify", sample.log, "--app", Program(sample.app).path, "--json"],
      environment: surroundings
    )
    let answer = try run.json()
    #expect(answer["result"] == "same", "\(run.output)")
  }
}

extension JSONValue {
  /// The value with its dates as Foundation's `JSONEncoder` writes them: in seconds since 2001.
  fileprivate func withDatesAsNumbers() throws -> JSONValue {
    switch self {
    case .string(let text) where text.wholeMatch(of: #/\d{4}-\d\d-\d\dT.*Z/#) != nil:
      JSONValue(try decode(Date.self).timeIntervalSinceReferenceDate)
    case .array(let elements):
      .array(try elements.map { try $0.withDatesAsNumbers() })
    case .object(let object):
      .object(JSONObject(try object.members.map { ($0.key, try $0.value.withDatesAsNumbers()) }))
    default:
      self
    }
  }
}
