import RewindJSON
import RewindTestSupport
import Testing

@Suite("A log that could not hold everything", .process)
struct GapTests {
  private let folder = TemporaryFolder()
  private static let words = "4 actions, 5 states could not be written (No space left on device)"

  /// Two moves, and four more that were lost.
  private var file: SessionFile {
    var file = SessionFile(app: "minefield")
    file.add(["after": 0, "state": ["isArmed": false, "steps": 0], "made": true])
    file.add(1, "Move.tick", ["tick": [:]], state: ["isArmed": false, "steps": 1])
    file.add(2, "Move.tick", ["tick": [:]], state: nil)
    file.add([
      "gap": ["actions": 4, "states": 5, "inputs": 0, "notes": 0],
      "why": "No space left on device", "index": 6,
    ])
    return file
  }

  @Test(
    "says so wherever it is read",
    arguments: [["check"], ["verify", "--app"], ["bisect", "--app"], []]
  )
  func told(command: [String]) throws {
    let path = try file.write(to: folder)
    let words = command.filter { !$0.hasPrefix("--") } + [path]
    let app = command.contains("--app") ? ["--app", Program("minefield").path] : []
    let run = try rewind.run(words + app, environment: ["COLUMNS": "500"])
    #expect(run.output.contains(Self.words), "\(command): \(run.output)")
  }

  @Test("tells scripts how much")
  func json() throws {
    let path = try file.write(to: folder)
    let app = ["--app", Program("minefield").path]
    for arguments in [["check", path, "--json"], ["verify", path, "--json"] + app] {
      let run = try rewind.run(arguments)
      let json = try run.json()
      #expect(json["gap"] == ["actions": 4, "states": 5, "inputs": 0, "notes": 0])
    }
  }

  @Test("names the pointers of a state that it does not hold, and that are not compared")
  func unwritten() throws {
    var file = SessionFile(app: "minefield")
    let opaque: JSONValue = ["$rewind": "opaque", "type": "Cache"]
    let state: JSONValue = [
      "isArmed": false, "steps": 0, "cache": opaque,
      "rows": [["image": opaque], ["image": opaque]],
      "tap": ["$rewind": "closure"],
    ]
    file.add(["after": 0, "state": state, "made": true])
    let path = try file.write(to: folder)
    let arguments = [
      "verify", path, "--app", Program("minefield").path, "--ignore", "/cache", "--ignore",
      "/rows",
      "--ignore", "/tap",
    ]
    let run = try rewind.run(arguments)
    #expect(
      run.errors.contains(
        "rewind: Not in the recorded states, so not compared: /cache, /rows/*/image."
      )
    )
    #expect(run.output.hasSuffix("test.jsonl: same, 0 actions\n"))
    let json = try rewind.run(arguments + ["--json"]).json()
    #expect(json["unwritten"] == ["/cache", "/rows/*/image"])
  }
}
