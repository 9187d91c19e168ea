import Foundation
import RewindInputs
import RewindTestSupport
import Testing

@Suite("In a replay, an input")
struct ReplayTests {
  func replaying<Value>(
    _ recorded: (String, String)...,
    body: () -> Value
  ) -> Value {
    let source = ReplayingSource(recorded.map { (name: $0.0, json: $0.1) })
    return Recorded.with(source: source, body)
  }

  @Test("is the recorded one")
  func recorded() {
    let date = replaying(("date", "12.5")) { Recorded.date() }
    #expect(date == Date(timeIntervalSinceReferenceDate: 12.5))

    let uuid = replaying(("uuid", "\"E621E1F8-C36C-495A-93FC-0C247A3E6E5F\"")) { Recorded.uuid() }
    #expect(uuid.uuidString == "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")

    #expect(replaying(("random", "4")) { Recorded.random(in: 0..<10) } == 4)
    #expect(replaying(("random", "0.25")) { Recorded.random(in: 0..<1.0) } == 0.25)
    #expect(replaying(("random", "true")) { Recorded.bool() })
    #expect(
      replaying(("shuffle", "[2,0,1]")) { Recorded.shuffled(["a", "b", "c"]) } == ["c", "a", "b"]
    )
  }

  @Test("of the app's own is not read")
  func value() {
    let category = replaying(("category", "\"metal\"")) {
      Recorded.value("category") { () -> String in fatalError("Read in a replay.") }
    }
    #expect(category == "metal")
  }

  @Test("that could not be read throws again, with the recorded text")
  func throwing() throws {
    let recorded = ("file", #"{"$rewind":"error","why":"Refused()"}"#)
    let (error, text) = replaying(recorded, ("file", "\"text\"")) {
      let never: () throws -> String = { fatalError("Read in a replay.") }
      let first = Result { try Recorded.value("file", never) }
      return (first.error as? RecordedError, try? Recorded.value("file", never))
    }
    #expect(error.map { "\($0)" } == "Refused()")
    #expect(error?.localizedDescription == "Refused()")
    #expect(text == "text")
  }

  @Test("of chance is moved into a range that has changed")
  func clamped() {
    func whole(_ recorded: String, _ range: Range<Int>) -> Int {
      replaying(("random", recorded)) { Recorded.random(in: range) }
    }
    #expect(whole("9", 0..<6) == 5)
    #expect(whole("-3", 0..<6) == 0)
    #expect(whole("6", 0..<6) == 5)
    #expect(replaying(("random", "9")) { Recorded.random(in: 0...6) } == 6)
    #expect(replaying(("random", "0")) { Recorded.random(in: 1...6) } == 1)
    #expect(replaying(("random", "1")) { Recorded.random(in: 0..<1.0) } == 1.0.nextDown)
    #expect(replaying(("random", "-1")) { Recorded.random(in: 0..<1.0) } == 0)
    #expect(replaying(("random", "3")) { Recorded.random(in: 0...1.5) } == 1.5)
    #expect(replaying(("random", "-3")) { Recorded.random(in: 0...1.5) } == 0)
  }

  @Test(
    "of a shuffle follows the recorded order as far as it fits",
    arguments: [
      ("[2,1,0]", "cba"),
      ("[2,1]", "cba"),
      ("[2]", "cab"),
      ("[]", "abc"),
      ("[4,2,3,0,1]", "cab"),
      ("[-1,1]", "bac"),
      ("[1,1,1]", "bac"),
    ]
  )
  func otherNumberOfElements(order: String, expected: String) {
    #expect(replaying(("shuffle", order)) { String(Recorded.shuffled("abc")) } == expected)
  }

  @Test("that the recording lacks is made up by the source, within the program's range")
  func madeUp() {
    func draws() -> [String] {
      replaying {
        [
          "\(Recorded.random(in: 1_000...2_000))", "\(Recorded.random(in: 0..<1.0))",
          "\(Recorded.uuid())", "\(Recorded.shuffled(0..<10))", "\(Recorded.bool())",
        ]
      }
    }
    // Whatever the memory held before that they are made in.
    for byte: UInt8 in [0, 0x94, 0xFF] { #expect(withStack(filledWith: byte, draws) == draws()) }
    #expect((1_000...2_000).contains(Int(draws()[0]) ?? 0))
    let uuid = replaying { Recorded.uuid() }
    #expect(uuid.uuid.6 >> 4 == 4)
    #expect(uuid.uuid.8 >> 6 == 2)
  }

  @Test("lets no effect happen, not even in a task that outlives the dispatch")
  func effects() async {
    let source = ReplayingSource()
    let (started, start) = AsyncStream<Void>.makeStream()
    let performed = RecordingSource()
    let task = Recorded.with(source: source) {
      Recorded.effect("save") { performed.close() }
      return Task {
        for await _ in started {}
        Recorded.effect("save later") { performed.close() }
      }
    }
    source.close()
    start.finish()
    await task.value
    #expect(performed.isOpen)
  }
}

extension Result {
  fileprivate var error: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
