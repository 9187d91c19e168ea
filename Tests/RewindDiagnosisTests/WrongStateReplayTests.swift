import Foundation
import RewindJSON
import RewindTestSupport
import Testing

private let rewind = Program("rewind")
private let shop = ScriptedApp.shop.registered(as: "scripted-shop")

/// Versions of the shop, and changed sessions, asked by the real tool for planted wrong states; what it says
/// is held against a model of the shop.
@Suite("A replay that is asked for a wrong state")
struct WrongStateReplayTests {
  private let folder = TemporaryFolder()

  private func session(_ seed: UInt64, length: ClosedRange<Int>) -> WrongStateSession {
    let oddities: [WrongStateSession.Oddity] = [.none, .crash, .outside]
    return WrongStateSession.planted(
      seed: seed,
      length: length,
      oddity: oddities[Int(seed / 12) % oddities.count]
    )
  }

  @Test("says whether a version still comes to it", arguments: TestScale.seeds(4, of: 120))
  func verify(seed: UInt64) throws {
    let session = session(seed, length: 5...200)
    let isPositive = seed % 3 > 0
    let recorded = LastRun(session.verdicts.map(\.isWrong))
    let verdicts = session.replayed(isPositive: isPositive)
    let replayed = LastRun(verdicts.map(\.isWrong))
    let result = replayed.first != nil ? "holds" : recorded.first != nil ? "fixed" : "never"
    let path = try session.file(seed: seed).write(to: folder)
    func run(_ flags: String...) throws -> Program.Run {
      try rewind.run(
        ["verify", path, "--app", shop, "--never", session.expression] + flags
          + (isPositive ? ["--", "--positive"] : [])
      )
    }
    let json = try run("--json")
    let answer = try json.json()
    let note: Comment = "\(seed) \(session.wrong): \(json.output)"
    #expect(json.exit == .status(replayed.first == nil ? 0 : 1), note)
    #expect(answer["result"]?.string == result, note)
    let never = answer["never"]?.array?.first
    #expect(never?["holds"]?.bool == (replayed.first != nil), note)
    let steps = session.verdicts.map(\.step)
    #expect(
      never?["index"] == replayed.first.map { JSONValue(verdicts[$0].step.index) } ?? .null,
      note
    )
    #expect(never?["recorded"] == recorded.first.map { JSONValue(steps[$0].index) } ?? .null, note)
    #expect(answer["class"]?.string == (session.crashes ? "trap" : nil), note)
    // The same as a build that `git bisect` asks about.
    #expect(try run("--git-bisect").exit == .status(replayed.first == nil ? 0 : 1), note)
    let isAsRecorded = (replayed.first == nil) == (recorded.first == nil)
    #expect(try run("--expect", "recorded").exit == .status(isAsRecorded ? 0 : 1), note)
    let line = try #require(run().lines.first)
    #expect(line.hasPrefix("\(path): \(result): \(session.expression) "), "\(line)")
    #expect(line.contains("which does not count here") == session.crashes, "\(line)")
  }

  @Test("says whether a changed session still comes to it", arguments: TestScale.seeds(4, of: 120))
  func edit(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let session = WrongStateSession.planted(
      seed: seed,
      length: 5...60,
      oddity: seed % 2 == 0 ? .none : .crash
    )
    let last = session.steps.last?.index ?? 1
    let first = Int.random(in: 1...last, using: &random)
    let dropped = first...min(last, first + Int.random(in: 0...5, using: &random))
    let verdicts = session.replayed(isPositive: false, without: dropped)
    let (recorded, changed) = (
      LastRun(session.verdicts.map(\.isWrong)), LastRun(verdicts.map(\.isWrong))
    )
    let path = try session.file(seed: seed).write(to: folder)
    func run(_ name: String, _ flags: String...) throws -> Program.Run {
      try rewind.run(
        [
          "edit", path, "--app", shop, "--never", session.expression, "--drop",
          "\(dropped.lowerBound)..\(dropped.upperBound)", "-o", folder.path(name),
        ] + flags
      )
    }
    let json = try run("a.jsonl", "--json")
    let note: Comment =
      "\(seed) \(session.wrong) without \(dropped): \(json.output)\(json.errors)"
    #expect(json.exit == .status(0), note)
    let never = try json.json()["never"]?.array?.first
    func index(_ number: Int?, _ verdicts: [WrongStateSession.Verdict]) -> JSONValue {
      number.map { JSONValue(verdicts[$0].step.index) } ?? .null
    }
    #expect(never?["holds"]?.bool == (changed.first != nil), note)
    #expect(never?["index"] == index(changed.first, verdicts), note)
    #expect(never?["recorded"] == index(recorded.first, session.verdicts), note)
    let found = changed.first.map { verdicts[$0].step.index }
    let origin = found.map { $0 < dropped.lowerBound ? $0 : $0 + dropped.count }
    #expect(never?["origin"] == origin.flatMap { $0 > 0 ? JSONValue($0) : nil } ?? .null, note)
    let words = try run("b.jsonl").lines.first { $0.hasPrefix("\(session.expression): ") }
    let said =
      changed.first == nil
      ? "never holds in the changed session" : "holds in the changed session, "
    #expect(words?.hasPrefix("\(session.expression): \(said)") ?? false, "\(words ?? "")")
    #expect(
      words?.contains("in the recording it does, ") == (recorded.first != nil),
      "\(words ?? "")"
    )
  }
}
