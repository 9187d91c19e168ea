import Foundation
import RewindReplay
import RewindTestSupport
import RewindTesting
import SmartHomeExample
import SmartHomeFront
import Testing

@Suite("A recording of the smart home", .process)
struct RecordingTests {
  private let smartHome = Program("smart-home")
  private let rewind = Program("rewind")

  @Test(
    "leads from the group that crashes to the device that was removed",
    .needsBacktraces
  )
  func culprit() throws {
    try TemporaryFolder.with { folder in
      let log = folder.path("log.jsonl")
      let run = try smartHome.run(
        ["--devices", "20", "--seed", "\(try seedWithLastDeviceInGroup())", "--record", log],
        input: """
          SwitchDevice {"device":3,"isOn":true}
          RemoveDevice {"device":5}
          SetLevel {"device":2,"level":30}
          ReportTemperature {"device":4,"temperature":20}
          SwitchGroup {"group":0,"isOn":true}
          """
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
