import Foundation
import RewindJSON
import RewindTestSupport
import Testing

private let rewind = Program("rewind")
private let shop = ScriptedApp.shop.registered(as: "scripted-shop")

/// Sessions with planted wrong states, made shorter by the real tool; what it leaves is run by a model of
/// the shop.
@Suite("Minimizing a session with a wrong state")
struct WrongStateMinimizationTests {
  private let folder = TemporaryFolder()

  private typealias Move = (name: String, payload: JSONValue)

  @Test("keeps the culprit after which it starts to hold", arguments: TestScale.seeds(4, of: 120))
  func minimize(seed: UInt64) throws {
    let oddities: [WrongStateSession.Oddity] = [.none, .crash, .outside]
    let session = WrongStateSession.planted(
      seed: seed,
      length: 5...60,
      oddity: oddities[Int(seed / 12) % oddities.count]
    )
    let verdicts = session.verdicts
    let expected = LastRun(verdicts.map(\.isWrong))
    let (path, small) = (try session.file(seed: seed).write(to: folder), folder.path("small.jsonl"))
    let run = try rewind.run([
      "minimize", path, "--app", shop, "--never", session.expression, "--json", "-o", small,
    ])
    let note: Comment = "\(seed) \(session.wrong): \(run.output)\(run.errors)"
    guard let first = expected.first, expected.survivor != nil,
      !verdicts[first].step.isExternal, let culprit = verdicts[first].step.move
    else {
      #expect(run.exit == .status(1), note)
      #expect(!FileManager.default.fileExists(atPath: small), note)
      return
    }
    try #require(run.exit == .status(0), note)
    let answer = try run.json()
    #expect(answer["verified"] == true, note)
    #expect(answer["minimal"] == true, note)
    #expect(answer["culprit"] == JSONValue(verdicts[first].step.index), note)
    let steps = try rewind.run("export", small, "--states").rows()
    let start = try #require(steps.first?["state"])
    let moves = steps.dropFirst().map { step -> Move in
      let name = String((step["action"]?["type"]?.string ?? "").dropFirst("ShopAction.".count))
      return (name, step["action"]?["payload"]?[name] ?? [:])
    }
    #expect(moves.count == answer["after"]?.int, note)
    #expect(moves.last?.name == culprit.name, note)
    #expect(session.comesToHold(moves, on: start), "\(note) \(moves)")
    for index in moves.indices.dropLast() {
      var fewer = moves
      fewer.remove(at: index)
      #expect(!session.comesToHold(fewer, on: start), "\(note) \(moves) without \(index)")
    }
    // Without changes from outside, the result has the whole story.
    if !session.steps.contains(where: \.isExternal) { #expect(start == ShopModel.start, note) }
    let again = try rewind.run("bisect", small, "--never", session.expression, "--json").json()
    #expect(again["culprit"] == JSONValue(moves.count), note)
  }
}
