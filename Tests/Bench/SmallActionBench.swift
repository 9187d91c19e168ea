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
    let encoder = JSONEncoder()
    let encoding = try Figure.time(Self.rounds) {
      for _ in 0..<Self.count { consume(try encoder.encode(action)) }
    }
    let yardstick = (name: "JSONEncoder of the action", figure: encoding)
    let log = try lines(action)
    report.row("JSONEncoder of the action", encoding, against: yardstick)
    report.row("write(2) of an action line", try writes(of: [log.action]), against: yardstick)
    report.row("action line on disk", try beforeReducers(action), against: yardstick, limit: 0.4)
    report.row(
      "write(2) of action and patch line",
      try writes(of: [log.action, log.patch]),
      against: yardstick
    )
    let changed = try dispatches(action) { $0.count += 1 }
    report.row("action and patch line on disk", changed, against: yardstick, limit: 1)
    let silent = try dispatches(action) { _ in }
    report.row("action and empty patch on disk", silent, against: yardstick)
  }

  /// The lengths of the lines that an action makes.
  private func lines(_ action: some Encodable) throws -> (action: Int, patch: Int) {
    try withStore { store, path in
      for _ in 0..<10 { store.record(action) { $0.count += 1 } }
      let lines = try Data(contentsOf: URL(fileURLWithPath: path)).split(separator: 0x0A)
      return (lines[lines.count - 2].count + 1, lines[lines.count - 1].count + 1)
    }
  }

  /// The time that so many pairs, or single ones, of lines of these lengths take by themselves.
  private func writes(of sizes: [Int]) throws -> Figure {
    let path = folder.appending(path: "yardstick").path
    let file = open(path, O_WRONLY | O_APPEND | O_CREAT, 0o600)
    defer { close(file) }
    let bytes = [UInt8](repeating: 32, count: sizes.max() ?? 0)
    return Figure.time(Self.rounds) {
      for _ in 0..<Self.count { for size in sizes { _ = write(file, bytes, size) } }
    }
  }

  /// The time from the dispatch to the reducer, in which the action line is made and written.
  ///
  /// What it takes to ask the clock is taken off: it is no small part.
  private func beforeReducers(_ action: some Encodable) throws -> Figure {
    try withStore { store, _ in
      store.record(action) { _ in }
      return Figure(
        (0..<Self.rounds).map { _ in
          var (time, clock) = (Duration.zero, Duration.zero)
          for _ in 0..<Self.count {
            let start = ContinuousClock.now
            store.record(action) { _ in time += ContinuousClock.now - start }
            let asked = ContinuousClock.now
            clock += ContinuousClock.now - asked
          }
          return (time - clock).seconds
        }
      )
    }
  }

  private func dispatches(
    _ action: some Encodable,
    _ change: @escaping (inout Small) -> Void
  ) throws -> Figure {
    try withStore { store, _ in
      Figure.time(Self.rounds) { for _ in 0..<Self.count { store.record(action, change) } }
    }
  }

  private func withStore<Result>(_ body: (Store, String) throws -> Result) throws -> Result {
    let path = folder.appending(path: "\(UUID()).jsonl").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let recorder = Recorder(app: "bench", to: .file(path))
    defer { recorder.close() }
    return try body(Store(recorder.attach()), path)
  }

  /// A recorded state, changed by pure reducers.
  private final class Store {
    private var state = Small()
    private let recording: Recording<Small>

    init(_ recording: Recording<Small>) {
      self.recording = recording
    }

    func record(_ action: some Encodable, _ change: (inout Small) -> Void) {
      state = recording.record(action, from: state) {
        var next = state
        change(&next)
        return next
      }
    }
  }
}
