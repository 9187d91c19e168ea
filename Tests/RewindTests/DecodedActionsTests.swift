import Foundation
import RewindJSON
import RewindReplay
import RewindSession
import RewindTestSupport
import RewindTesting
import Testing

/// What is decoded, and how often.
private final class Tally: @unchecked Sendable {
  var count = 0
}

private struct Turn: Codable, Equatable {
  let side: String
  let by: [Int?]
}

/// An action that is another one each time it is made.
private struct Unique: Decodable {
  let id = UUID()

  enum CodingKeys: CodingKey {}
}

private final class Shared: Decodable {
  var name = ""
}

@Suite("An action that is recorded often")
struct DecodedActionsTests {
  /// A session with one action again and again, and the actions that its reducer saw.
  private func replay(
    _ decoders: ActionDecoders<Any>,
    _ payload: JSONValue,
    times: Int = 10
  ) throws -> [Any] {
    var seen: [Any] = []
    let store = ReplayableStore<Int, Any>(
      initial: { 0 },
      reduce: { action, count in
        seen.append(action)
        return count + 1
      },
      actions: decoders
    )
    try TemporaryFolder.with { folder in
      var session = SessionFile()
      session.add(["after": 0, "state": 0, "made": true])
      for index in 1...times {
        session.add(index, decoders.names[0], payload, state: JSONValue(index))
      }
      _ = try Replay(session.write(to: folder), of: store).run()
    }
    return seen
  }

  @Test("is decoded twice, and then known")
  func once() throws {
    let tally = Tally()
    let decoders = ActionDecoders<Any>().adding("Turn") { payload in
      tally.count += 1
      return try payload.decode(Turn.self)
    }
    let seen = try replay(decoders, ["side": "left", "by": [1, nil, 3]])
    #expect(seen.compactMap { $0 as? Turn } == Array(repeating: seen[0] as? Turn, count: 10))
    #expect(seen.count == 10)
    #expect(tally.count == 2)
  }

  @Test("is decoded each time where two are not the same")
  func unique() throws {
    let seen = try replay(ActionDecoders([Unique.self]), [:])
    #expect(Set(seen.compactMap { ($0 as? Unique)?.id }).count == 10)
  }

  @Test("is decoded each time where it is an object")
  func object() throws {
    let seen = try replay(ActionDecoders([Shared.self]), ["name": "one"])
    #expect(Set(seen.compactMap { ($0 as? Shared).map { ObjectIdentifier($0) } }).count == 10)
  }

  @Test("is told from one that only looks like it", arguments: 1...5)
  func others(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var session = SessionFile()
    session.add(["after": 0, "state": 0, "made": true])
    var expected: [Turn] = []
    for index in 1...2_000 {
      let turn = Turn(
        side: ["left", "right", "\u{0}", "lef"].randomElement(using: &random) ?? "",
        by: (0..<Int.random(in: 0...2, using: &random)).map { _ in
          .random(in: 0...9, using: &random)
        }
      )
      expected.append(turn)
      let payload: JSONValue = [
        "side": .string(turn.side), "by": .array(turn.by.map { $0.map { JSONValue($0) } ?? .null }),
      ]
      session.add(index, "Turn", payload, state: JSONValue(index))
    }
    var seen: [Turn] = []
    let store = ReplayableStore<Int, Any>(
      initial: { 0 },
      reduce: { action, count in
        if let turn = action as? Turn { seen.append(turn) }
        return count + 1
      },
      actions: ActionDecoders([Turn.self])
    )
    try TemporaryFolder.with { folder in
      _ = try Replay(session.write(to: folder), of: store).run()
    }
    #expect(seen == expected)
  }
}
