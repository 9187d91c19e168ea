import Foundation
import RewindCoding
import RewindJSON
import Testing

/// What app code keeps of an encoder is used in other runs.
@Suite("A container that is kept", .process)
struct KeptContainerTests {
  private enum Other: CodingKey {
    case one
  }

  /// What an `encode(to:)` was given, and asked for.
  private struct Writers {
    var encoder: any Encoder
    var keyed: KeyedEncodingContainer<Name>
    var unkeyed: any UnkeyedEncodingContainer
    var single: any SingleValueEncodingContainer
    var superEncoder: any Encoder

    init(_ encoder: any Encoder) throws {
      self.encoder = encoder
      keyed = encoder.container(keyedBy: Name.self)
      unkeyed = keyed.nestedUnkeyedContainer(forKey: "list")
      single = keyed.superEncoder(forKey: "single").singleValueContainer()
      superEncoder = keyed.superEncoder()
      try unkeyed.encode(1)
      try single.encode(2)
    }

    /// How many of all the ways to write were not refused.
    mutating func accepted() -> Int {
      var count = 0
      func attempt(_ body: () throws -> Void) {
        if (try? body()) != nil { count += 1 }
      }
      attempt { try keyed.encode(1, forKey: "a") }
      attempt { try keyed.encode([1], forKey: "a") }
      attempt { try unkeyed.encode(1) }
      attempt { try single.encode(1) }
      attempt { try single.encode([1]) }
      var nested = keyed.nestedContainer(keyedBy: Name.self, forKey: "b")
      attempt { try nested.encode(1, forKey: "c") }
      var nestedList = unkeyed.nestedUnkeyedContainer()
      attempt { try nestedList.encode(1) }
      var other = encoder.container(keyedBy: Other.self)
      attempt { try other.encode(1, forKey: .one) }
      var list = encoder.unkeyedContainer()
      attempt { try list.encode(1) }
      var value = encoder.singleValueContainer()
      attempt { try value.encode(1) }
      attempt { try 1.encode(to: superEncoder) }
      attempt { try 1.encode(to: keyed.superEncoder()) }
      let found = encoder.userInfo.count + encoder.codingPath.count + keyed.codingPath.count
      return count + found + unkeyed.count
    }
  }

  private let kept = #"{"list":[1],"single":2,"super":{}}"#

  /// Runs the body on a thread of its own, and waits for it.
  private func elsewhere(_ body: @escaping @Sendable () -> Void) {
    let isDone = DispatchSemaphore(value: 0)
    Thread {
      body()
      isDone.signal()
    }.start()
    isDone.wait()
  }

  @Test("writes nothing when its encode(to:) is over")
  func afterItsEncode() {
    nonisolated(unsafe) var writers: [Writers] = []
    for _ in 0..<8 {
      let text = encoded(Script { encoder in writers.append(try Writers(encoder)) })
      #expect(text == kept)
    }
    let state = (0..<100).map { Sample.Tree(name: "\($0)", children: []) }
    let expected = encoded(state)
    for _ in 0..<50 {
      for index in writers.indices { #expect(writers[index].accepted() == 0) }
      #expect(encoded(state) == expected)
    }
  }

  @Test("writes nothing while values around its own are written")
  func inside() {
    nonisolated(unsafe) var writers: Writers?
    let text = encoded(
      Script { encoder in
        var container = encoder.unkeyedContainer()
        try container.encode(Script { encoder in writers = try Writers(encoder) })
        _ = writers?.accepted()
        try container.encode(3)
      }
    )
    #expect(text == "[\(kept),3]")
  }

  @Test("takes a number from another thread for which encode(to:) waits")
  func handedOn() {
    let text = encoded(
      Script { encoder in
        nonisolated(unsafe) var container = encoder.container(keyedBy: Name.self)
        elsewhere { #expect(throws: Never.self) { try container.encode(1, forKey: "a") } }
        try container.encode(2, forKey: "b")
      }
    )
    #expect(text == #"{"a":1,"b":2}"#)
  }

  @Test("hands a recorder nothing when its encode(to:) is over")
  func changes() throws {
    struct State: Encodable {
      nonisolated(unsafe) static var kept: KeyedEncodingContainer<Name>?
      var count: Int
      var list = [1]

      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Name.self)
        if Self.kept == nil { Self.kept = container }
        try container.encode(count, forKey: "count")
        try container.encode(list, forKey: "list")
      }
    }
    let finder = ChangeDetector(encoding: State.self)
    withUnsafePointer(to: State(count: 0)) { finder.begin(with: $0) }
    let advance = { (count: Int) in
      var patch = LineBuffer()
      let isChange = withUnsafePointer(to: State(count: count)) {
        finder.advance(to: $0, appendingPatchTo: &patch) == .patch
      }
      #expect(isChange)
      let text = String(decoding: patch.contents, as: UTF8.self)
      // Where the runtime is not asked, the state is compared as a whole, and replaced.
      #expect(text.hasPrefix(#"[{"op":"replace","path":"#) && text.contains("\(count)"))
    }
    advance(1)
    #expect(State.kept != nil)
    for count in 2..<200 {
      try? State.kept?.encode([State(count: 1)], forKey: "list")
      advance(count)
    }
  }
}
