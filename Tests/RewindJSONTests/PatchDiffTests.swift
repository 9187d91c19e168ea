import RewindJSON
import RewindTestSupport
import Testing

@Suite("The difference of two documents")
struct PatchDiffTests {
  /// Holds a diff against everything it promises.
  private func check(_ before: JSONValue, _ after: JSONValue, _ comment: Comment) throws {
    let patch = Patch(from: before, to: after)
    var document = before
    let inverse = try patch.applyReversibly(to: &document)
    #expect(document == after, comment)
    #expect(try PlainPatch.apply(patch.json, to: before) == after, comment)
    #expect(patch.isEmpty == (before == after), comment)
    let whole = Patch([.replace(.root, after)])
    #expect(patch.json.text.utf8.count <= whole.json.text.utf8.count, comment)
    try inverse.apply(to: &document)
    #expect(document.text == before.text, comment)
  }

  @Test(
    "turns one random document into another",
    arguments: SeedBatch.all(TestScale.count(600, of: 10_000))
  )
  func unrelated(batch: SeedBatch) throws {
    for seed in batch.seeds {
      var random = RandomJSON(seed: seed)
      let (before, after) = (random.value(depth: 4), random.value(depth: 4))
      try check(before, after, "seed \(seed)")
    }
  }

  @Test(
    "turns a document into one with some changes",
    arguments: SeedBatch.all(TestScale.count(600, of: 10_000))
  )
  func changed(batch: SeedBatch) throws {
    for seed in batch.seeds {
      var random = RandomJSON(seed: seed)
      let before = random.value(depth: 5)
      var after = before
      for _ in 0...random.below(4) { after = random.changed(after) }
      try check(before, after, "seed \(seed)")
    }
  }

  /// Two lists of objects with ids: the second is shuffled, edited, shortened and lengthened.
  private func listsWithIDs(seed: UInt64) -> (items: [JSONValue], others: [JSONValue]) {
    var random = RandomJSON(seed: seed)
    let count = random.below(40)
    let items = (0..<count).map { random.item(id: $0) }
    var others = items.filter { _ in random.below(8) > 0 }
    if random.below(2) == 0 { others = random.shuffled(others) }
    for i in others.indices where random.below(4) == 0 { others[i] = random.changed(others[i]) }
    for id in 0..<random.below(4) {
      others.insert(random.item(id: 100 + id), at: random.below(others.count + 1))
    }
    return (items, others)
  }

  @Test("turns lists with ids into each other, shuffled, edited, shortened and lengthened")
  func lists() throws {
    for seed in TestScale.seeds(150, of: 2_000) {
      let (items, others) = listsWithIDs(seed: seed)
      try check(["items": .array(items)], ["items": .array(others)], "seed \(seed)")
    }
  }

  @Test("pairs every element of one list with at most one of the other, by id where all have one")
  func pairs() {
    for seed in TestScale.seeds(150, of: 2_000) {
      let (items, others) = listsWithIDs(seed: seed)
      var effort = SequenceAlignment.usualEffort
      let pairs = ArrayAlignment(items, others, effort: &effort).pairs
      #expect(pairs.compactMap(\.old).sorted() == Array(items.indices), "seed \(seed)")
      #expect(pairs.compactMap(\.new) == Array(others.indices), "seed \(seed)")
      let ids = (items.map { $0["id"] }, others.map { $0["id"] })
      guard (ids.0 + ids.1).allSatisfy({ $0?.kind == .number }),
        Set(ids.1).count == others.count
      else { continue }
      for pair in pairs {
        guard let old = pair.old, let new = ids.1.firstIndex(of: ids.0[old]) else { continue }
        #expect(pair.new == new, "seed \(seed)")
      }
    }
  }

  @Test(
    "gives up a list that was sorted before reading its elements, and only where few edits are wanted"
  )
  func editLimit() {
    let arrays = CountedArrays(Array(0..<1_000), Array((0..<1_000).reversed()))
    var effort = SequenceAlignment.usualEffort
    #expect(ArrayAlignment(arrays, editLimit: 256, effort: &effort).editCount > 256)
    #expect(arrays.reads == 0)
    #expect(ArrayAlignment(arrays, effort: &effort).editCount == 999)
    #expect(arrays.reads > 0)
  }

  @Test("finds the same few edits with a limit as without")
  func withinEditLimit() {
    for seed in TestScale.seeds(20, of: 500) {
      var random = RandomJSON(seed: seed)
      let before = Array(0..<400)
      var after = before
      for number in 0...random.below(40) {
        switch random.below(3) {
        case 0: after.remove(at: random.below(after.count))
        case 1: after.insert(1_000 + number, at: random.below(after.count))
        default: after.swapAt(random.below(after.count), random.below(after.count))
        }
      }
      var (effort, other) = (SequenceAlignment.usualEffort, SequenceAlignment.usualEffort)
      let arrays = CountedArrays(before, after)
      let limited = ArrayAlignment(arrays, editLimit: 256, effort: &effort)
      let whole = ArrayAlignment(arrays, effort: &other)
      #expect(limited.editCount == whole.editCount, "seed \(seed)")
      #expect("\(limited.steps)" == "\(whole.steps)", "seed \(seed)")
    }
  }

  @Test("turns rows of few different values into each other")
  func rows() throws {
    for seed in TestScale.seeds(150, of: 2_000) {
      var random = RandomJSON(seed: seed)
      let kinds = 1 + random.below(5)
      let row = (0..<random.below(60)).map { _ in JSONValue(random.below(kinds)) }
      let other = (0..<random.below(60)).map { _ in JSONValue(random.below(kinds)) }
      try check(.array(row), .array(other), "seed \(seed)")
    }
  }

  @Test("says what changed, and no more", arguments: examples)
  func wording(before: String, after: String, patch: String) throws {
    let found = Patch(from: try JSONValue(parsing: before), to: try JSONValue(parsing: after))
    #expect(found.json.text == patch)
  }

  static let examples = [
    ("{}", "{}", "[]"),
    (#"{"a":1,"b":[1.0,"x"]}"#, #"{"b":[1,"x"],"a":1e0}"#, "[]"),
    ("1", #""1""#, #"[{"op":"replace","path":"","value":"1"}]"#),
    (
      #"{"count":1,"name":"a longer text that stays"}"#,
      #"{"count":2,"name":"a longer text that stays"}"#,
      #"[{"op":"replace","path":"/count","value":2}]"#
    ),
    // Saying two members by their paths would take longer than the object.
    (
      #"{"keep":"a longer text that stays, so that the rest is worth it","p":{"x":1,"y":2}}"#,
      #"{"keep":"a longer text that stays, so that the rest is worth it","p":{"x":3,"y":4}}"#,
      #"[{"op":"replace","path":"/p","value":{"x":3,"y":4}}]"#
    ),
    (
      #"{"one":"a text that stays","two":"another text that stays"}"#,
      #"{"one":"a text that stays","three":"another text that stays"}"#,
      #"[{"op":"move","from":"/two","path":"/three"}]"#
    ),
    (
      #"["a longer text","another longer text","a third longer text"]"#,
      #"["new","a longer text","another longer text","a third longer text"]"#,
      #"[{"op":"add","path":"/0","value":"new"}]"#
    ),
    (
      #"["a longer text","another longer text","a third longer text"]"#,
      #"["a longer text","a third longer text"]"#,
      #"[{"op":"remove","path":"/1"}]"#
    ),
    (
      #"["a longer text","another longer text","a third longer text","and a fourth"]"#,
      #"["another longer text","a third longer text","and a fourth","a longer text"]"#,
      #"[{"op":"move","from":"/0","path":"/3"}]"#
    ),
    // A cell of a board changes; it does not move.
    (
      "[[0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]]",
      "[[0,0,0,2,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]]",
      #"[{"op":"replace","path":"/0/3","value":2}]"#
    ),
    // Items with ids keep who they are, wherever they go and whatever becomes of them.
    (
      """
      [{"id":1,"title":"Buy milk and bread","done":false},\
      {"id":2,"title":"Call the plumber","done":false},\
      {"id":3,"title":"Water the plants","done":false}]
      """,
      """
      [{"id":3,"title":"Water the plants","done":true},\
      {"id":1,"title":"Buy milk and bread","done":false},\
      {"id":2,"title":"Call the plumber","done":true}]
      """,
      """
      [{"op":"move","from":"/2","path":"/0"},{"op":"replace","path":"/0/done","value":true},\
      {"op":"replace","path":"/2/done","value":true}]
      """
    ),
    // Without ids, a changed element is the one that has most in common.
    (
      """
      [{"title":"Buy milk and bread","done":false},{"title":"Call the plumber","done":false},\
      {"title":"Water the plants","done":false}]
      """,
      """
      [{"title":"Buy milk and bread","done":true},{"title":"Post the letter","done":false},\
      {"title":"Call the plumber","done":true},{"title":"Water the plants","done":false}]
      """,
      """
      [{"op":"replace","path":"/0/done","value":true},\
      {"op":"add","path":"/1","value":{"title":"Post the letter","done":false}},\
      {"op":"replace","path":"/2/done","value":true}]
      """
    ),
    (
      #"{"a/b":{"m~n":[1,2,3,4,5,6,7,8,9,"long enough to be kept"]}}"#,
      #"{"a/b":{"m~n":[1,2,3,4,0,6,7,8,9,"long enough to be kept"]}}"#,
      #"[{"op":"replace","path":"/a~1b/m~0n/4","value":0}]"#
    ),
  ]

  @Test("is one operation where one of 10,000 elements came, went, moved or changed")
  func large() throws {
    let elements = (0..<10_000).map { n -> JSONValue in
      ["number": JSONValue(n), "text": .string("the element of number \(n)")]
    }
    var other = elements
    other.insert(["new": true], at: 0)
    #expect(Patch(from: .array(elements), to: .array(other)).operations.count == 1)
    other = elements
    other.remove(at: 5_000)
    #expect(Patch(from: .array(elements), to: .array(other)).operations.count == 1)
    other = elements
    other.insert(other.remove(at: 9_000), at: 17)
    #expect(
      Patch(from: .array(elements), to: .array(other)).operations == [
        .move(from: Pointer(tokens: ["9000"]), to: Pointer(tokens: ["17"]))
      ]
    )
    other = elements
    other[123] = ["number": 123, "text": "changed"]
    #expect(
      Patch(from: .array(elements), to: .array(other)).operations == [
        .replace(Pointer(tokens: ["123", "text"]), "changed")
      ]
    )
  }

  @Test("is right where the arrays are too far apart for the shortest edit script")
  func farApart() throws {
    var random = RandomJSON(seed: 1)
    let rows = (0..<6_000).map { _ in JSONValue(random.below(900)) }
    let texts = (0..<2_000).map { JSONValue.string("a text of number \($0)") }
    try check(.array(rows), .array(random.shuffled(rows)), "rows")
    try check(.array(texts), .array(random.shuffled(texts)), "texts")
    try check(
      .array(texts),
      .array(random.shuffled(Array(texts.dropFirst(500)) + rows.prefix(800))),
      "texts and rows"
    )
  }
}

/// Two arrays of numbers that are read as texts, and count how often.
private final class CountedArrays: AlignedArrays {
  private let old: [Int]
  private let new: [Int]
  private(set) var reads = 0

  init(_ old: [Int], _ new: [Int]) {
    (self.old, self.new) = (old, new)
  }

  var oldCount: Int { old.count }
  var newCount: Int { new.count }
  var readableCount: Int { 128 }

  func commonRun(_ oldStart: Int, _ newStart: Int, _ limit: Int) -> Int {
    zip(old[oldStart...], new[newStart...]).prefix(limit).prefix { $0 == $1 }.count
  }

  func numbers(old oldIndexes: [Int], new newIndexes: [Int]) -> ElementNumbers {
    ElementNumbers(old: oldIndexes.map { old[$0] }, new: newIndexes.map { new[$0] })
  }

  func oldValue(_ index: Int) -> JSONValue { read(old[index]) }
  func newValue(_ index: Int) -> JSONValue { read(new[index]) }

  private func read(_ number: Int) -> JSONValue {
    reads += 1
    return .string("element number \(number)")
  }
}
