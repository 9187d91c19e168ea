import RewindDiagnosis
import RewindJSON
import RewindTestSupport
import RewindTimeline
import Testing

private let minefield = ReplayProgram([Program("minefield").path])

@Suite("A recorded crash that a replay survives", .process)
struct NotReproducedTests {
  /// A session that ends inside a move that does not crash, after some moves with a pause between each.
  private func session(
    _ members: KeyValuePairs<String, JSONValue> = [:],
    attach: String? = "reducer",
    moves: Int = 3,
    types: [String] = ["tick"],
    pause: Double = 1
  ) -> SessionFile {
    var file = SessionFile(app: "minefield", attach: attach, members)
    func add(_ index: Int, _ move: String, at time: Double) {
      file.add([
        "index": JSONValue(index), "time": JSONValue(time),
        "action": ["type": .string("Move.\(move)"), "payload": [move: [:]]],
      ])
    }
    file.add(["after": 0, "state": ["isArmed": false, "steps": 0], "made": true])
    add(1, "disarm", at: 0)
    file.add(["after": 1, "state": ["isArmed": false, "steps": 1]])
    for number in 1...moves {
      add(number + 1, types[number % types.count], at: Double(number) * pause)
      guard number < moves else { break }
      file.add([
        "after": JSONValue(number + 1),
        "patch": [["op": "replace", "path": "/steps", "value": JSONValue(number + 1)]],
      ])
    }
    return file
  }

  private func verify(_ file: SessionFile) throws -> Verification {
    var options = Verification.Options()
    // Not every move here does what its recorded state says.
    options.comparesOnlyTheEnd = true
    return try Verification.run(file.timeline(), by: minefield, options: options)
  }

  private func doubt(_ file: SessionFile) throws -> Verification.Doubt? {
    let verification = try verify(file)
    switch verification.verdict {
    case .notReproduced(_, let doubt):
      #expect(verification.commitVerdict() == .skip)
      return doubt
    case .fixed:
      #expect(verification.commitVerdict() == .good)
    default:
      Issue.record("\(verification.verdict)")
    }
    return nil
  }

  @Test("is fixed where it happened in the reducer")
  func fixed() throws {
    #expect(try doubt(session()) == nil)
    #expect(try doubt(session(attach: nil)) == nil)
    #expect(try doubt(session(attach: "store")) == nil)
    #expect(try doubt(session(["build": "another"])) == nil)
  }

  @Test("is not fixed by a build that crashed before")
  func build() throws {
    let own = try #require(try Program("minefield").build)
    #expect(try doubt(session(["build": .string(own)])) == .sameBuild)
    let reproduced: JSONValue = ["build": .string(own), "death": "trap"]
    #expect(try doubt(session(["build": "another", "reproduced": reproduced])) == .sameBuild)
  }

  @Test("may have happened outside the reducer, unless a replay has crashed so before")
  func attachment() throws {
    let reproduced: JSONValue = ["build": "another", "death": "trap"]
    for attach in ["middleware", "dispatcher"] {
      #expect(try doubt(session(attach: attach)) == .attachment)
      #expect(try doubt(session(["reproduced": reproduced], attach: attach)) == nil)
    }
  }

  @Test(
    "may be the end of the stack after actions without a pause",
    arguments: TestScale.cases(1, of: [["tick"], ["tick", "arm"]])
  )
  func burst(types: [String]) throws {
    let endless = session(moves: 1_500, types: types, pause: 0.000_5)
    guard case .burst(let burst)? = try doubt(endless) else {
      Issue.record("a burst was not found")
      return
    }
    #expect(burst.count == 1_500)
    #expect(burst.first == 2)
    #expect(burst.origin == 1)
    #expect(Set(burst.types) == Set(types.map { "Move.\($0)" }))
    // Fewer ones, slower ones, and ones of more types are what apps do.
    #expect(try doubt(session(moves: 400, types: types, pause: 0.000_5)) == nil)
    #expect(try doubt(session(moves: 1_500, types: types, pause: 0.008)) == nil)
    let mixed = ["tick", "arm", "disarm"]
    #expect(try doubt(session(moves: 1_500, types: mixed, pause: 0.000_5)) == nil)
    let reproduced: JSONValue = ["death": "signal(11)"]
    let known = session(["reproduced": reproduced], moves: 1_500, types: types, pause: 0.000_5)
    #expect(try doubt(known) == nil)
  }
}

extension Program {
  /// The build that the program reports in the greeting of a replay.
  fileprivate var build: String? {
    get throws {
      let request = #"{"rewind":1,"replay":1,"session":"s","states":"none"}"# + "\n"
      let greeting = try run(["--rewind-replay"], input: request).output.split(separator: "\n")
        .first
      return try greeting.flatMap { try JSONValue(parsing: String($0))["build"]?.string }
    }
  }
}
