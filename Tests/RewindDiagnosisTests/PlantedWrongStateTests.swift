import Foundation
import RewindJSON
import RewindTestSupport
import Testing

/// Sessions with planted wrong states, searched by the real tool; each sentence that it prints is held
/// against a look at each state.
@Suite("The answer of bisect about a planted wrong state")
struct PlantedWrongStateTests {
  private let rewind = Program("rewind")
  private let shop = ScriptedApp.shop.registered(as: "scripted-shop")

  /// Ten of twelve kinds have something to find: 200.
  @Test("is so, without an app", arguments: TestScale.seeds(4, of: 240))
  func states(seed: UInt64) throws {
    let oddity = WrongStateSession.Oddity.allCases[Int(seed / 12) % 4]
    let length = seed % 5 == 0 ? 400...2_000 : 5...400
    let session = WrongStateSession.planted(seed: seed, length: length, oddity: oddity)
    try check(session, session.file(seed: seed), [], seed)
  }

  @Test("is so, with states that an app has computed", arguments: TestScale.seeds(1, of: 40))
  func computed(seed: UInt64) throws {
    let session = WrongStateSession.planted(seed: seed, length: 5...400, oddity: .none)
    let file = session.file(seed: seed, onlyKeyframes: true)
    try check(session, file, ["--app", shop], seed)
  }

  private func check(
    _ session: WrongStateSession,
    _ file: SessionFile,
    _ flags: [String],
    _ seed: UInt64
  ) throws {
    try TemporaryFolder.with { folder in
      let path = try file.write(to: folder)
      let question = ["bisect", path, "--never", session.expression] + flags
      let run = try rewind.run(question)
      let expected = LastRun(session.verdicts.map(\.isWrong))
      let isFound = expected.first != nil && expected.survivor != nil
      #expect(run.exit == .status(isFound ? 0 : 1), "\(seed): \(run.output)\(run.errors)")
      try check(rewind.run(question + ["--json"]).json(), session, expected, seed)
      try check(run.lines, session, expected, seed)
    }
  }

  private func check(
    _ answer: JSONValue,
    _ session: WrongStateSession,
    _ expected: LastRun,
    _ seed: UInt64
  ) {
    let steps = session.verdicts.map(\.step)
    func index(_ number: Int?) -> JSONValue { number.map { JSONValue(steps[$0].index) } ?? .null }
    let note: Comment = "\(seed) \(session.wrong): \(answer.text)"
    #expect(answer["culprit"] == index(expected.first), note)
    #expect(answer["last"] == index(expected.last), note)
    #expect(answer["survivor"] == index(expected.survivor), note)
    #expect(answer["external"]?.bool == expected.first.map { steps[$0].isExternal } ?? false, note)
    let onset = session.verdicts.firstIndex { $0.isWrong == true }
    #expect(answer["first"]?["index"] ?? .null == index(onset), note)
    #expect(
      answer["first"]?["external"]?.bool ?? false == onset.map { steps[$0].isExternal } ?? false,
      note
    )
    if let onset {
      let isCertain = !session.verdicts[..<onset].map(\.isWrong).contains(nil)
      #expect(answer["first"]?["certain"]?.bool == isCertain, note)
    }
    #expect(answer["certain"]?.bool == expected.isCertain, note)
    #expect(answer["unprobed"]?.array?.isEmpty == expected.isCertain, note)
    #expect(answer["probes"] == JSONValue(session.verdicts.compactMap(\.isWrong).count), note)
    #expect(answer["crashed"] == (session.fatal.map { JSONValue($0) } ?? .null), note)
    let result =
      expected.first == nil ? "not-found" : expected.survivor == nil ? "from-start" : "found"
    #expect(answer["result"]?.string == result, note)
  }

  /// Holds every line against the session; one that no rule knows is a fault.
  private func check(
    _ lines: [String],
    _ session: WrongStateSession,
    _ expected: LastRun,
    _ seed: UInt64
  ) throws {
    let (verdicts, steps) = (session.verdicts.map(\.isWrong), session.verdicts.map(\.step))
    func words(_ number: Int) -> String {
      let (index, isExternal) = (steps[number].index, steps[number].isExternal)
      if index == 0 {
        return isExternal ? "the state that was set before action 1" : "the initial state"
      }
      return isExternal
        ? "the state that was set after action \(index)" : "the state after action \(index)"
    }
    var isChange = false
    for line in lines {
      let note: Comment = "\(seed) \(session.wrong): \(line)\n\(lines.joined(separator: "\n"))"
      if isChange, line.hasPrefix("  ") { continue }
      isChange = false
      if line.isEmpty || line == "never   \(session.expression)" { continue }
      if line.hasPrefix("culprit ") {
        let first = try #require(expected.first, note)
        let step = steps[first]
        #expect(line.hasPrefix("culprit \(step.index)  "), note)
        #expect(line.contains("without an action") == step.isExternal, note)
        if let move = step.move { #expect(line.contains("  .\(move.name)"), note) }
        #expect(line.hasSuffix("  probably") == !expected.isCertain, note)
      } else if line.hasPrefix("first ") {
        let onset = try #require(verdicts.firstIndex(of: true), note)
        #expect(onset != expected.first, note)
        #expect(line.hasPrefix("first   \(steps[onset].index)  "), note)
        #expect(line.contains("without an action") == steps[onset].isExternal, note)
        #expect(line.hasSuffix("  probably") == verdicts[..<onset].contains(nil), note)
      } else if line.hasPrefix("It holds in no state that could be checked") {
        #expect(verdicts.contains(nil) && !verdicts.contains(true), note)
      } else if line == "It never holds." {
        #expect(!verdicts.contains(nil) && !verdicts.contains(true), note)
      } else if line.hasPrefix("It holds ") {
        let (first, last) = (try #require(expected.first, note), try #require(expected.last, note))
        #expect(line.contains(" \(words(first))"), note)
        if first != last {
          #expect(
            line.contains("up to \(words(last))")
              || line.contains("up to the last, \(words(last)).")
          )
        }
        #expect(line.contains("the last") == !verdicts[last...].contains(false), note)
        #expect(
          line.contains("and not in the next one checked") == verdicts[last...].contains(false),
          note
        )
        if line.contains("in every state up") {
          #expect(verdicts[first...last].allSatisfy { $0 == true }, note)
        }
        if first != last, expected.isCertain { #expect(line.contains("in every state up"), note) }
      } else if line.hasPrefix("In ") {
        let survivor = try #require(expected.survivor, note)
        #expect(line == "In \(words(survivor)) it does not hold.", note)
      } else if line == "So no action of this session is to blame." {
        #expect(expected.survivor == nil && expected.first != nil, note)
      } else if line.hasPrefix("It also held earlier: after ") {
        let numbers = line.matches(of: #/\d+(?=[,–.]|$)/#).compactMap { Int($0.0) }
        let wrong = Set(zip(steps, verdicts).filter { $0.1 == true }.map(\.0.index))
        #expect(!numbers.isEmpty, note)
        #expect(Set(numbers).isSubset(of: wrong), note)
      } else if line.hasPrefix("Not checked: ") {
        let lost = Set(zip(steps, verdicts).filter { $0.1 == nil }.map(\.0.index))
        let numbers = line.matches(of: #/\d+/#).compactMap { Int($0.0) }
        #expect(Set(numbers).isSubset(of: lost), note)
        #expect(!expected.isCertain, note)
      } else if line.hasPrefix("The session also crashes, in action \(session.fatal ?? 0): ") {
        #expect(session.crashes, note)
      } else if line.hasPrefix("What action ") {
        let onset = verdicts.firstIndex(of: true)
        let named = [expected.first, onset].map {
          "What action \(steps[$0 ?? 0].index) changed:"
        }
        #expect(named.contains(line), note)
        isChange = true
      } else if line.hasPrefix("What it reads in ") {
        let named = [expected.first, verdicts.firstIndex(of: true)].map { words($0 ?? 0) }
        #expect(named.contains { line.hasPrefix("What it reads in \($0), and who wrote") }, note)
        isChange = true
      } else if line == "Changed without an action:" {
        isChange = true
      } else {
        let judged = verdicts.compactMap { $0 }.count
        #expect(line == "\(judged) state\(judged == 1 ? "" : "s") of the session checked.", note)
      }
    }
    #expect(
      lines.contains { $0.hasPrefix("The session also crashes") } == session.crashes,
      "\(seed)"
    )
  }
}
