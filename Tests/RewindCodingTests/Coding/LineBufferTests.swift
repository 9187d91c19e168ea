import RewindCoding
import RewindJSON
import RewindTestSupport
import Testing

@Suite("A line that is being made")
struct LineBufferTests {
  @Test("holds what was put before and after it, however much", arguments: seeds())
  func growth(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<40 {
      var line = Bool.random(using: &generator) ? LineBuffer() : .forEncoding()
      var expected: [UInt8] = []
      for _ in 0..<Int.random(in: 0..<40, using: &generator) {
        let size = Int.random(in: 0...Int.random(in: 1...600, using: &generator), using: &generator)
        let bytes = (0..<size).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let number =
          Int.random(in: 0...(.max), using: &generator) >> Int.random(in: 0..<63, using: &generator)
        switch Int.random(in: 0..<10, using: &generator) {
        case 0, 1:
          line.append(bytes)
          expected += bytes
        case 2, 3:
          bytes.withUnsafeBytes { line.prepend($0) }
          expected = bytes + expected
        case 4:
          line.append(digits: number)
          expected += String(number).utf8
        case 5:
          line.prepend(digits: number)
          expected = Array(String(number).utf8) + expected
        case 6:
          line.append(json: [number, 7])
          expected += "[\(number),7]".utf8
        case 7:
          let count = Int.random(in: 0...8, using: &generator)
          let word = bytes.prefix(count).reversed().reduce(0) { $0 << 8 | UInt64($1) }
          line.append(word: word, min(count, size))
          expected += bytes.prefix(count)
        case 8 where size < 30:
          line.removeAll()
          expected = []
        default:
          line.truncate(to: expected.count / 2)
          expected.removeLast(expected.count - expected.count / 2)
        }
        #expect(Array(line.contents) == expected, "seed \(seed)")
        #expect(line.count == expected.count, "seed \(seed)")
      }
    }
  }

  @Test(
    "fills digits up with zeros",
    arguments: [(0, 6), (42, 6), (999_999, 6), (1_234_567, 6), (7, 20)]
  )
  func zeros(number: Int, width: Int) {
    var line = LineBuffer("|")
    line.prepend(digits: number, width: width)
    let zeros = String(repeating: "0", count: max(0, width - String(number).count))
    #expect(String(decoding: line.contents, as: UTF8.self) == "\(zeros)\(number)|")
  }

  @Test("keeps what it holds while a value is encoded that makes a line itself")
  func nested() {
    struct Inner: Encodable {
      func encode(to encoder: any Encoder) throws {
        var line = LineBuffer("inner ")
        line.append(json: ["a": 1])
        var container = encoder.singleValueContainer()
        try container.encode(String(decoding: line.contents, as: UTF8.self))
      }
    }
    var line = LineBuffer("outer ")
    line.append(json: [Inner(), Inner()])
    #expect(
      String(decoding: line.contents, as: UTF8.self)
        == #"outer ["inner {\"a\":1}","inner {\"a\":1}"]"#
    )
  }
}
