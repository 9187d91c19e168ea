import RewindDiagnosis
import RewindJSON
import RewindTestSupport
import Testing

@Suite("The values of a triage")
struct TriageValueTests {
  @Test("have a key of its contents for each file: no flipped bit and no prefix has the same")
  func keys() {
    let seed = SeededGenerator.seed
    var random = SeededGenerator(seed: seed)
    let bytes = (0..<203).map { _ in UInt8.random(in: 0...255, using: &random) }
    var keys: Set<String> = []
    func add(_ bytes: [UInt8]) {
      var (key, bytes) = (ContentKey(), bytes)
      key.add(&bytes)
      #expect(keys.insert(key.text).inserted, "seed \(seed)")
    }
    for bit in 0..<(bytes.count * 8) {
      var changed = bytes
      changed[bit / 8] ^= 1 << (bit % 8)
      add(changed)
    }
    for length in 0...bytes.count { add(Array(bytes[..<length])) }
    add(bytes + [0])

    // In pieces it is the same key.
    var (whole, pieces) = (ContentKey(), ContentKey())
    var all = bytes
    whole.add(&all)
    for start in stride(from: 0, to: bytes.count, by: 64) {
      var piece = Array(bytes[start..<min(start + 64, bytes.count)])
      pieces.add(&piece)
    }
    #expect(pieces.text == whole.text)
  }

  @Test("are read back only if every byte is as it was written")
  func knowledge() throws {
    let bytes = try TriageKnowledge().bytes()
    #expect(TriageKnowledge(bytes: bytes) != nil)
    for length in 0..<bytes.count {
      #expect(TriageKnowledge(bytes: Array(bytes[..<length])) == nil)
    }
    for bit in 0..<(bytes.count * 8) {
      var changed = bytes
      changed[bit / 8] ^= 1 << (bit % 8)
      #expect(TriageKnowledge(bytes: changed) == nil, "bit \(bit)")
    }
  }

  /// Returns the number of causes of crashes, each of one action after one that sets numbers.
  private func causes(
    _ crashes: [(set: JSONValue, fatal: String)],
    _ dies: @escaping @Sendable (_ state: JSONValue, _ fatal: String) -> Bool
  ) throws -> Int {
    let start: JSONValue = ["row": 0, "rows": 0]
    let app = ScriptedApp(initial: start, actions: ["set", "show", "send"]) { run, action in
      if action.type == "set" { run.state = action.payload }
      if dies(run.state, action.type) { throw ScriptedApp.Death.trap("check(_:)") }
    }
    return try TemporaryFolder.with { folder in
      let logs = try crashes.enumerated().map { number, crash in
        var file = SessionFile(start: start, isMade: true)
        file.add(1, "set", crash.set, state: crash.set)
        file.add(2, crash.fatal, state: nil)
        return try file.write(to: folder, as: "\(number).jsonl")
      }
      let build = TriageBuild(version: nil, app.program(), key: "build")
      let run = TriageRun(by: [build], never: [], knowledge: TriageKnowledge())
      return try run.run(logs)?.groups.count ?? 0
    }
  }

  @Test("are one cause for two actions only if each dies of the state that the other dies of")
  func actions() throws {
    let crashes: [(set: JSONValue, fatal: String)] = [
      (["row": 1, "rows": 0], "show"), (["row": 2, "rows": 0], "send"),
    ]
    #expect(try causes(crashes) { $1 != "set" && $0["row"]?.int ?? 0 > 0 } == 1)
    #expect(
      try causes(crashes) { $1 != "set" && $0["row"]?.int ?? 0 > ($1 == "show" ? 0 : 1) } == 2
    )
  }

  @Test("are two causes for two members of which one's name begins with the other's")
  func names() throws {
    let crashes: [(set: JSONValue, fatal: String)] = [
      (["row": 1, "rows": 0], "show"), (["row": 0, "rows": 1], "show"),
    ]
    #expect(try causes(crashes) { $1 == "show" && $0 != ["row": 0, "rows": 0] } == 2)
  }

  @Test(
    "name pointers by what a programmer calls them, not by the data in them",
    arguments: [
      // Elements of an array, and what is in them.
      (#"{"rows":[{"n":1}]}"#, #"{"rows":[{"n":2}]}"#, #"{}"#, ["/rows/*/n"]),
      (#"{"rows":[1]}"#, #"{"rows":[1,2]}"#, #"{}"#, ["/rows"]),
      (#"{"rows":[1,2]}"#, #"{"rows":[1]}"#, #"{}"#, ["/rows"]),
      // Records of a dictionary, by their shape.
      (
        #"{"users":{"ann":{"a":1,"b":1},"bob":{"a":1,"b":1}}}"#,
        #"{"users":{"ann":{"a":1,"b":2},"bob":{"a":1,"b":1}}}"#, #"{}"#, ["/users/*/b"]
      ),
      // Keys that come and go, and that the action names.
      (#"{"cart":{}}"#, #"{"cart":{"milk":1}}"#, #"{"id":"milk"}"#, ["/cart"]),
      (
        #"{"cart":{"tea":2,"milk":1}}"#, #"{"cart":{"tea":2,"milk":3}}"#, #"{"id":"milk"}"#,
        ["/cart"]
      ),
      // Keys that come and go, and are numbered.
      (#"{"stock":{"p1":1,"p2":0,"p3":4}}"#, #"{"stock":{"p1":1,"p3":4}}"#, #"{}"#, ["/stock"]),
      (
        #"{"stock":{"p1":1,"p12":0,"p3":4}}"#, #"{"stock":{"p1":1,"p12":2,"p3":4}}"#, #"{"id":12}"#,
        ["/stock"]
      ),
      // Numbered members of a structure: they stay, or are few, or have others beside them.
      (#"{"form":{"a":1,"b":1,"c1":1}}"#, #"{"form":{"a":1,"b":1,"c1":2}}"#, #"{}"#, ["/form/c1"]),
      (#"{"m":{"m1":1,"m2":1,"m3":1}}"#, #"{"m":{"m1":1,"m2":1,"m3":2}}"#, #"{}"#, ["/m/m3"]),
      (#"{"cart":{"line1":1}}"#, #"{"cart":{"line1":1,"line2":1}}"#, #"{}"#, ["/cart/line2"]),
      // Members stay, though the action names one.
      (#"{"form":{"a":1,"b":1}}"#, #"{"form":{"a":2,"b":1}}"#, #"{"field":"a"}"#, ["/form/a"]),
      // Identifiers.
      (#"{"by":{"17":1}}"#, #"{"by":{"17":2}}"#, #"{}"#, ["/by"]),
      (
        #"{"by":{"0f0e1d2c-1111-4222-8333-444455556666":1}}"#,
        #"{"by":{"0f0e1d2c-1111-4222-8333-444455556666":2}}"#, #"{}"#, ["/by"]
      ),
      (#"{"page2":1}"#, #"{"page2":2}"#, #"{}"#, ["/page2"]),
    ]
  )
  func patterns(before: String, after: String, payload: String, expected: [String]) throws {
    func value(_ text: String) throws -> JSONValue { try JSONValue(parsing: Array(text.utf8)) }
    let (old, new) = (try value(before), try value(after))
    let first = try value(#"{"cart":{},"stock":{},"form":{"a":1,"b":1}}"#)
    let changes = DecisiveChanges.make(
      before: old,
      after: new,
      payload: try value(payload),
      first: first
    )
    #expect(changes.all == expected)
  }

  @Test(
    "leave out of a message what differs from session to session",
    arguments: [
      ("Index out of range", "Index out of range"),
      ("Duplicate values for key: 'tea-4'", "Duplicate values for key"),
      ("no row 17 in 'all of it'", "no row # in #"),
      ("user 0f0e1d2c-aaaa-bbbb is gone, \"really\"", "user # is gone, #"),
      ("'try!' raised an error: Shop.Bad\n(9)", "# raised an error"),
    ]
  )
  func messages(message: String, rest: String) {
    #expect(message.withoutData == rest)
  }
}
