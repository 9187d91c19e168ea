import Foundation
import Rewind
import RewindCoding
import RewindJSON
import RewindLog
import RewindSession
import RewindTestSupport
import RewindTimeline
import Testing

/// Records a change three times, and holds each state in the log against the state that there was.
private struct LogFollower: StateKindVisitor {
  let folder: TemporaryFolder
  let isVerifying: Bool
  let isInPlace: Bool

  func visit<State>(_ name: String, _ first: State, _ change: (inout State) -> Void) throws {
    try follow(name, first, change, ValueWriter()) { $0.attach(State.self) }
  }

  func visit<State: Encodable>(
    encoding name: String,
    _ first: State,
    _ change: (inout State) -> Void
  ) throws {
    try follow(name, first, change, ValueWriter()) { $0.attach(State.self) }
  }

  private func follow<State>(
    _ name: String,
    _ first: State,
    _ change: (inout State) -> Void,
    _ writer: ValueWriter<State>,
    _ attach: (Recorder) -> Recording<State>
  ) throws {
    let path = folder.path("log.jsonl")
    let recorder = Recorder(app: "kinds", to: .file(path), options: .init(verifying: isVerifying))
    let recording = attach(recorder)
    var state = first
    var texts = [json(state, writer)]
    for number in 1...3 {
      if isInPlace {
        recording.record(number, on: &state) { change(&$0) }
      } else {
        state = recording.record(number, from: state) {
          var next = state
          change(&next)
          return next
        }
      }
      texts.append(json(state, writer))
    }
    recorder.close()
    #expect(recorder.failure == nil, "\(name)")
    let log = try SessionLog.open(path)
    #expect(try log.findContradiction() == nil, "\(name)")
    let timeline = try Timeline.open(log)
    for (index, text) in texts.enumerated() {
      #expect(try timeline.state(after: index) == JSONValue(parsing: text), "\(name), \(index)")
      guard index > 0 else { continue }
      #expect(text != texts[index - 1], "\(name), \(index)")
      #expect(try timeline.changes(of: index).isEmpty == false, "\(name), \(index): missed")
    }
  }

  private func json<State>(_ state: State, _ writer: ValueWriter<State>) -> [UInt8] {
    var bytes: [UInt8] = []
    writer.write(state, to: &bytes)
    return bytes
  }
}

@Suite("A log of a real app's state")
struct RecordedKindTests {
  @Test(
    "has each change, and each state as it was",
    arguments: TestScale.cases(16, of: StateKinds.all)
  )
  func changes(_ kind: StateKind) throws {
    for isVerifying in [false, true] {
      for isInPlace in [false, true] {
        try TemporaryFolder.with { folder in
          try kind.visit(
            LogFollower(folder: folder, isVerifying: isVerifying, isInPlace: isInPlace)
          )
        }
      }
    }
  }
}
