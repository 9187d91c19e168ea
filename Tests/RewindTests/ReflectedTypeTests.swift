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

/// An action that a template makes: whatever its payload is, it is `Encodable`, as those of libraries are.
private struct Templated<Payload>: Encodable {
  let id: String
  let payload: Payload

  enum CodingKeys: CodingKey { case id, payload }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    if let payload = payload as? any Encodable {
      try container.encode(payload, forKey: .payload)
    } else if Payload.self != Void.self {
      // As a library does that reads the properties of a payload, and meets one without properties.
      fatalError("The payload has no properties.")
    }
  }
}

private enum Choice {
  case item(Int)
  case none
}

@Suite("A type that encodes less than it holds")
struct ReflectedTypeTests {
  private let folder = TemporaryFolder()

  @Test("is recorded with all its properties where the attachment says so, and the header names it")
  func lossy() throws {
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
    #expect(states == (0...3).map { #"{"lossy":{"count":\#($0),"shown":"a"},"other":1}"# })
    let names = timeline.log.header.reflected
    #expect(names.count == 1 && names[0].hasSuffix("Lossy"))
  }

  @Test("is told of where the attachment does not say so: to the app, and in the log")
  func leftOut() throws {
    let path = folder.path("log.jsonl")
    nonisolated(unsafe) var warnings: [Recorder.Warning] = []
    let recorder = Recorder(app: "lossy", to: .file(path), onWarning: { warnings.append($0) })
    let recording = recorder.attach(Holder.self)
    var holder = Holder()
    for number in 1...3 {
      recording.record(number, on: &holder) { $0.partial.count = number }
    }
    recorder.close()
    guard case .leftOut(let pointers, let types)? = warnings.first, warnings.count == 1 else {
      Issue.record("\(warnings)")
      return
    }
    #expect(pointers == ["/partial/count"])
    #expect(types.count == 1 && types[0].hasSuffix("Partial"))
    let log = try SessionLog.open(path)
    let notes = try (1..<log.lineCount).compactMap { line -> String? in
      guard case .note(let note) = try log.line(line) else { return nil }
      return note.text
    }
    #expect(notes == [warnings[0].description])
  }

  @Test(
    "is recorded by reflection where any payload makes an action encodable, and a replay writes it so",
    .needsRuntime
  )
  func templated() throws {
    let log = MemoryLog()
    let recording = Recorder(app: "templates", to: .memory(log)).attach(Int.self)
    func record(_ action: some Any) { _ = recording.record(action, from: 0) { 0 } }
    record(Templated(id: "list", payload: [Choice.item(1), .none]))
    record(Templated(id: "optional", payload: Choice?.none))
    record(Templated(id: "pair", payload: (first: Choice.none, second: 2)))
    record(Templated(id: "number", payload: 7))
    record(Templated(id: "nothing", payload: ()))
    record(Templated(id: "date", payload: Date(timeIntervalSinceReferenceDate: 1)))
    let payloads = [
      #"{"id":"list","payload":[{"item":{"_0":1}},{"none":{}}]}"#,
      #"{"id":"optional"}"#,
      #"{"id":"pair","payload":{"first":{"none":{}},"second":2}}"#,
      #"{"id":"number","payload":7}"#,
      #"{"id":"nothing"}"#,
      #"{"id":"date","payload":"2001-01-01T00:00:01Z"}"#,
    ]
    #expect(log.actions.map { $0.payload?.text } == payloads)
    #expect(log.actions.map { $0.json["form"] != nil } == [true, true, true, false, false, false])
    var again: [UInt8] = []
    let form = PlainActionForm(
      action: Templated(id: "new", payload: [[Choice.none]]),
      ActionNaming()
    )
    #expect(form.writeContent(to: &again))
    #expect(String(decoding: again, as: UTF8.self) == #"{"id":"new","payload":[[{"none":{}}]]}"#)
  }
}
