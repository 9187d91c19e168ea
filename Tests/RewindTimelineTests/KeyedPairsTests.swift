import RewindJSON
import RewindSession
import RewindTestSupport
import RewindTimeline
import Testing

/// Compares a recorded state with that of a replay.
private func divergences(
  _ recorded: JSONValue,
  _ replayed: JSONValue,
  redacted rules: JSONValue = [["key": "id", "pseudonyms": true]],
  tolerating tolerance: Tolerance = .none
) throws -> [Divergence] {
  let file = SessionFile(redacted: rules, start: recorded)
  var comparison = SessionComparison(try file.timeline(), tolerance: tolerance)
  return try comparison.divergences(at: SessionLine(["after": 0, "state": replayed]))
}

@Suite("A replay's state, beside the recorded one")
struct StateComparisonTests {
  @Test(
    "may have members that the recorded one has not, where those are tolerated, and no elements"
  )
  func added() throws {
    let replayed: JSONValue = ["items": [1, 2], "count": 2]
    let found = try divergences(["items": [1]], replayed, tolerating: .addedMembers)
    #expect(found.map(\.patterns) == [["/items/*"]])
  }

  @Test("is compared in the values that an allow-list names, whatever capitals their names have")
  func allowList() throws {
    let recorded: JSONValue = ["itemCount": 1, "owner": "redacted"]
    let replayed: JSONValue = ["itemCount": 2, "owner": "Anna"]
    let found = try divergences(recorded, replayed, redacted: [["only": ["itemCount"]]])
    #expect(found.map(\.patterns) == [["/itemCount"]])
  }
}

/// `[UUID: Item]` is an array of keys and values in turn, in the order of its keys; those in the log are pseudonyms, in
/// the order of what they stand for.
@Suite("A replay of dictionaries whose keys are pseudonyms")
struct KeyedPairsTests {
  private static let keys = (1...3).map {
    JSONValue.string("\($0)3C58D4A-59A1-8F0B-9C5E-2B5A1C7E0D11")
  }

  @Test("is the same although its keys come in another order, and differs in values only")
  func order() throws {
    let (a, b, c) = (Self.keys[0], Self.keys[1], Self.keys[2])
    let recorded: JSONValue = ["byID": [c, ["n": 1], a, ["n": [b, 5, a, 6]], b, ["n": 3]]]
    #expect(
      try divergences(recorded, ["byID": [a, ["n": [a, 6, b, 5]], b, ["n": 3], c, ["n": 1]]]) == []
    )
    let other = try divergences(
      recorded,
      ["byID": [a, ["n": [a, 6, b, 5]], b, ["n": 4], c, ["n": 1]]]
    )
    #expect(other.map(\.patterns) == [["/byID/*/n"]])
    // The keys may be enums.
    let (one, two): (JSONValue, JSONValue) = (["id": ["_0": a]], ["name": ["_0": "soup"]])
    #expect(try divergences(["m": [one, [1], two, nil]], ["m": [two, nil, one, [1]]]) == [])
    // Where the keys are others or no pseudonyms, or the values are of their form, an array is an array.
    #expect(try divergences(["l": [one, one, two, two]], ["l": [two, two, one, one]]).count == 1)
    #expect(try divergences(["l": ["a", 1, "b", 2]], ["l": ["b", 2, "a", 1]]).count == 1)
    #expect(try divergences(["l": [a, 1, b, 2]], ["l": [b, 2, c, 1]]).count == 1)
    #expect(try divergences(["l": [a, 1, b, 2]], ["l": [b, 2, a, 1]], redacted: []).count == 1)
  }
}
