import Foundation
import Rewind
import RewindInputs
import RewindReplay
import RewindStore
import RewindTestSupport

/// A small app: a counter that can be added to, reads the clock, and traps at will.
struct Counter: Codable, Equatable {
  var count = 0
  var label: String?
  var history: [Int] = []
}

struct Add: Action, Codable {
  let amount: Int
}

struct Stamp: Action, Codable {}
struct Tag: Action, Codable {}

/// An action as most apps write them: without `Codable`.
struct Rename: Action {
  let label: String?
}

func counterReducer(action: any Action, state: Counter?) -> Counter {
  var state = state ?? Counter(count: Recorded.value("start") { 5 })
  switch action {
  case let add as Add:
    state.count += add.amount
    state.history.append(state.count)
  case is Stamp:
    state.label = Recorded.value("label") { "live" }
    state.count = Recorded.random(in: 0..<1000)
  case is Tag:
    state.label = Recorded.value("tag") { "blue" }
  case let rename as Rename:
    state.label = rename.label
  default:
    break
  }
  return state
}

let counter = ReplayableStore(
  reducer: counterReducer,
  actions: ActionDecoders([Add.self, Stamp.self])
    .adding("Rename") { Rename(label: $0["label"]?.string) }
)

extension SessionClock {
  /// A clock that goes on by a millisecond each time it is asked.
  static var ticking: SessionClock {
    let ticks = Ticks()
    return SessionClock(
      wall: { Date(timeIntervalSince1970: 1_795_248_000.123) },
      microseconds: { ticks.next() }
    )
  }

  private final class Ticks: @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0

    func next() -> Int {
      lock.withLock {
        count += 1_000
        return count
      }
    }
  }
}

/// A recorder whose every byte is foreseeable.
func foreseeableRecorder(
  _ path: String,
  _ options: Recorder.Options = Recorder.Options(verifying: true)
) -> Recorder {
  Recorder(
    app: "counter",
    to: .file(path),
    session: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)),
    clock: .ticking,
    options: options
  )
}

/// A store of the counter that is being recorded.
func recordedStore(_ path: String, state: Counter? = nil) -> (Recorder, Store<Counter>) {
  let recorder = foreseeableRecorder(path)
  let middleware = recorder.attach(Counter.self).middleware
  return (recorder, Store(reducer: counterReducer, state: state, middleware: [middleware]))
}

/// A time machine on a store of the counter that is being recorded.
func recordedMachine(
  _ path: String
) -> (Recorder, TimeMachine<Counter, any Action>, Store<Counter>) {
  let recorder = foreseeableRecorder(path)
  let recording = recorder.attach(Counter.self)
  let machine = TimeMachine(counterReducer)
  let store = Store(
    reducer: machine.reducer,
    state: nil,
    middleware: [machine.middleware, recording.middleware]
  )
  machine.attach(to: store, recording: recording)
  return (recorder, machine, store)
}

/// Returns a log without what differs from run to run and machine to machine.
///
/// Checksums are tested where they are made; without them the text is plain to read.
func plainText(_ path: String) throws -> String {
  try String(contentsOfFile: path, encoding: .utf8)
    .replacing(#/,"crc":"[0-9a-f]{8}"/#, with: "")
    .replacing(#/,"process":[0-9]+,"executable":"[^"]+"/#, with: "")
    .replacing(#/(,"build":"[0-9a-f-]+")?,"timeZone":"[^"]+","locale":"[^"]+"/#, with: "")
}
