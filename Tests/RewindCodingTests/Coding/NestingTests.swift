import Foundation
import RewindCoding
import RewindJSON
import RewindTestSupport
import Testing

@Suite("Values nested too deep", .process)
struct NestingTests {
  private indirect enum Chain: Encodable {
    case end
    case link(Chain)

    static func of(_ length: Int) -> Chain {
      (0..<length).reduce(.end) { chain, _ in .link(chain) }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      if case .link(let next) = self { try container.encode(next) }
    }
  }

  private final class Node: Codable {
    var name: String
    var next: Node?

    init(_ name: String, next: Node? = nil) {
      self.name = name
      self.next = next
    }
  }

  @Test(
    "are marked from the 129th array or object on",
    .disabled(if: Sanitizer.isOn, "\(Sanitizer.largeFrames)")
  )
  func limit() throws {
    for length in [127, 128, 400] {
      let text = encoded(Chain.of(length))
      if length == 127 {
        #expect(text == String(repeating: "[", count: 128) + String(repeating: "]", count: 128))
      } else {
        #expect(
          text == String(repeating: "[", count: 128) + #"{"$rewind":"too deep"}"#
            + String(repeating: "]", count: 128)
        )
      }
    }
  }

  @Test(
    "leave a leaf at the limit whole",
    .disabled(if: Sanitizer.isOn, "\(Sanitizer.largeFrames)")
  )
  func leaves() {
    let leaf = (0..<127).reduce(
      Script { encoder in
        var container = encoder.unkeyedContainer()
        try container.encode(Sample.Suit.hearts)
        try container.encode([1])
        _ = container.nestedContainer(keyedBy: Name.self)
        try container.encode(2)
      }
    ) { inner, _ in
      Script { encoder in
        var container = encoder.unkeyedContainer()
        try container.encode(inner)
      }
    }
    #expect(
      encoded(leaf).hasPrefix(
        String(repeating: "[", count: 128)
          + #""hearts",{"$rewind":"too deep"},{"$rewind":"too deep"},2]"#
      )
    )
  }

  @Test("do not overflow a thread with 512 kB of stack")
  func smallStack() throws {
    let trees = (0..<400).reduce(Sample.Tree(name: "", children: [])) { tree, _ in
      Sample.Tree(name: "n", children: [tree])
    }
    let actions = (0..<400).reduce(Sample.Action.reset) {
      .group($0, $1 % 2 == 0 ? .reset : .flip(1))
    }
    let objects = (0..<400).reduce(Node("")) { node, _ in Node("n", next: node) }
    let wrapped = (0..<2_000).reduce(Script { _ in }) { inner, _ in
      Script { encoder in
        var container = encoder.singleValueContainer()
        try container.encode(inner)
      }
    }
    let texts = try onSmallStack {
      [encoded(trees), encoded(actions), encoded(objects), encoded(wrapped)]
    }
    for text in texts {
      #expect(text.contains(#"{"$rewind":"too deep"}"#))
      _ = try JSONValue(parsing: text)
    }
    if Sanitizer.isOn { return }
    #expect(texts[0].count { $0 == "{" } == 64 + 1)
    #expect(texts[2].count { $0 == "{" } == 128 + 1)
  }

  @Test("are marked as a cycle where an object holds itself")
  func cycles() throws {
    let first = Node("first")
    let second = Node("second", next: first)
    first.next = second
    #expect(
      encoded([first])
        == #"[{"name":"first","next":{"name":"second","next":{"$rewind":"cycle"}}}]"#
    )
    first.next = nil
    #expect(encoded([first, first]) == #"[{"name":"first"},{"name":"first"}]"#)
  }

  /// Objects in rows and columns that all know their neighbors.
  private final class Tile {
    var owner = 0
    var neighbors: [Tile] = []

    static func board(_ width: Int) -> [Tile] {
      let tiles = (0..<(width * width)).map { _ in Tile() }
      for (index, tile) in tiles.enumerated() {
        let (x, y) = (index % width, index / width)
        tile.neighbors = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
          .filter { (0..<width).contains($0.0) && (0..<width).contains($0.1) }
          .map { tiles[$0.1 * width + $0.0] }
      }
      return tiles
    }
  }

  @Test("do not multiply: objects that refer to each other are not written once for each path")
  func paths() throws {
    for width in [2, 3] {
      var bytes: [UInt8] = []
      ValueWriter<[Tile]>().write(Tile.board(width), to: &bytes)
      #expect(!bytes.isEmpty)
    }
    var bytes: [UInt8] = []
    ValueWriter<[Tile]>().write(Tile.board(20), to: &bytes)
    #expect(bytes.count < 5_000_000)
    let board = try JSONValue(parsing: bytes)
    #expect(board.array?.count == 400)
    // Each is there once, wherever it comes first.
    #expect(
      String(decoding: bytes, as: UTF8.self).components(separatedBy: #""owner":"#).count == 401
    )
  }

  @Test("are not entered without end")
  func endless() {
    struct Endless: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(self)
        try container.encode(self)
      }
    }
    var bytes: [UInt8] = []
    ValueWriter().write(Endless(), to: &bytes)
    let marks =
      String(decoding: bytes, as: UTF8.self)
      .components(separatedBy: #"{"$rewind":"too deep"}"#).count - 1
    #expect((1..<2_000).contains(marks))
    #expect(throws: Never.self) { try JSONValue(parsing: bytes) }
  }
}

/// Runs what is given on a thread with the stack of Apple's secondary threads, 512 kB.
func onSmallStack<Result>(_ body: @escaping () throws -> Result) throws -> Result {
  nonisolated(unsafe) var result: Swift.Result<Result, any Error>?
  nonisolated(unsafe) let body = body
  let done = DispatchSemaphore(value: 0)
  let thread = Thread {
    result = Swift.Result { try body() }
    done.signal()
  }
  thread.stackSize = 512 * 1024 * Sanitizer.stackFactor
  thread.start()
  done.wait()
  return try #require(result).get()
}
