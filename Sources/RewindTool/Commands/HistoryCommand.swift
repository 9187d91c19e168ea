import RewindJSON
import RewindSession
import RewindTimeline

extension Command {
  static let history = Command(
    "history",
    "FILE POINTER",
    2...2,
    "Lists every value that stood at a place, and who wrote it",
    flags: [.json],
    details: """
      Values that are equal and follow each other are one. Numbers are drawn as well. The
      pointer names the place: in an array, whichever element stood there. Exit status 1 if
      there was never a value.
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
    let pointer = try Pointer(arguments.operands[1])
    let timeline = try arguments.openSession(terminal)
    let progress = Progress()
    let entries = try timeline.history(of: pointer) { progress.show("line \($0) of \($1)") }
    progress.done()
    guard !entries.isEmpty else {
      terminal.remark("rewind: No state has a value at \(pointer.description.harmless).")
      return .negative
    }
    if arguments.has(.json) {
      for entry in entries { terminal.print(entry.json.text) }
    } else {
      for line in HistoryText(timeline, pointer, entries).lines(terminal.output) {
        terminal.print(line)
      }
    }
    return .success
  }
}

extension HistoryEntry {
  /// The entry as scripts read it; without `value` where there is none any more.
  fileprivate var json: JSONValue {
    var object = JSONObject([
      ("index", JSONValue(index)), ("type", type.map { .string($0) } ?? .null),
    ])
    if let value { object["value"] = value }
    if isExternal { object["external"] = true }
    return .object(object)
  }

  /// Who wrote it, in words.
  fileprivate func writer(in timeline: Timeline) -> String {
    if isExternal { return "(from outside)" }
    return type?.harmless ?? "(\(timeline.startInWords))"
  }
}

/// All values of a place, in words.
private struct HistoryText {
  private let timeline: Timeline
  private let pointer: Pointer
  private let entries: [HistoryEntry]

  /// Longer type names push their value out of its column.
  private static let widthLimit = 32

  init(_ timeline: Timeline, _ pointer: Pointer, _ entries: [HistoryEntry]) {
    self.timeline = timeline
    self.pointer = pointer
    self.entries = entries
  }

  func lines(_ style: Style) -> [String] {
    let width = entries.map { "\($0.index)".count }.max() ?? 1
    let writerWidth = min(Self.widthLimit, entries.map { $0.writer(in: timeline).count }.max() ?? 0)
    var lines = ["\(style.bold(pointer.place))  \(counted(entries.count, "value"))"]
    lines += plot()
    for entry in entries {
      let value = entry.value?.brief(60) ?? style.dim("(removed)")
      lines.append(
        "\("\(entry.index)".rightAligned(to: width))  \(entry.writer(in: timeline).padded(to: writerWidth))  \(value)"
      )
    }
    return lines
  }

  private func plot() -> [String] {
    let numbers = entries.compactMap(\.value?.number)
    guard numbers.count == entries.filter({ $0.value != nil }).count,
      let plot = Sparkline(numbers)
    else { return [] }
    return ["\(plot.text)  \(plot.lowest.text) to \(plot.highest.text)"]
  }
}
