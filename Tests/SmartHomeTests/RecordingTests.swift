import RewindReplay
import RewindTesting

#if os(macOS) || os(Linux)
import Foundation
import SmartHomeExample
import SmartHomeFront
import RewindTestSupport
import Testing

@Suite("A recording of the smart home", .process)
struct RecordingTests {
  private let smartHome = Program("smart-home")
  private let rewind = Program("rewind")

  @Test("gives every state that the program printed, decoded and reconstructed")
  func states() throws {
    try TemporaryFolder.with { folder in
      let (log, states) = (folder.path("log.jsonl"), folder.path("states"))
      _ = try smartHome.run(
        ["--devices", "60", "--seed", "4", "--record", log, "--print-states", states],
        input: "heat 4 10\nheat 4 40\nrun 80\nremove 7\nadd lock 2\nrun 20\n"
      )
      let printed = try printedStates(states, of: HouseState.self)
      let replay = try Replay(log, of: SmartHomeFront.smartHome)
      #expect(replay.lastIndex == printed.count - 1)
      for (index, state) in printed.enumerated() {
        #expect(try replay.state(after: index) == state)
      }
      #expect(try rewind.run("verify", log, "--app", smartHome.path).exit == .status(0))
    }
  }

  @Test(
    "leads from the group that crashes to the device that was removed",
    .disabled(if: Sanitizer.isOn, "\(Sanitizer.noBacktraces)")
  )
  func culprit() throws {
    try TemporaryFolder.with { folder in
      let log = folder.path("log.jsonl")
      let run = try smartHome.run(
        ["--devices", "20", "--seed", "\(try seedWithLastDeviceInGroup())", "--record", log],
        input: "turn 3 on\nremove 5\nlevel 2 30\nheat 4 20\ngroup 0 on\n"
      )
      #expect(run.exit == .trap)
      let found = try rewind.run("bisect", log, "--app", smartHome.path)
      #expect(found.lines[0].hasPrefix("fatal   5  SwitchGroup "))
      #expect(found.lines[1] == #"culprit 2  RemoveDevice {"device":5}"#)
    }
  }

  private func seedWithLastDeviceInGroup() throws -> UInt64 {
    try #require(
      (0..<1000).first {
        HouseState.furnished(devices: 20, seed: $0).groups[0].devices.contains(19)
      }
    )
  }
}
#endif
