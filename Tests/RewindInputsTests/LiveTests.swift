import Foundation
import RewindInputs
import Testing

@Suite("Without a recorder, an input")
struct LiveTests {
  @Test("of the clock is now")
  func date() {
    let before = Date()
    let date = Recorded.date()
    #expect(before <= date && date <= Date())
  }

  @Test("of an identifier is new each time, and of version 4")
  func uuid() {
    let identifiers = (0..<100).map { _ in Recorded.uuid() }
    #expect(Set(identifiers).count == 100)
    #expect(identifiers.allSatisfy { $0.uuid.6 >> 4 == 4 })
  }

  @Test("of chance lies in its range and takes every value")
  func random() {
    let whole = (0..<1000).map { _ in Recorded.random(in: 3..<6) }
    let closed = (0..<1000).map { _ in Recorded.random(in: UInt8.max - 1...UInt8.max) }
    let real = (0..<1000).map { _ in Recorded.random(in: 0.5..<0.75) }
    let closedReal = (0..<1000).map { _ in Recorded.random(in: 1...2 as ClosedRange<Float>) }
    #expect(Set(whole) == [3, 4, 5])
    #expect(Set(closed) == [254, 255])
    #expect(real.allSatisfy { (0.5..<0.75).contains($0) })
    #expect(closedReal.allSatisfy { (1...2).contains($0) })
    #expect(Set((0..<100).map { _ in Recorded.bool() }) == [true, false])
  }

  @Test("of a shuffle has the same elements")
  func shuffled() {
    let deck = Array(0..<52)
    let hand = Recorded.shuffled(deck)
    #expect(hand != deck)
    #expect(hand.sorted() == deck)
    #expect(Recorded.shuffled([Int]()) == [])
  }

  @Test("of the app's own is what it reads")
  func value() {
    #expect(Recorded.value("category") { "rock" } == "rock")
  }

  @Test("passes on the error of reading it")
  func throwingValue() {
    #expect(throws: CocoaError.self) {
      try Recorded.value("file") { () throws -> String in throw CocoaError(.fileNoSuchFile) }
    }
  }

  @Test("does not prevent an effect")
  func effect() {
    var performed = 0
    Recorded.effect("save") { performed += 1 }
    #expect(performed == 1)
  }
}
