import Foundation
import Rewind
import RewindJSON
import RewindSession

/// The action of all workloads: as small as structs are.
struct Toggle: Encodable {
  let id: Int
  let isDone: Bool
}

/// The actions of an app as they mostly are: an enum whose cases carry a few values.
enum ListAction: Encodable {
  case add(title: String, priority: Double)
  case edit(id: Int, title: String, isDone: Bool)
  case insert(ToDo.Item, at: Int)
  case clear
}

/// A small action on a small state: what each line costs, beside what it cannot cost less than.
struct SmallActionBench {
  let report: Report
  let folder: URL

  /// Dispatches in one figure: so few that on a busy machine most figures are not interrupted.
  private static var count: Int { 100 }
  private static var rounds: Int { 401 }

  struct Small: Codable {
    var count = 0
    var isDone = false
    /// Makes keyframes so rare that most figures have none.
    var note = String(repeating: "nothing happens here; ", count: 50_000)
  }

  func run() throws {
    let item = ToDo(count: 1).items[0]
    try run("enum that carries an item of 8 values", ListAction.insert(item, at: 0))
    try run("enum of 3 values", ListAction.edit(id: 17, title: "Buy milk and bread", isDone: true))
    try run("struct of 2 values", Toggle(id: 17, isDone: true))
  }

  private func run<Action: Encodable>(_ name: String, _ action: Action) throws {
    report.heading("Lines: a small action on a small state, \(Self.count) times: \(name)")
    let stores = try (0..<3).map { _ in try OpenStore(in: folder) }
    defer { for store in stores { store.close() } }
    let sizes = try lines(action, stores[0])
    let encoder = JSONEncoder()
    let files = YardstickFile(in: folder)
    defer { files.close() }
    let figures = Figure.race(
      Self.rounds,
      [
        Self.timed { consume(try? encoder.encode(action)) },
        Self.timed { files.write(sizes.action) },
        { Self.beforeReducers(action, stores[0]) },
        Self.timed {
          files.write(sizes.action)
          files.write(sizes.patch)
        },
        Self.timed { stores[1].record(action) { $0.count += 1 } },
        Self.timed { stores[2].record(action) { _ in } },
      ]
    )
    let yardstick = (name: "JSONEncoder of the action", figure: figures[0])
    report.row("JSONEncoder of the action", figures[0], against: yardstick)
    report.row("write(2) of an action line", figures[1], against: yardstick)
    report.row("action line on disk", figures[2], against: yardstick, limit: 0.4)
    report.row("write(2) of action and patch line", figures[3], against: yardstick)
    report.row("action and patch line on disk", figures[4], against: yardstick, limit: 1)
    report.row("action and empty patch on disk", figures[5], against: yardstick)
  }

  /// The lengths of the lines that an action makes.
  private func lines(
    _ action: some Encodable,
    _ store: OpenStore
  ) throws -> (action: Int, patch: Int) {
    for _ in 0..<10 { store.record(action) { $0.count += 1 } }
    let lines = try Data(contentsOf: URL(fileURLWithPath: store.path)).split(separator: 0x0A)
    return (lines[lines.count - 2].count + 1, lines[lines.count - 1].count + 1)
  }

  private static func timed(_ body: @escaping () -> Void) -> () -> Double {
    {
      let start = ContinuousClock.now
      for _ in 0..<count { body() }
      return (ContinuousClock.now - start).seconds
    }
  }

  /// The time from the dispatch to the reducer, in which the action line is made and written.
  ///
  /// What it takes to ask the clock is taken off: it is no small part.
  private static func beforeReducers(_ action: some Encodable, _ store: OpenStore) -> Double {
    var (time, clock) = (Duration.zero, Duration.zero)
    for _ in 0..<count {
      let start = ContinuousClock.now
      store.record(action) { _ in time += ContinuousClock.now - start }
      let asked = ContinuousClock.now
      clock += ContinuousClock.now - asked
    }
    return (time - clock).seconds
  }

  /// A file that lines of a given length are written to, and nothing else done.
  private final class YardstickFile {
    private let file: CInt
    private let bytes = [UInt8](repeating: 32, count: 1 << 16)

    init(in folder: URL) {
      file = open(
        folder.appending(path: "\(UUID())").path,
        O_WRONLY | O_APPEND | O_CREAT,
        0o600
      )
    }

    func write(_ size: Int) { _ = systemWrite(file, bytes, size) }
    func close() { _ = systemClose(file) }
  }

  /// A recorded state, changed by pure reducers.
  private final class OpenStore {
    let path: String
    private let recorder: Recorder
    private let recording: Recording<Small>
    private var state = Small()

    init(in folder: URL) throws {
      path = folder.appending(path: "\(UUID()).jsonl").path
      recorder = Recorder(app: "bench", to: .file(path))
      recording = recorder.attach()
    }

    func record(_ action: some Encodable, _ change: (inout Small) -> Void) {
      state = recording.record(action, from: state) {
        var next = state
        change(&next)
        return next
      }
    }

    func close() {
      recorder.close()
      try? FileManager.default.removeItem(atPath: path)
    }
  }
}

// The methods above bear the names of the calls that they make.
private let systemWrite: @Sendable (CInt, UnsafeRawPointer?, Int) -> Int = { write($0, $1, $2) }
private let systemClose: @Sendable (CInt) -> CInt = { close($0) }
