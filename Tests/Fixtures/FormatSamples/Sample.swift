import Foundation
import Rewind
import RewindReplay

/// One session: how it is recorded, and how it is replayed.
struct Sample: Sendable {
  let record: @Sendable (_ log: String) -> Void
  let answerIfAsked: @Sendable () -> Void

  /// A sample whose replays are of one declaration.
  init<State, Action, Reducer>(
    of store: @autoclosure @escaping @Sendable () -> ReplayableStore<State, Action, Reducer>,
    recording record: @escaping @Sendable (_ log: String) -> Void
  ) {
    self.record = record
    answerIfAsked = { store().answerReplayRequest() }
  }

  static let all: [String: Sample] = [
    "codable": .codable, "codable-marks": .codableMarks, "reflected": .reflected,
    "reflected-odd": .reflectedOdd, "reflected-marks": .reflectedMarks, "flux": .flux,
    "whole": .whole, "keyframes": .keyframes, "none": .none, "segments": .segments,
    "crashed": .crashed, "stopped": .stopped, "gap": .gap, "external": .external,
    "travel": .travel, "overlap": .overlap, "nested": .nested, "redacted": .redacted,
    "too-large": .tooLarge, "folder": .folder, "hooks": .hooks, "middleware": .middleware,
    "causes": .causes, "notes": .notes,
  ]
}

/// Clocks that go on by the same step whenever they are asked.
private final class SteppingClock: Sendable {
  private let lock = NSLock()
  nonisolated(unsafe) private var steps = 0

  private func step() -> Int {
    lock.withLock {
      steps += 1
      return steps
    }
  }

  var clock: SessionClock {
    SessionClock(
      wall: { Date(timeIntervalSince1970: 1_795_000_000 + Double(self.step()) / 8) },
      microseconds: { self.step() * 125_000 }
    )
  }
}

extension Recorder {
  /// A recorder whose logs depend on nothing but what is recorded.
  static func steady(
    _ app: String,
    _ log: String,
    _ options: Options = Options()
  ) -> Recorder {
    Recorder(
      app: app,
      to: .file(log),
      session: UUID(uuidString: "F0F0F0F0-0000-4000-8000-000000000001") ?? UUID(),
      key: PseudonymKey(1, 2),
      clock: SteppingClock().clock,
      options: options
    )
  }
}
