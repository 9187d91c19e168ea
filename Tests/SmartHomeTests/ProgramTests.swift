import Foundation
import RewindTestSupport
import SmartHomeExample
import Testing

/// Starting a program needs child processes, which only the computers among Apple's platforms have.
#if os(macOS) || os(Linux)
@Suite("The program smart-home")
struct ProgramTests {
  private let smartHome = Program("smart-home")

  @Test("plays the same session for the same seed, and prints its states")
  func session() throws {
    try TemporaryFolder.with { folder in
      let states = folder.path("states")
      let run = try smartHome.run(
        ["--devices", "60", "--seed", "9", "--print-states", states],
        input: "run 200\nroom 3\n"
      )
      #expect(run.exit == .status(0))
      let again = try smartHome.run(
        ["--devices", "60", "--seed", "9"],
        input: "run 200\nroom 3\n"
      )
      #expect(again.output == run.output)

      let lines = try String(contentsOfFile: states, encoding: .utf8).split(separator: "\n")
      #expect(lines.count >= 201)
      let first = try JSONDecoder().decode(HouseState.self, from: Data(lines[0].utf8))
      #expect(first == .furnished(devices: 60, seed: 9))
    }
  }

  @Test(
    "refuses a house that is too large, with a message and status 2",
    arguments: ["100001", "many", "-1"]
  )
  func tooLarge(devices: String) throws {
    let run = try smartHome.run("--devices", devices)
    #expect(
      run.errors == """
        "--devices" takes a whole number from 0 to 100000, and got "\(devices)".

        """
    )
    #expect(run.exit == .status(2))
  }

  @Test("explains itself in 79 columns")
  func help() throws {
    let run = try smartHome.run("--help")
    #expect(run.output.hasPrefix("A house full of devices"))
    #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 79 })
  }
}
#endif
