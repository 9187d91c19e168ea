import RewindJSON
import RewindSession
import RewindText
import RewindTimeline

extension Command {
  static let stats = Command(
    name: "stats",
    operands: [.session],
    summary: "Counts the actions of each type, and what they change",
    flags: [.stores, .json],
    details: """
      For each type of action: the count, the share, the bytes in the log of its actions,
      their inputs and their changes (without whole states), the median time before them, and
      the pointers that they change most; * means any element of an array. Then the longest
      pauses.

      Where the log has times: how long the reducers of each type took, and the dispatches that
      returned after 4 ms or longer, with subscribers and views; hangs of 250 ms or longer; of
      a release build on a device whose log says the refresh rate, the frames lost; types that
      are usually slow; and types whose time follows the size of a list or slice, told only
      where the ranks of 30 actions or more correlate by .9. If the state has doubled: the
      bytes of each slice at the start, in the middle and at the end, and the types that grew it.

      --json prints objects of the kinds session, type, slow, grows, hang, slice and pause.
      """,
    examples: """
      stats recordings/memory-tunes/win.jsonl
        the actions of a game
      """
  ) { arguments, terminal in
    let timeline = try arguments.openSession(terminal)
    let progress = Progress()
    let statistics = try timeline.statistics { progress.show("line \($0) of \($1)") }
    try terminal.show(StatisticsAnswer(statistics: statistics))
    return .success
  }
}

/// The answer of `stats`.
private struct StatisticsAnswer: AnswerPart {
  let statistics: SessionStatistics

  var json: JSONValue { .array(records) }
  var layout: AnswerLayout { .table }

  /// The number of changed patterns of a type to show in words.
  private static let patternsShown = 3

  var records: [JSONValue] {
    let session: JSONValue = [
      "kind": "session", "actions": JSONValue(statistics.actions),
      "seconds": JSONValue(statistics.seconds), "bytes": JSONValue(statistics.bytes),
      "types": JSONValue(statistics.kinds.count),
      "framesLost": times.framesLost.map { JSONValue($0) } ?? .null,
    ]
    let types = statistics.kinds.map { kind -> JSONValue in
      JSONValue(present: [
        "kind": "type", "type": .string(kind.type), "count": JSONValue(kind.count),
        "share": JSONValue(share(of: kind)), "bytes": JSONValue(kind.bytes),
        "idle": JSONValue(kind.idle), "pause": kind.medianPause.map { JSONValue($0) } ?? .null,
        "changes": .object(JSONObject(kind.patterns.map { ($0.pattern, JSONValue($0.count)) })),
        "took": times.took[kind.type]?.json, "held": times.held[kind.type]?.json,
      ])
    }
    let pauses = statistics.longestPauses.map { pause -> JSONValue in
      [
        "kind": "pause", "seconds": JSONValue(pause.seconds), "index": JSONValue(pause.index),
        "type": .string(pause.type),
      ]
    }
    return [session] + types + times.records + pauses
  }

  private var times: SessionTimes { statistics.times }

  private func share(of kind: SessionStatistics.Kind) -> Double {
    let actions = Double(statistics.actions)
    return actions == 0 ? 0 : (Double(kind.count) / actions * 1_000).rounded() / 1_000
  }

  func lines(_ style: Style) -> [String] {
    let kinds = statistics.kinds
    let shared = SharedType(of: kinds.lazy.map(\.type))
    let type = shared.name.map { " of \($0.escapedForTerminal)" } ?? ""
    var lines = [
      "\(counted(statistics.actions, "action")) of \(counted(kinds.count, "type"))\(type), "
        + "\(statistics.seconds.seconds), \(byteSize(statistics.bytes))"
    ]
    guard !kinds.isEmpty else { return lines }
    let width = typeWidth(shared)
    lines += ["", style.dim(header(width))] + kinds.flatMap { row($0, shared, style, width) }
    lines += times.lines(shared, style)
    let pauses = statistics.longestPauses
    guard !pauses.isEmpty else { return lines }
    let indexWidth = pauses.map { "\($0.index)".count }.max() ?? 1
    lines += ["", style.dim("the longest pauses, and what ended them")]
    lines += pauses.map {
      "\($0.seconds.seconds.rightAligned(to: 12))  \("\($0.index)".rightAligned(to: indexWidth))  \(shared.short($0.type).escapedForTerminal)"
    }
    return lines
  }

  private func typeWidth(_ shared: SharedType) -> Int {
    min(
      30,
      max(4, statistics.kinds.map { shared.short($0.type).escapedForTerminal.columns }.max() ?? 0)
    )
  }

  private func header(_ width: Int) -> String {
    "type".padded(to: width) + "   count   share     bytes       pause  changes"
  }

  private func row(
    _ kind: SessionStatistics.Kind,
    _ shared: SharedType,
    _ style: Style,
    _ typeWidth: Int
  ) -> [String] {
    let type = shared.short(kind.type).escapedForTerminal
    let name = style.bold(type) + String.spaces(typeWidth - type.columns)
    let numbers = [
      "\(kind.count)".rightAligned(to: 8),
      "\((share(of: kind) * 100).fixed(1)) %".rightAligned(to: 8),
      byteSize(kind.bytes).rightAligned(to: 10),
      (kind.medianPause?.seconds ?? "").rightAligned(to: 12),
    ].joined()
    let patterns = kind.patterns.prefix(Self.patternsShown).map {
      "\($0.pattern.escapedForTerminal) × \($0.count)"
    }
    let more = kind.patterns.count - patterns.count
    var changes = patterns + (more > 0 ? ["… \(counted(more, "more pointer"))"] : [])
    if kind.idle > 0 { changes.append(style.dim("nothing × \(kind.idle)")) }
    let margin = typeWidth + 40
    // In a narrow terminal, the pointers have lines of their own.
    if let columns = style.columns, patterns.contains(where: { margin + $0.columns > columns }) {
      return [name + numbers] + changes.map { "    " + $0 }
    }
    let indent = String.spaces(margin)
    return [name + numbers + "  " + (changes.first ?? "")] + changes.dropFirst().map { indent + $0 }
  }
}

extension SessionStatistics.Kind {
  /// The patterns of the changes, the most frequent first.
  fileprivate var patterns: [(pattern: String, count: Int)] {
    changes.map { (pattern: $0.key, count: $0.value) }
      .sorted { ($1.count, $0.pattern) < ($0.count, $1.pattern) }
  }
}
