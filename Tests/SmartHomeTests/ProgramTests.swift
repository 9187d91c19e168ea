import Foundation
import RewindTestSupport
import SmartHomeExample
import Testing

@Suite("The program smart-home", .process)
struct ProgramTests {
  private let smartHome = Program("smart-home")

  @Test("plays the same session for the same seed, and prints its states")
  func session() throws {
    let (script, house) = (
      String(repeating: "run\n", count: 200) + "rooms\n", ["--devices", "60", "--seed", "9"]
    )
    let (run, states) = try smartHome.play(script, house, printing: HouseState.self)
    #expect(run.exit == .status(0))
    #expect(try smartHome.run(house, input: script).output == run.output)
    #expect(states.count >= 201)
    #expect(states.first == .furnished(devices: 60, seed: 9))
  }

  @Test(
    "refuses a house that is too large, with a message and status 2",
    arguments: ["100001", "many", "-1"]
  )
  func tooLarge(devices: String) throws {
    let run = try smartHome.run("--devices", devices, exits: 2)
    #expect(
      run.errors == """
        "--devices" takes a whole number from 0 to 100000, and got "\(devices)".

        """
    )
  }
}
