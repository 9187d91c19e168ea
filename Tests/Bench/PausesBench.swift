import Foundation
import Rewind

/// The longest dispatches of one shape, by the processor's time of the thread that dispatches.
struct PauseRow {
  /// The seconds of dispatches with a recorder, the shortest first.
  let recorded: [Double]
  /// The same without one.
  let plain: [Double]
  /// The seconds of the first dispatch, which writes the state whole, without those of the same unrecorded.
  let first: Double
  let encoding: Double?
  /// The bytes of the log for an action, in the median.
  let bytes: Int

  static func share(_ share: Double, of seconds: [Double]) -> Double {
    seconds[min(Int(share * Double(seconds.count)), seconds.count - 1)]
  }

  /// The seconds by which the longest dispatch is longer with a recorder.
  var pause: Double { recorded[recorded.count - 1] - plain[plain.count - 1] }
}

/// The pauses that a recorder makes: each dispatch timed by itself, states of up to 5 MB, keyframes among them.
///
/// Half of the actions change the counter beside the items, half change the items.
struct PausesBench {
  let report: Report
  let folder: URL
  /// The row to measure; nil for all.
  var shape: String?

  enum Action: Codable {
    case tick
    case change(Int)
    /// It has a payload about as large as the state, so that a keyframe is due soon.
    case imported(String)
  }

  func run() throws {
    #if DEBUG
    let build = "debug"
    #else
    let build = "release"
    #endif
    let isDocumented = ProcessInfo.processInfo.environment["REWIND_DOCUMENTED_ONLY"] == "1"
    report.heading(
      "Pauses, \(build) build\(isDocumented ? ", .documentedOnly" : "")\n  "
        + Report.pauseColumns
    )
    try lists()
    try containers()
    try parts()
    try texts()
    try apps()
  }

  // MARK: - Shapes

  private func lists() throws {
    let rows = (0..<20_000).map { Row($0) }
    try encodable("a list of 20,000 rows, one changed", rows) { $0[$1 % 20_000].price += 1 }
    try encodable("… declared to be values", DeclaredRows(rows: rows)) {
      $0.rows[$1 % 20_000].price += 1
    }
    let plain = rows.map { PlainRow($0) }
    try reflected("… not Codable", plain, twin: rows) { $0[$1 % 20_000].price += 1 }
    let numbers = (0..<50_000).map { Double($0) }
    try encodable("50,000 numbers, all changed", numbers, isLarge: true) { numbers, _ in
      for index in numbers.indices { numbers[index] += 0.5 }
    }
  }

  private func containers() throws {
    let rows = (0..<20_000).map { (Shapes.uuid($0), Row($0)) }
    let byID = Dictionary(uniqueKeysWithValues: rows)
    try encodable("20,000 rows by UUID, one changed", byID) {
      $0[Shapes.uuid($1 % 20_000)]?.price += 1
    }
    try encodable("… by UUID, declared to be values", DeclaredByID(rows: byID)) {
      $0.rows[Shapes.uuid($1 % 20_000)]?.price += 1
    }
    let page = String(repeating: "ten bytes ", count: 1_000)
    let pages = Dictionary(uniqueKeysWithValues: (0..<500).map { ("page \($0)", page) })
    try encodable("500 texts of 10 kB by name, one replaced", pages) {
      $0["page \($1 % 500)"] = "\($1) \(page)"
    }
    let cells = Dictionary(uniqueKeysWithValues: (0..<2_000).map { ("cell \($0)", Double($0)) })
    try encodable("2,000 cells by name, 400 changed", cells, isLarge: true) { cells, number in
      for cell in 0..<400 { cells["cell \((cell * 5 + number) % 2_000)", default: 0] += 1 }
    }
  }

  private func parts() throws {
    let parts = (0..<500).map { Part($0) }
    try reflected("500 existentials, tuples and results, one changed", parts, twin: [Int]?.none) {
      $0[$1 % 500].size.width += 1
    }
    let make = { (0..<500).map { Shapes.Model($0) } }
    try measure("500 model objects, one changed", make(), twin: [Int]?.none, false) {
      $0[$1 % 500].title = "title \($1)"
    } attach: {
      $0.attach(ShapeState<[Shapes.Model]>.self)
    }
  }

  private func texts() throws {
    let line = "A line that somebody writes, with an é, \"a\".\n"
    try encodable("a text of 200 kB, 45 bytes appended", String(repeating: line, count: 4_300)) {
      $0 += "\($1) more bytes that come behind all the others\n"
    }
    let text = AttributedString(String(repeating: line, count: 340))
    try reflected("an attributed text of 16 kB, typed", text, twin: String(text.characters)) {
      text,
      _ in
      text.characters.append("a")
    }
  }

  private func apps() throws {
    let chat = (0..<200).map { Chat(id: $0, messages: (0..<100).map { Row($0) }) }
    try encodable("200 chats of 100 messages, one more", chat) {
      $0[$1 % 200].messages.append(Row($1))
    }
    let pictures = (0..<1_000).map { Picture(id: $0) }
    try encodable("1,000 pictures of 4 kB, one renamed", pictures) {
      $0[$1 % 1_000].name = "picture \($1)"
    }
    let rows = (0..<1_000).map { Row($0) }
    let editor = Screens.Editor(document: rows, past: Array(repeating: rows, count: 10))
    try encodable("a document of 1,000 rows, changed and undoable", editor) { editor, number in
      editor.past.append(editor.document)
      editor.document[number % 1_000].price += 1
      if editor.past.count > 20 { editor.past.removeFirst() }
    }
    let grid = [[Screens.Cell]](
      repeating: .init(repeating: Screens.Cell(), count: 200),
      count: 200
    )
    try encodable("a grid of 200 × 200, a column", grid) { grid, number in
      for row in 0..<200 { grid[row][number % 200].isBold.toggle() }
    }
    let strokes = (0..<500).map { stroke in
      (0..<200).map { CGPoint(x: Double($0) + 0.5, y: Double(stroke)) }
    }
    try encodable("500 strokes of 200 points, a point more", strokes) {
      $0[499].append(CGPoint(x: 0.25, y: Double($1)))
    }
    let list = (0..<5_000).map { Row($0) }
    try encodable(
      "a list of 5,000 rows, loading and loaded",
      Screens.Loadable.loaded(list),
      isLarge: true
    ) { state, number in
      state = number / 2 % 2 == 0 ? .loading : .loaded(list)
    }
  }

  // MARK: - Measuring

  private func encodable<Items: Encodable>(
    _ name: String,
    _ items: Items,
    isLarge: Bool = false,
    _ change: (inout Items, Int) -> Void
  ) throws {
    try measure(name, items, twin: items, isLarge, change) {
      $0.attach(ShapeState<Items>.self)
    }
  }

  private func reflected<Items>(
    _ name: String,
    _ items: Items,
    twin: (some Encodable)?,
    _ change: (inout Items, Int) -> Void
  ) throws {
    try measure(name, items, twin: twin, false, change) { $0.attach(ShapeState<Items>.self) }
  }

  /// `isLarge` of a change that is most of a large value.
  private func measure<Items>(
    _ name: String,
    _ makeItems: @autoclosure () -> Items,
    twin: (some Encodable)?,
    _ isLarge: Bool,
    _ change: (inout Items, Int) -> Void,
    attach: (Recorder) -> Recording<ShapeState<Items>>
  ) throws {
    guard shape.map({ name.contains($0) }) ?? true else { return }
    let encoding = try twin.map { twin in
      let encoder = JSONEncoder()
      return try Figure((0..<3).map { _ in try seconds { consume(try encoder.encode(twin)) } })
        .median
    }
    for isInPlace in [false, true] {
      let path = folder.appending(path: "\(UUID()).jsonl").path
      defer { try? FileManager.default.removeItem(atPath: path) }
      let recorder = Recorder(
        app: "bench",
        to: .file(path),
        options: .init(announces: false),
        onWarning: { _ in }
      )
      let store = PausesStore(makeItems(), makeItems(), isInPlace, attach(recorder))
      let row = try store.measured(encoding, path, recorder, change)
      report.pause(name + (isInPlace ? ", in place" : ""), row, isLarge: isLarge)
    }
  }
}

/// A state that is recorded, and the same that is not.
private struct PausesStore<Items> {
  typealias Action = PausesBench.Action
  typealias Change = (inout Items, Int) -> Void
  private let isInPlace: Bool
  private let recording: Recording<ShapeState<Items>>
  private var (plain, recorded): (ShapeState<Items>, ShapeState<Items>)

  /// The seconds that a row may take, but for the fewest dispatches.
  private static var patience: Double { 0.8 }
  private static var dispatches: Range<Int> { 40..<1_001 }

  init(
    _ items: Items,
    _ others: Items,
    _ isInPlace: Bool,
    _ recording: Recording<ShapeState<Items>>
  ) {
    (self.isInPlace, self.recording) = (isInPlace, recording)
    (plain, recorded) = (ShapeState(items: items), ShapeState(items: others))
  }

  func measured(
    _ encoding: Double?,
    _ path: String,
    _ recorder: Recorder,
    _ change: Change
  ) throws -> PauseRow {
    var store = self
    let start = ContinuousClock.now
    let first = store.dispatch(.tick, change)
    let size = try Self.stateSize(in: path)
    let payload = String(repeating: "x", count: size + 100_000)
    var (plain, recorded): ([Double], [Double]) = ([], [])
    for number in 0..<Self.dispatches.upperBound {
      if number == 5 || number % 250 == 249 {
        // The first one ends in a keyframe, the second leaves room for some ten actions before the next.
        _ = store.dispatch(.imported(payload), change)
        _ = store.dispatch(.imported(String(payload.prefix(max(size - 3_000, 0)))), change)
      }
      let seconds = store.dispatch(number % 2 == 0 ? .tick : .change(number), change)
      plain.append(seconds.plain)
      recorded.append(seconds.recorded)
      let elapsed = (ContinuousClock.now - start).seconds
      if number > Self.dispatches.lowerBound, elapsed > Self.patience { break }
    }
    recorder.close()
    return PauseRow(
      recorded: recorded.sorted(),
      plain: plain.sorted(),
      first: first.recorded - first.plain,
      encoding: encoding,
      bytes: try Self.bytes(in: path)
    )
  }

  private mutating func dispatch(
    _ action: Action,
    _ change: Change
  ) -> (plain: Double, recorded: Double) {
    func reduce(_ state: inout ShapeState<Items>) {
      switch action {
      case .tick: state.counter += 1
      case .change(let number): change(&state.items, number)
      case .imported: break
      }
    }
    let unrecorded = seconds {
      if isInPlace { return reduce(&plain) }
      let before = plain
      var next = before
      reduce(&next)
      plain = next
    }
    let withRecorder = seconds {
      if isInPlace { return recording.record(action, on: &recorded) { reduce(&$0) } }
      let before = recorded
      recorded = recording.record(action, from: before) {
        var next = before
        reduce(&next)
        return next
      }
    }
    return (unrecorded, withRecorder)
  }

  /// The bytes of the line of the initial state.
  private static func stateSize(in path: String) throws -> Int {
    let log = try Data(contentsOf: URL(fileURLWithPath: path))
    let lines = log.split(separator: 0x0A, maxSplits: 3)
    return lines.first { $0.starts(with: Data(#"{"after":0,"#.utf8)) }?.count ?? 0
  }

  /// The bytes of the lines of an action that changes the items, in the median.
  private static func bytes(in path: String) throws -> Int {
    let log = try Data(contentsOf: URL(fileURLWithPath: path))
    var sizes: [Double] = []
    var isChange = false
    for line in log.split(separator: 0x0A) {
      if line.starts(with: Data(#"{"index":"#.utf8)) {
        isChange = line.prefix(200).firstRange(of: Data("change".utf8)) != nil
        if isChange { sizes.append(0) }
      }
      if isChange { sizes[sizes.count - 1] += Double(line.count + 1) }
    }
    return sizes.isEmpty ? 0 : Int(Figure(sizes).median)
  }
}

/// The processor's time for `body`.
private func seconds(_ body: () throws -> Void) rethrows -> Double {
  let start = processorSeconds()
  try body()
  return processorSeconds() - start
}

// MARK: - Items

private struct Row: Codable {
  var id: Int
  var title: String
  var note: String
  var price = 1.5
  var due: Date
  var phase: Shapes.Phase

  init(_ id: Int) {
    self.id = id
    title = "Row number \(id) of the list"
    note = "A note on row \(id), of so many words that the row takes some two hundred bytes of text"
    due = Date(timeIntervalSinceReferenceDate: Double(id))
    phase = id % 3 == 0 ? .idle : .failed("The server did not answer in time")
  }
}

/// Rows that their app has declared to be values, with the state around them.
private struct DeclaredRows: Codable, RewindValue {
  var rows: [Row]
}

private struct DeclaredByID: Codable, RewindValue {
  var rows: [UUID: Row]
}

private struct PlainRow {
  var id: Int
  var title: String
  var note: String
  var price = 1.5
  var due: Date
  var phase = Shapes.PlainPhase.idle

  init(_ row: Row) { (id, title, note, due) = (row.id, row.title, row.note, row.due) }
}

private protocol Measured {}
private struct Length: Measured { var meters: Double }
private struct Weight: Measured { var grams: Int, name: String }

private struct Part {
  var measured: any Measured
  var size: (width: Double, height: Double) = (1, 2)
  var outcome: Result<Int, any Error>

  init(_ id: Int) {
    measured = id % 2 == 0 ? Length(meters: 0.5) : Weight(grams: id, name: "weight \(id)")
    outcome = id % 3 == 0 ? .failure(Shapes.Failure.offline) : .success(id)
  }
}

private struct Chat: Codable {
  var id: Int
  var messages: [Row]
}

private struct Picture: Codable {
  var id: Int
  var name = "a picture"
  var pixels: Data

  init(id: Int) {
    self.id = id
    pixels = Data(repeating: UInt8(truncatingIfNeeded: id), count: 4_096)
  }
}
