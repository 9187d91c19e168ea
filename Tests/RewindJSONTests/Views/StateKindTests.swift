import Foundation
import RewindJSON
import Testing

/// One kind of state and one kind of change, seen as an app has them.
struct StateKind: @unchecked Sendable, CustomTestStringConvertible {
  let name: String
  /// Follows a state through the change, three times and back; throws where a patch does not lead on.
  let check: () throws -> Void

  var testDescription: String { name }

  /// A change of a state that is written by reflection.
  init<State>(
    _ name: String,
    _ make: @escaping () -> State,
    _ change: @escaping (inout State) -> Void
  ) {
    self.name = name
    check = {
      let finder = ChangeFinder(reflecting: State.self)
      try Self.follow(name, make(), change, finder, ValueWriter())
    }
  }

  /// The same of a state that is `Encodable`, by its `encode(to:)`.
  init<State: Encodable>(
    encoding name: String,
    _ make: @escaping () -> State,
    _ change: @escaping (inout State) -> Void
  ) {
    self.name = "\(name), Codable"
    check = {
      let finder = ChangeFinder(encoding: State.self)
      try Self.follow(name, make(), change, finder, ValueWriter())
    }
  }

  private static func follow<State>(
    _ name: String,
    _ first: State,
    _ change: (inout State) -> Void,
    _ finder: ChangeFinder,
    _ writer: ValueWriter<State>
  ) throws {
    var state = first
    withUnsafePointer(to: state) { finder.begin(with: $0) }
    var replayed = try json(state, writer)
    #expect(!replayed.text.contains(#""$rewind":"opaque""#), "\(name): \(replayed.text)")
    for round in 1...3 {
      let before = try json(state, writer)
      change(&state)
      let after = try json(state, writer)
      #expect(before != after, "\(name), round \(round): the text shows no change: \(after.text)")
      var patch: [UInt8] = []
      let difference = withUnsafePointer(to: state) {
        finder.advance(to: $0, appendingPatchTo: &patch)
      }
      #expect(difference == .patch, "\(name), round \(round): the change was missed")
      try Patch(JSONValue(parsing: patch)).apply(to: &replayed)
      let text = String(decoding: patch, as: UTF8.self)
      #expect(replayed == after, "\(name), round \(round): \(text)")
    }
  }

  private static func json<State>(_ state: State, _ writer: ValueWriter<State>) throws -> JSONValue
  {
    var bytes: [UInt8] = []
    writer.write(state, to: &bytes)
    return try JSONValue(parsing: bytes)
  }
}

@Suite("A state of a real app")
struct StateKindTests {
  @Test("has each of its changes told", arguments: StateKinds.all)
  func changes(_ kind: StateKind) throws {
    try kind.check()
  }
}
