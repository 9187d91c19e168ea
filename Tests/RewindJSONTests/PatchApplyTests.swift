import RewindJSON
import RewindTestSupport
import Testing

@Suite("Applying a patch")
struct PatchApplyTests {
  @Test(
    "does on random documents what the RFC's words do, and leaves them as they were on an error",
    arguments: SeedBatch.all(TestScale.count(600, of: 10_000))
  )
  func random(batch: SeedBatch) throws {
    var applied = 0
    for seed in batch.seeds {
      var random = RandomJSON(seed: seed)
      let before = random.value(depth: 4)
      // Operations that fit one after the other, as far as chance makes them.
      var document = before
      var operations: [Patch.Operation] = []
      for _ in 0...random.below(6) {
        let operation = random.operation(on: document)
        operations.append(operation)
        _ = try? Patch([operation]).apply(to: &document)
      }
      document = before
      let patch = Patch(operations)
      let expected = try? PlainPatch.apply(patch.json, to: before)
      do {
        let inverse = try patch.applyReversibly(to: &document)
        #expect(document == expected, "seed \(seed)")
        try inverse.apply(to: &document)
        applied += 1
      } catch {
        #expect(expected == nil, "seed \(seed): \(error)")
      }
      #expect(document.text == before.text, "seed \(seed)")
    }
    #expect((20...80).contains(applied), "both outcomes must be tried")
  }

  @Test("can be undone again and again")
  func redo() throws {
    for seed in UInt64(0)..<1_000 {
      var random = RandomJSON(seed: seed)
      let before = random.value(depth: 4)
      let after = random.changed(random.changed(before))
      var document = before
      var patch = Patch(from: before, to: after)
      for round in 0..<4 {
        patch = try patch.applyReversibly(to: &document)
        #expect(document == (round.isMultiple(of: 2) ? after : before), "seed \(seed)")
      }
    }
  }

  @Test(
    "puts members back where they were",
    arguments: [
      #"[{"op":"remove","path":"/a"},{"op":"remove","path":"/b"}]"#,
      #"[{"op":"move","from":"/a","path":"/d"}]"#, #"[{"op":"move","from":"/c","path":"/a"}]"#,
      #"[{"op":"move","from":"/a/x","path":"/a"}]"#,
      #"[{"op":"remove","path":"/b"},{"op":"add","path":"/b","value":4}]"#,
    ]
  )
  func memberOrder(patch: String) throws {
    let text = #"{"a":{"x":{"y":0},"z":1},"b":2,"c":3}"#
    var document = try JSONValue(parsing: text)
    let inverse = try Patch(try JSONValue(parsing: patch)).applyReversibly(to: &document)
    try inverse.apply(to: &document)
    #expect(document.text == text)
  }

  @Test("changes large arrays and objects where they lie")
  func inPlace() throws {
    func storage(_ value: JSONValue?) -> UnsafeRawPointer? {
      switch value {
      case .array(let elements): elements.withUnsafeBytes(\.baseAddress)
      case .object(let object): object.members.withUnsafeBytes(\.baseAddress)
      default: nil
      }
    }
    let item: JSONValue = ["done": false, "tags": ["a", "b"]]
    var document: JSONValue = [
      "items": .array(Array(repeating: 0, count: 10_000)),
      "byName": .object(JSONObject((0..<10_000).map { ("\($0)", JSONValue($0)) })),
    ]
    try Patch([.replace(try Pointer("/items/5000"), item)]).apply(to: &document)
    let patch = Patch([
      .replace(try Pointer("/items/5000/done"), true),
      .remove(try Pointer("/items/5000/tags/0")),
      .replace(try Pointer("/byName/77"), nil),
      .test(try Pointer("/byName/77"), nil),
    ])
    let (items, byName) = (storage(document["items"]), storage(document["byName"]))
    let inverse = try patch.applyReversibly(to: &document)
    #expect(storage(document["items"]) == items)
    #expect(storage(document["byName"]) == byName)
    try inverse.apply(to: &document)
    #expect(storage(document["items"]) == items)
    #expect(storage(document["byName"]) == byName)
  }

  @Test("refuses copies that would make a document grow without bound")
  func growth() throws {
    var document: JSONValue = ["a": "some text"]
    let doublings = Patch((0..<40).map { .copy(from: .root, to: Pointer(tokens: ["\($0)"])) })
    let error = #expect(throws: PatchError.self) { try doublings.apply(to: &document) }
    guard case .inapplicable(_, .copy, _, .copiesTooMuch) = error else {
      Issue.record("got \(error?.description ?? "no error")")
      return
    }
    #expect(document == ["a": "some text"])
  }

  @Test("refuses copies that patch after patch would make a document grow without bound")
  func growthOverPatches() throws {
    var document: JSONValue = ["a": "some text"]
    var growth = DocumentGrowth()
    let copies = Patch(["b", "c"].map { .copy(from: .root, to: Pointer(tokens: [$0])) })
    var applied = 0
    while applied < 100, (try? copies.apply(to: &document, &growth)) != nil { applied += 1 }
    // Each patch makes three to four times the text of the one before; one may add 64 MB in all.
    #expect((10...20).contains(applied))
    #expect(document.nesting == 2 * applied + 1)
    // After a whole state it may grow again.
    var fresh = DocumentGrowth()
    document = ["a": "some text"]
    try copies.apply(to: &document, &fresh)
  }

  @Test("compares and measures values by what is stored, not by their paths")
  func shared() throws {
    func doubled(_ levels: Int) -> JSONValue {
      (0..<levels).reduce(["x": 1]) { inner, _ in [inner, inner] }
    }
    let (a, b) = (doubled(200), doubled(200))
    #expect(a == b)
    #expect(a.nesting == 201)
    #expect(a != doubled(199))
    #expect(JSONValue.array([a, 1]) != JSONValue.array([b, 2]))
  }

  @Test("refuses to nest deeper than a document may be, by any operation")
  func depth() throws {
    let limit = JSONValue.nestingLimit
    func nested(_ levels: Int) -> JSONValue {
      (0..<levels).reduce(0) { inner, _ in ["x": inner] }
    }
    let bottom = Pointer(tokens: Array(repeating: "x", count: limit))
    let half = Pointer(tokens: Array(repeating: "x", count: limit / 2))
    let operations: [Patch.Operation] = [
      .add(bottom, ["x": 0]), .replace(bottom, [[]]), .copy(from: half, to: half.appending("y")),
      .move(from: Pointer(tokens: ["y"]), to: bottom),
    ]
    for operation in operations {
      let before: JSONValue = ["x": nested(limit - 1), "y": [0]]
      var document = before
      let error = #expect(throws: PatchError.self) { try Patch([operation]).apply(to: &document) }
      #expect(error?.description.contains("deeper than 256 levels") == true, "\(operation.name)")
      #expect(document == before)
    }
    var document = nested(limit)
    let copies = Patch(Array(repeating: .copy(from: .root, to: Pointer(tokens: ["x"])), count: 2))
    #expect(throws: PatchError.self) { try copies.apply(to: &document) }
    #expect(document == nested(limit))
  }

  @Test("takes a pointer of 100,000 tokens for what it is: one that leads nowhere")
  func longPointer() {
    var document: JSONValue = ["a": ["a": 1]]
    let pointer = Pointer(tokens: Array(repeating: "a", count: 100_000))
    #expect(throws: PatchError.self) { try Patch([.remove(pointer)]).apply(to: &document) }
    #expect(throws: PatchError.self) { try Patch([.add(pointer, 1)]).apply(to: &document) }
    #expect(document == ["a": ["a": 1]])
  }

  @Test(
    "says which operation failed, on what, and why",
    arguments: PatchExample.all("messages")
  )
  func messages(example: PatchExample) throws {
    var document: JSONValue = ["n": 1, "items": ["a", "b"], "empty": []]
    let error = #expect(throws: PatchError.self) {
      try Patch(example.json["patch"] ?? .null).apply(to: &document)
    }
    #expect(error?.description == example.json["error"]?.string)
  }
}
