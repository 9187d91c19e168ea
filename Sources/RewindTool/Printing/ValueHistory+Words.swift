import RewindJSON
import RewindSession
import RewindText
import RewindTimeline

extension Command {
  /// Prints every value at a pointer, as `blame --history` does.
  static func showHistory(
    of pointer: Pointer,
    in timeline: Timeline,
    _ arguments: Arguments,
    _ terminal: Terminal
  ) throws -> ExitStatus {
    let progress = Progress()
    var text = HistoryText(pointer: pointer)
    var isFound = false
    try timeline.eachValue(of: pointer) {
      progress.show("line \($0) of \($1)")
    } _: { entry in
      isFound = true
      if arguments.has(.json) {
        terminal.print(json: entry.json.text)
      } else {
        text.add(entry, by: timeline.writer(entry.type, isExternal: entry.isExternal))
      }
    }
    guard isFound else {
      terminal.warn("rewind: No state has a value at \(pointer.description.escapedForTerminal).")
      return .negative
    }
    if !arguments.has(.json) {
      for line in text.lines(terminal.output) { terminal.printRow(line) }
    }
    return .success
  }
}

extension HistoryEntry {
  /// The entry as JSON; without `value` once there is none.
  fileprivate var json: JSONValue {
    JSONValue(present: [
      "index": JSONValue(index), "type": JSONValue(type), "value": value,
      "external": isExternal ? true : .none,
    ])
  }
}

/// All values at a pointer, in words: of a long one, only the displayed part is kept.
private struct HistoryText {
  let pointer: Pointer
  /// The values; nil once there is none.
  private var rows: [(index: Int, writer: String, value: String?)] = []
  private var last: JSONValue?

  private static let valueWidth = 60

  init(pointer: Pointer) {
    self.pointer = pointer
  }

  mutating func add(_ entry: HistoryEntry, by writer: String) {
    let change = ChangeExcerpt(from: last, to: entry.value, ifLongerThan: Self.valueWidth)
    let value =
      change.map { "\($0.new) \($0.lengths)" } ?? changes(to: entry.value)
      ?? entry.value?.brief(Self.valueWidth)
    rows.append((entry.index, writer, value))
    last = entry.value
  }

  /// Returns the first change within the last value; nil if the new one fits, or differs as a whole.
  private func changes(to value: JSONValue?) -> String? {
    guard let value, !value.fits(Self.valueWidth) else { return nil }
    let changes = Change(.root, old: last, new: value).details
    guard let first = changes.first, first.pointer != .root else { return nil }
    let more = changes.count > 1 ? " and \(changes.count - 1) more" : ""
    return first.line(.plain) + more
  }

  func lines(_ style: Style) -> [String] {
    let head = "\(style.bold(pointer.words))  \(counted(rows.count, "value"))"
    let list = rows.map { row in
      WriterRow(index: row.index, writer: row.writer, text: row.value ?? style.dim("(removed)"))
    }
    return [head] + list.lines
  }
}
