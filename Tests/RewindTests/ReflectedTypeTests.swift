import Foundation
import Rewind
import RewindJSON
import RewindLog
import RewindSession
import RewindTestSupport
import RewindTimeline
import Testing

/// A type whose `Codable` form leaves out what its changes are.
private struct Lossy: Codable, Equatable {
  var count = 0
  var shown = "a"

  enum CodingKeys: CodingKey { case shown }
}

private struct Owner: Codable {
  var lossy = Lossy()
  var other = 1
}

@Suite("A type that encodes less than it holds")
struct ReflectedTypeTests {
  @Test("is recorded with all its properties where the attachment says so, and the header names it")
  func lossy() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("log.jsonl")
      let recorder = Recorder(app: "lossy", to: .file(path))
      let recording = recorder.attach(Owner.self, reflecting: [Lossy.self])
      var owner = Owner()
      for number in 1...3 {
        recording.record(number, on: &owner) { $0.lossy.count = number }
      }
      recorder.close()
      let timeline = try Timeline.open(SessionLog.open(path))
      let states = try (0...3).map { try timeline.state(after: $0).text }
      #expect(
        states == (0...3).map { #"{"lossy":{"count":\#($0),"shown":"a"},"other":1}"# }
      )
      let names = timeline.log.header.reflected
      #expect(names.count == 1 && names[0].hasSuffix("Lossy"))
      #expect(timeline.log.header.form == 2)
    }
  }
}
