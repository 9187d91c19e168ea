import Foundation
import RewindInputs
import Testing

@Suite("While a recorder listens, an input")
struct RecordingTests {
  let source = RecordingSource()

  @Test("is live and is handed to the recorder under its name, in order")
  func recorded() {
    let drawn = Recorded.with(source: source) {
      (
        Recorded.random(in: 7...7), Recorded.bool(), Recorded.value("category") { "rock" },
        Recorded.value("last") { Int?.none }, Recorded.shuffled(["only"])
      )
    }
    #expect(drawn.0 == 7)
    #expect(
      source.lines == [
        "random 7", "random \(drawn.1)", "category \"rock\"", "last null", "shuffle [0]",
      ]
    )
  }

  @Test("of a shuffle is recorded as an order, whatever the elements are")
  func shuffle() throws {
    struct Opaque { let number: Int }
    let elements = (0..<5).map { Opaque(number: $0) }
    let hand = Recorded.with(source: source) { Recorded.shuffled(elements) }
    #expect(source.lines == ["shuffle [\(hand.map { "\($0.number)" }.joined(separator: ","))]"])
  }

  @Test("of the clock and of an identifier is called so")
  func dateAndIdentifier() {
    Recorded.with(source: source) {
      _ = Recorded.date()
      _ = Recorded.uuid()
    }
    #expect(source.lines.map { $0.prefix { $0 != " " } } == ["date", "uuid"])
  }

  @Test("that draws itself is one, and what it draws is part of its value")
  func nested() {
    var performed = 0
    let drawn = Recorded.with(source: source) {
      let pair = Recorded.value("pair") {
        Recorded.effect("inner") { performed += 1 }
        return [Recorded.random(in: 3...3), Recorded.value("inner") { 4 }]
      }
      return pair + [Recorded.random(in: 5...5)]
    }
    #expect(drawn == [3, 4, 5])
    #expect(performed == 1)
    #expect(source.lines == ["effect inner", "pair [3,4]", "random 5"])
  }

  @Test("that throws is recorded as the text of its error")
  func throwing() throws {
    struct Refused: Error {}
    #expect(throws: Refused.self) {
      try Recorded.with(source: source) {
        try Recorded.value("file") { () throws -> String in throw Refused() }
      }
    }
    let text = try Recorded.with(source: source) {
      try Recorded.value("file") { () throws -> String in "text" }
    }
    let none = try Recorded.with(source: source) {
      try Recorded.value("file") { () throws -> Int? in nil }
    }
    #expect(text == "text")
    #expect(none == nil)
    try #require(source.lines.count == 3)
    #expect(source.lines[0].contains(#""$rewind":"error""#))
    #expect(source.lines[0].contains(#""why":"Refused()""#))
    #expect(source.lines[1...] == [#"file "text""#, "file null"])
  }

  @Test("does not prevent an effect, and records it")
  func effect() {
    var performed = 0
    Recorded.with(source: source) { Recorded.effect("save") { performed += 1 } }
    #expect(performed == 1)
    #expect(source.lines == ["effect save"])
  }

  @Test("of a task that outlives the dispatch is live and unrecorded")
  func closed() async {
    let (started, start) = AsyncStream<Void>.makeStream()
    let task = Recorded.with(source: source) {
      Task {
        for await _ in started {}
        return Recorded.value("late") { "live" }
      }
    }
    source.close()
    start.finish()
    #expect(await task.value == "live")
    #expect(source.lines == [])
  }
}
