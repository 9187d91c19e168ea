import Foundation
import RewindCoding
import RewindJSON
import RewindTestSupport
import Testing

/// Follows a state through the change, three times; throws where a patch does not lead on.
private struct ChangeFollower: StateKindVisitor {
  /// True if small states are compared by their texts.
  let prefersText: Bool

  func visit<State>(_ name: String, _ first: State, _ change: (inout State) -> Void) throws {
    try follow(name, first, change, ChangeDetector(reflecting: State.self), ValueWriter())
  }

  func visit<State: Encodable>(
    encoding name: String,
    _ first: State,
    _ change: (inout State) -> Void
  ) throws {
    try follow(name, first, change, ChangeDetector(encoding: State.self), ValueWriter())
  }

  private func follow<State>(
    _ name: String,
    _ first: State,
    _ change: (inout State) -> Void,
    _ detector: ChangeDetector,
    _ writer: ValueWriter<State>
  ) throws {
    var state = first
    withUnsafePointer(to: state) { detector.begin(with: $0, prefersText: prefersText) }
    var replayed = try json(state, writer)
    #expect(!replayed.text.contains(#""$rewind":"opaque""#), "\(name): \(replayed.text)")
    for round in 1...3 {
      let before = try json(state, writer)
      change(&state)
      let after = try json(state, writer)
      #expect(before != after, "\(name), round \(round): the text shows no change: \(after.text)")
      var line = LineBuffer()
      let difference = withUnsafePointer(to: state) {
        detector.advance(to: $0, appendingPatchTo: &line)
      }
      let patch = Array(line.contents)
      #expect(difference == .patch, "\(name), round \(round): the change was missed")
      try Patch(JSONValue(parsing: patch)).apply(to: &replayed)
      let text = String(decoding: patch, as: UTF8.self)
      #expect(replayed == after, "\(name), round \(round): \(text)")
    }
  }

  private func json<State>(_ state: State, _ writer: ValueWriter<State>) throws -> JSONValue {
    var bytes: [UInt8] = []
    writer.write(state, to: &bytes)
    return try JSONValue(parsing: bytes)
  }
}

@Suite("A state of a real app")
struct StateKindTests {
  @Test(
    "has each of its changes detected",
    arguments: TestScale.cases(70, of: StateKinds.all),
    [false, true]
  )
  func changes(_ kind: StateKind, prefersText: Bool) throws {
    try kind.visit(ChangeFollower(prefersText: prefersText))
  }
}
