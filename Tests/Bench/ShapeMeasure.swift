import Foundation
import Rewind

/// What a shape's row is meant to stay under; a figure without a goal is only shown.
struct ShapeGoal {
  /// Of what `JSONEncoder` takes for the state.
  var ratio: Double?
  var seconds: Double?
  var bytes: Int?
  /// The seconds of the first dispatch, which writes the state whole.
  var first: Double?
}

/// What recording adds to a dispatch of one shape, by processor time.
struct ShapeRow {
  let added: Double
  let plain: Double
  let first: Double
  let encoding: Double
  /// The bytes of the log for an action, of all lines after the initial state.
  let bytes: Int
}

/// The measurement of one shape's changes: each dispatch is timed by itself, in processor time, and the medians
/// are compared.
///
/// The dispatch without a recorder, the one with it and `JSONEncoder` take turns, so that what else the machine
/// does falls on all three.
final class ShapeMeasure<State> {
  private let report: Report
  private let folder: URL
  private let name: String
  /// Makes the state; of instances each time others, since all who hold one see its changes.
  private let makeState: () -> State
  private let encode: () throws -> Void
  private var encodings: [Double] = []

  /// `twin` is what `JSONEncoder` encodes: the state, or its like that is `Encodable`.
  init(
    _ report: Report,
    _ folder: URL,
    _ name: String,
    _ makeState: @escaping () -> State,
    twin: some Encodable
  ) {
    self.report = report
    self.folder = folder
    self.name = name
    self.makeState = makeState
    let encoder = JSONEncoder()
    encode = { consume(try encoder.encode(twin)) }
  }

  func encodable(
    _ change: String,
    goal: ShapeGoal = ShapeGoal(),
    _ body: @escaping (inout State, Int) -> Void
  ) throws where State: Encodable {
    try measure(change, goal, body) { $0.attach(State.self) }
  }

  func reflected(
    _ change: String,
    goal: ShapeGoal = ShapeGoal(),
    _ body: @escaping (inout State, Int) -> Void
  ) throws {
    try measure(change, goal, body) { $0.attach(State.self) }
  }

  private func measure(
    _ change: String,
    _ goal: ShapeGoal,
    _ body: @escaping (inout State, Int) -> Void,
    _ attach: (Recorder) -> Recording<State>
  ) throws {
    for isInPlace in [false, true] {
      let row = try measured(isInPlace, body, attach)
      report.shape("\(name): \(change)\(isInPlace ? ", in place" : "")", row, goal)
    }
  }

  /// The seconds that a row may take, but for the fewest rounds.
  private static var patience: Double { 0.12 }
  private static var rounds: Range<Int> { 7..<301 }

  private func measured(
    _ isInPlace: Bool,
    _ body: (inout State, Int) -> Void,
    _ attach: (Recorder) -> Recording<State>
  ) throws -> ShapeRow {
    let path = folder.appending(path: "\(UUID()).jsonl").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let recorder = Recorder(app: "bench", to: .file(path), options: .init(version: "bench"))
    let start = ContinuousClock.now
    let recording = attach(recorder)
    var (plainState, recordedState) = (makeState(), makeState())
    var (plain, recorded): ([Double], [Double]) = ([], [])
    var number = 0
    while number <= Self.rounds.upperBound {
      plain.append(Self.seconds { Self.dispatch(number, nil, isInPlace, &plainState, body) })
      recorded.append(
        Self.seconds { Self.dispatch(number, recording, isInPlace, &recordedState, body) }
      )
      let elapsed = (ContinuousClock.now - start).seconds
      try sampleEncoding(number)
      if number > Self.rounds.lowerBound, elapsed > Self.patience { break }
      number += 1
    }
    recorder.close()
    let plainMedian = Figure(Array(plain.dropFirst())).median
    return ShapeRow(
      added: max(Figure(Array(recorded.dropFirst())).median - plainMedian, 1e-9),
      plain: plainMedian,
      first: recorded[0] - plain[0],
      encoding: Figure(encodings).median,
      bytes: try Self.bytes(in: path) / (number + 1)
    )
  }

  /// Times `JSONEncoder` every now and then; of a large state only as often as there is time.
  private func sampleEncoding(_ number: Int) throws {
    guard number % 16 == 1 || encodings.isEmpty, encodings.reduce(0, +) < 0.3 else { return }
    encodings.append(try Self.seconds(encode))
  }

  private static func dispatch(
    _ number: Int,
    _ recording: Recording<State>?,
    _ isInPlace: Bool,
    _ state: inout State,
    _ body: (inout State, Int) -> Void
  ) {
    switch (recording, isInPlace) {
    case (let recording?, true):
      recording.record(number, on: &state) { body(&$0, number) }
    case (let recording?, false):
      let before = state
      state = recording.record(number, from: before) {
        var next = before
        body(&next, number)
        return next
      }
    case (nil, true):
      body(&state, number)
    case (nil, false):
      let before = state
      var next = before
      body(&next, number)
      state = next
    }
  }

  /// The bytes of a log after the line of its initial state.
  private static func bytes(in path: String) throws -> Int {
    let log = try Data(contentsOf: URL(fileURLWithPath: path))
    guard let first = log.firstRange(of: Data("\n{\"index\":1,".utf8)) else { return log.count }
    return log.count - first.lowerBound - 1
  }

  /// The processor's time for `body`.
  private static func seconds(_ body: () throws -> Void) rethrows -> Double {
    let start = processorSeconds()
    try body()
    return processorSeconds() - start
  }
}

/// The time that the processor has worked for this thread.
func processorSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
