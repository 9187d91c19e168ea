import RewindJSON
import RewindQuery
import RewindTestSupport
import RewindTimeline
import Testing

@Suite("A random expression")
struct ExpressionOracleTests {
  @Test("gives the same result as another evaluator", arguments: TestScale.seeds(3, of: 20))
  func evaluation(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let session = RandomSession(actions: 60, using: &random)
    for _ in 0..<200 {
      let asked = RandomExpression.condition(3, using: &random)
      let expression = try StepExpression(asked.text)
      let index = Int.random(in: 1...60, using: &random)
      let (before, after) = (session.stateBefore(index), session.states[index])
      let step = GivenStep(index: index, action: nil, before: before, after: after)
      let expected = asked.value(.init(state: after, before: before, after: after))
      #expect(try expression.value(at: step) == expected, "\(asked.text), seed \(seed)")
    }
  }

  @Test("that is cut anywhere is read, or refused at a position inside it", arguments: 1...5)
  func truncation(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<40 {
      let text = RandomExpression.condition(3, using: &random).text
      for count in 0..<text.count {
        let cut = String(text.prefix(count))
        do throws(ExpressionError) {
          _ = try StepExpression(cut)
        } catch {
          #expect((0...cut.utf8.count).contains(error.offset), "\(cut)")
          #expect(error.description.contains("\n"))
        }
      }
    }
  }

  @Test("with a byte changed is read, or refused", arguments: 1...5)
  func mutation(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<1_000 {
      var bytes = Array(RandomExpression.condition(2, using: &random).text.utf8)
      for _ in 0...1 {
        let position = bytes.indices.randomElement(using: &random) ?? 0
        bytes[position] = "()[]{},.'\"/\\-+*%=!<>0azé\u{0}".utf8.randomElement(using: &random) ?? 0
      }
      let text = String(decoding: bytes, as: UTF8.self)
      do throws(ExpressionError) {
        _ = try StepExpression(text)
      } catch {
        #expect((0...text.utf8.count).contains(error.offset), "\(text)")
        #expect(error.description.contains("\n"))
      }
    }
  }

  @Test(
    "is found at the indexes at which it holds, one by one",
    arguments: TestScale.seeds(2, of: 10)
  )
  func find(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let session = RandomSession(actions: 120, using: &random)
    let timeline = try session.file.timeline()
    for _ in 0..<25 {
      let asked = RandomExpression.condition(2, using: &random)
      let expression = try StepExpression(asked.text)
      let first = Int.random(in: 0...100, using: &random)
      let expected = (first...120).filter { index in
        let before = index == 0 ? JSONValue?.none : session.stateBefore(index)
        let after = session.states[index]
        return asked.value(.init(state: after, before: before, after: after)) == true
      }
      var found: [Int] = []
      try timeline.find(expression, in: first...120) {
        found.append($0)
        return true
      }
      #expect(found == expected, "\(asked.text) from \(first), seed \(seed)")
    }
  }

  @Test("is found after changes without an action, of which each counts")
  func externalChanges() throws {
    var file = SessionFile(start: ["a": 1, "b": 1])
    for line: JSONValue in [["after": 1, "patch": []], ["after": 2, "patch": []]] {
      file.add(line["after"]?.int ?? 0, "T", state: nil)
      file.add(line)
      for name in ["/a", "/b"] where line["after"] == 1 {
        file.add([
          "external": true, "after": 1,
          "patch": [["op": "replace", "path": .string(name), "value": 2]],
        ])
      }
    }
    var found: [Int] = []
    try file.timeline().find(StepExpression("a == 2"), in: 0...2) {
      found.append($0)
      return true
    }
    #expect(found == [2])
  }

  @Test("is found in a log with gaps at those of its steps at which it holds", arguments: 1...10)
  func gaps(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let session = RandomSession(actions: 60, using: &random)
    let kept = (1...60).filter { _ in Int.random(in: 0..<3, using: &random) > 0 }
    var file = SessionFile(start: session.states[0])
    for index in kept {
      if kept.contains(index - 1) || index == 1 {
        if let state = session.statesBefore[index] {
          file.add(["external": true, "after": JSONValue(index - 1), "state": state])
        }
      } else {
        file.add(["gap": ["actions": 1, "states": 1], "why": "x", "index": JSONValue(index - 1)])
        file.add(["note": "n", "index": JSONValue(index - 1), "time": 1])
      }
      file.add(index, "T\(index % 3)", ["n": JSONValue(index)], state: session.states[index])
    }
    let timeline = try file.timeline()
    for _ in 0..<25 {
      let asked = RandomExpression.condition(2, using: &random)
      var before: JSONValue?
      let expected = ([0] + kept).filter { index in
        let isAfterGap = index > 1 && !kept.contains(index - 1)
        if !isAfterGap, let state = session.statesBefore[index] { before = state }
        let after = session.states[index]
        defer { before = after }
        return asked.value(.init(state: after, before: before, after: after)) == true
      }
      var found: [Int] = []
      try timeline.find(StepExpression(asked.text), in: 0...60) {
        found.append($0)
        return true
      }
      #expect(found == expected, "\(asked.text), seed \(seed)")
    }
  }
}

@Suite("Exact arithmetic")
struct ExactArithmeticTests {
  private func expectEqual(_ text: String) throws {
    let step = GivenStep(index: 0, action: nil, before: nil, after: nil)
    #expect(try StepExpression(text).value(at: step) == true, "\(text)")
  }

  @Test("obeys the laws of numbers", arguments: 1...10)
  func laws(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let (a, b, c) = (
        Self.number(using: &random), Self.number(using: &random), Self.number(using: &random)
      )
      try expectEqual("(\(a)) + (\(b)) - (\(b)) == (\(a))")
      try expectEqual("(\(a)) * ((\(b)) + (\(c))) == (\(a)) * (\(b)) + (\(a)) * (\(c))")
      try expectEqual("(\(a)) - (\(b)) == -((\(b)) - (\(a)))")
      guard
        try StepExpression("(\(b)) != 0").holds(
          at: GivenStep(index: 0, action: nil, before: nil, after: nil)
        )
      else { continue }
      try expectEqual("((\(a)) - (\(a)) % (\(b))) % (\(b)) == 0")
    }
  }

  private static func number(using random: inout some RandomNumberGenerator) -> String {
    let digits = (0..<Int.random(in: 1...10, using: &random)).map { _ in
      String(Int.random(in: 0...9, using: &random))
    }.joined()
    let whole = String(digits.drop { $0 == "0" })
    let sign = Bool.random(using: &random) ? "-" : ""
    let fraction = Bool.random(using: &random) ? ".\(Int.random(in: 0...999, using: &random))" : ""
    let exponent = ["", "e1", "E-2", "e+2"].randomElement(using: &random) ?? ""
    return sign + (whole.isEmpty ? "0" : whole) + fraction + exponent
  }

  @Test(
    "writes its results as JSON does",
    arguments: [
      ("1 / 3", "0.3333333333333333333333333333333333"),
      ("2 / 3", "0.6666666666666666666666666666666667"),
      ("1e21 * 1", "1000000000000000000000"), ("1e22 * 1", "1e+22"), ("0.1 * 0.00001", "0.000001"),
      ("0.1 * 0.000001", "1e-7"), ("-1.5 * 3", "-4.5"),
      ("12345678901234567890123 - 0", "1.2345678901234567890123e+22"),
      ("1.50 + 0", "1.5"), ("1.5 - 1.5", "0"),
      ("99999999999999999999 + 1", "100000000000000000000"),
    ]
  )
  func texts(text: String, expected: String) throws {
    let step = GivenStep(index: 0, action: nil, before: nil, after: [1])
    let expression = try StepExpression("[\(text)] contains \(expected)")
    #expect(try expression.value(at: step) == true)
    let sum = try StepExpression(
      "exists(sum(state, \(text))) and sum(state, \(text)) == \(expected)"
    )
    #expect(try sum.holds(at: step))
  }
  @Test(
    "has no result that is too long, or whose exponent is too large",
    arguments: [
      "1e100 * 1e100", "1e-100 * 1e-100", "1e400 + 1", "1 / 1e-400", "1e127 * 10", "1e60 + 1",
      "1e60 - 1", "1e60 % 7", "1234567890123456789012 * 1234567890123456789", "1 - 1e-400",
      "1234567890123456789012345678901234567890 + 1", "1e100 / 1e-100", "1e-100 / 1e100",
    ]
  )
  func limits(text: String) throws {
    try expectEqual("not exists(\(text))")
  }

  @Test("reaches as far as a number of 37 digits, or an exponent of 127")
  func reach() throws {
    try expectEqual("1e36 + 1 == 1000000000000000000000000000000000001")
    try expectEqual("1e64 * 1e63 == 1e127 and 1e-63 * 1e-64 == 1e-127 and 1e127 / 1e127 == 1")
    try expectEqual("1e36 % 7 == 1 and -1e36 % 7 == -1 and 1e127 + 0 == 1e127")
  }
}
