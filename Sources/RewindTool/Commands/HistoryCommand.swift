import RewindJSON
import RewindSession
import RewindText
import RewindTimeline

extension Command {
  static let history = Command(
    "history",
    "FILE POINTER",
    2...2,
    "Lists every value of a place, and its writer",
    flags: [.json],
    details: """
      Equal values in a row are listed once; for a long array or object, only what changed in
      it. Numbers are plotted as well. In an array, the pointer means the element that was at
      that index at the time. Exit status 1 if there never was a value.
      """,
    examples: [
      (
        "history recordings/memory-tunes/win.jsonl /gameState/memoryCards/3/isFlipped",
        "when a card was turned"
      ),
      (
        "history recordings/memory-tunes/win.jsonl /categoriesState/currentCategorySelected --json",
        "which categories were chosen, for scripts"
      ),
    ]
  ) { arguments, terminal in
    let pointer = try Pointer(typed: arguments.operands[1])
    let timeline = try arguments.openSession(terminal)
    let isFound =
      try arguments.has(.json)
      ? timeline.printHistory(of: pointer, terminal) : timeline.listHistory(of: pointer, terminal)
    guard isFound else {
      terminal.warn("rewind: No state has a value at \(pointer.description.escapedForTerminal).")
      return .negative
    }
    return .success
  }
}

extension Timeline {
  /// Prints each value as JSON as it is found; returns false if there is none.
  fileprivate func printHistory(of pointer: Pointer, _ terminal: Terminal) throws -> Bool {
    let progress = Progress()
    defer { progress.done() }
    var isFound = false
    try eachValue(of: pointer) {
      progress.show("line \($0) of \($1)")
    } _: { entry in
      isFound = true
      terminal.print(json: entry.json.text)
    }
    return isFound
  }

  /// Prints all values in columns; returns false if there is none.
  fileprivate func listHistory(of pointer: Pointer, _ terminal: Terminal) throws -> Bool {
    let progress = Progress()
    defer { progress.done() }
    var text = HistoryText(pointer)
    try eachValue(of: pointer) {
      progress.show("line \($0) of \($1)")
    } _: {
      text.add($0, by: $0.writer(in: self))
    }
    progress.done()
    for line in text.lines(terminal.output) { terminal.print(line) }
    return !text.isEmpty
  }
}

extension HistoryEntry {
  /// The entry as JSON; without `value` once there is none.
  fileprivate var json: JSONValue {
    var object = JSONObject([
      ("index", JSONValue(index)), ("type", type.map { .string($0) } ?? .null),
    ])
    if let value { object["value"] = value }
    if isExternal { object["external"] = true }
    return .object(object)
  }

  /// Returns the writer in words.
  fileprivate func writer(in timeline: Timeline) -> String {
    if isExternal { return "(external change)" }
    return type?.escapedForTerminal ?? "(\(timeline.startInWords))"
  }
}

/// All values of a place, in words: of a long one, only the displayed part is kept.
private struct HistoryText {
  private struct Row {
    let index: String
    let writer: String
    /// The value; nil once there is none.
    let value: String?
  }

  private let pointer: Pointer
  private var rows: [Row] = []
  private var numbers: [JSONNumber] = []
  private var valueCount = 0
  private var last: JSONValue?

  /// Longer type names push their value out of its column.
  private static let widthLimit = 32
  private static let valueWidth = 60

  init(_ pointer: Pointer) {
    self.pointer = pointer
  }

  var isEmpty: Bool { rows.isEmpty }

  mutating func add(_ entry: HistoryEntry, by writer: String) {
    let change = ChangeExcerpt(from: last, to: entry.value, ifLongerThan: Self.valueWidth)
    let value =
      change.map { "\($0.new) \($0.lengths)" } ?? changes(to: entry.value)
      ?? entry.value?.brief(Self.valueWidth)
    rows.append(Row(index: "\(entry.index)", writer: writer, value: value))
    if let number = entry.value?.number { numbers.append(number) }
    if entry.value != nil { valueCount += 1 }
    last = entry.value
  }

  /// Returns the first change within the last value; nil if the new one fits, or differs as a whole.
  private func changes(to value: JSONValue?) -> String? {
    guard let value, !value.fits(Self.valueWidth) else { return nil }
    let changes = Change(.root, old: last, new: value).details
    guard let first = changes.first, first.pointer != .root else { return nil }
    let more = changes.count > 1 ? " and \(changes.count - 1) more" : ""
    return first.line(Style(isColored: false)) + more
  }

  func lines(_ style: Style) -> [String] {
    guard !rows.isEmpty else { return [] }
    let width = rows.map(\.index.count).max() ?? 1
    let writerWidth = min(Self.widthLimit, rows.map(\.writer.count).max() ?? 0)
    var lines = ["\(style.bold(pointer.place))  \(counted(rows.count, "value"))"]
    lines += plot()
    for row in rows {
      let value = row.value ?? style.dim("(removed)")
      lines.append(
        "\(row.index.rightAligned(to: width))  \(row.writer.padded(to: writerWidth))  \(value)"
      )
    }
    return lines
  }

  private func plot() -> [String] {
    guard numbers.count == valueCount, let plot = Sparkline(numbers) else { return [] }
    return ["\(plot.text)  \(plot.lowest.text) to \(plot.highest.text)"]
  }
}
