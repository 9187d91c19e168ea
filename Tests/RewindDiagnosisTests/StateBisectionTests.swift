import RewindDiagnosis
import RewindJSON
import RewindTestSupport
import Testing

@Suite("A search for the first bad state")
struct StateBisectionTests {
  /// Asks a list of answers, and counts.
  private func search(
    _ answers: [StateBisection.Answer]
  ) -> (result: StateBisection.Result, asked: [Int]) {
    var asked: [Int] = []
    let result = StateBisection.run(good: 0, bad: answers.count - 1) { index in
      asked.append(index)
      return answers[index]
    }
    return (result, asked)
  }

  @Test("finds it wherever it is, in few questions", arguments: [2, 3, 4, 25, 100, 1_000])
  func everyPlace(count: Int) {
    var limit = 4
    while 1 << (limit - 4) < count { limit += 1 }
    for first in 1..<count {
      let (result, asked) = search((0..<count).map { $0 < first ? .good : .bad })
      #expect(result == .found(first))
      #expect(asked.count <= limit)
    }
  }

  @Test("reports which states may be it, if some cannot be checked", arguments: 1...200)
  func skips(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 2...60, using: &random)
    let first = Int.random(in: 1..<count, using: &random)
    var answers: [StateBisection.Answer] = (0..<count).map { $0 < first ? .good : .bad }
    for index in 1..<count - 1 where Bool.random(using: &random) { answers[index] = .skip }
    let (result, asked) = search(answers)
    let lastGood = answers.lastIndex(of: .good) ?? 0
    let firstBad = answers.firstIndex(of: .bad) ?? 0
    #expect(
      result
        == (lastGood + 1 == firstBad ? .found(firstBad) : .foundWithSkips(lastGood + 1...firstBad))
    )
    #expect(asked.count <= count + 2)
  }

  @Test("does not begin between two states that are not as good or bad as assumed")
  func ends() {
    #expect(search([.bad, .good, .bad]).result == .notFound(.startIs(.bad, at: 0)))
    #expect(search([.skip, .good, .bad]).result == .notFound(.startIs(.skip, at: 0)))
    #expect(search([.good, .bad, .good]).result == .notFound(.endIs(.good, at: 2)))
    #expect(search([.good, .bad, .good]).asked == [0, 2])
  }

  @Test("notices answers that come and go")
  func unsteady() {
    var asked: [Int: Int] = [:]
    let result = StateBisection.run(good: 0, bad: 9) { index in
      asked[index, default: 0] += 1
      return index < 6 ? .good : asked[index] == 1 ? .bad : .good
    }
    #expect(result == .notFound(.unsteady(6, was: .bad, is: .good)))
  }

  @Test("finds the last unbroken run, where every state is judged", arguments: 1...200)
  func scan(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let letters: [StateBisection.Answer] = seed % 2 == 0 ? [.good, .bad] : [.good, .bad, .skip]
    var answers: [StateBisection.Answer] = [.good]
    for _ in 0..<Int.random(in: 0...30, using: &random) {
      answers.append(letters[Int.random(in: letters.indices, using: &random)])
    }
    answers.append(.bad)
    let result = StateBisection.scan(good: 0, bad: answers.count - 1) { answers[$0] }
    let good = try #require(answers.lastIndex(of: .good))
    let skip = answers[good...].lastIndex(of: .skip)
    #expect(result == (skip.map { .foundWithSkips(good + 1...$0 + 1) } ?? .found(good + 1)))
  }
}

@Suite("A command that judges a state")
struct StateCommandTests {
  private let folder = TemporaryFolder()

  private func judge(
    _ script: String,
    _ state: JSONValue = ["count": 7],
    repetitions: Int = 1
  ) throws -> StateJudge.Verdict {
    try StateJudge(["/bin/sh", "-c", script], repetitions: repetitions).judge(state, after: 3)
  }

  @Test(
    "says it by how it ends",
    arguments: [
      ("exit 0", .good), ("exit 125", .skip), ("exit 1", .bad), ("exit 124", .bad),
      ("exit 128", .bad), ("exit 255", .bad), ("kill -9 $$", .bad), ("kill -15 $$", .bad),
    ] as [(String, StateBisection.Answer)]
  )
  func endings(script: String, answer: StateBisection.Answer) throws {
    #expect(try judge(script).answer == answer)
  }

  @Test("stops the search where it could not be run", arguments: [126, 127])
  func notRun(status: Int) {
    #expect(throws: StateJudge.Failure.self) { try judge("exit \(status)") }
  }

  @Test("gets the state on standard input and in a file, and its index")
  func inputs() throws {
    let verdict = try judge(#"cat >&2; cat "$REWIND_STATE" >&2; echo "$REWIND_INDEX" >&2; exit 1"#)
    #expect(verdict.errorText == "{\"count\":7}\n{\"count\":7}\n3\n")
    #expect(verdict.ending == "exited with status 1")
  }

  @Test("is asked until it says bad once, or good as often as it must")
  func repetitions() throws {
    let count = folder.path("count")
    let third = #"printf x >> \#(count); test "$(cat \#(count))" != xxx"#
    let bad = try judge(third, repetitions: 9)
    #expect(bad.answer == .bad)
    #expect(bad.runs == 3)
    let good = try judge("exit 0", repetitions: 9)
    #expect(good.answer == .good)
    #expect(good.runs == 9)
  }

  @Test(
    "is killed when it takes too long: that counts as bad",
    .timeLimit(.minutes(hangingMinutes))
  )
  func timeOut() throws {
    let command = StateJudge(["/bin/sh", "-c", "sleep 1000"], timeLimit: .milliseconds(100))
    #expect(try command.judge(nil, after: 0).answer == .bad)
  }
}
