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

/// Not named at any attachment: naming a type counts for the whole process.
private struct Partial: Codable {
  var count = 0
  var shown = "a"

  enum CodingKeys: CodingKey { case shown }
}

private struct Holder: Codable {
  var partial = Partial()
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
    }
  }

  @Test("is told of where the attachment does not say so: to the app, and in the log")
  func leftOut() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("log.jsonl")
      nonisolated(unsafe) var warnings: [Recorder.Warning] = []
      let recorder = Recorder(app: "lossy", to: .file(path), onWarning: { warnings.append($0) })
      let recording = recorder.attach(Holder.self)
      var holder = Holder()
      for number in 1...3 {
        recording.record(number, on: &holder) { $0.partial.count = number }
      }
      recorder.close()
      guard case .leftOut(let places, let types)? = warnings.first, warnings.count == 1 else {
        Issue.record("\(warnings)")
        return
      }
      #expect(places == ["/partial/count"])
      #expect(types.count == 1 && types[0].hasSuffix("Partial"))
      let log = try SessionLog.open(path)
      let notes = try (1..<log.lineCount).compactMap { line -> String? in
        guard case .note(let note) = try log.line(line) else { return nil }
        return note.text
      }
      #expect(notes == [warnings[0].description])
    }
  }
}
