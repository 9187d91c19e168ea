import RewindJSON
import RewindSession
import RewindTimeline

/// The lines of a session as stored in a page: as many of the last steps as fit.
///
/// A line is a letter, the index of its action, and the log's line as JSON without its checksum. Every
/// state line but the first has a patch, so that the page need not compute the changes:
///
/// ```
/// k 0 {"after":0,"state":{…}}                 a whole state, the first
/// a 1 {"index":1,"time":0.5,"action":{…}}     an action
/// i 1 {"index":1,"input":{…}}                 an input
/// s 1 {"after":1,"patch":[…]}                 a state line
/// x 1 {"external":true,"after":1,"patch":[…]} a change without an action
/// n, g, t, e                                  note, gap, travel, end
/// ```
struct PageLines {
  private(set) var lines: [[UInt8]] = []
  /// The number of omitted actions before the first line.
  private(set) var leftOut = 0
  /// The bytes of all lines, each with a line feed.
  private(set) var size = 0

  private let timeline: Timeline
  private let limit: Int
  /// The first line of the log that is kept.
  private var first: Int

  /// Takes the last lines of a session, up to `limit` bytes.
  ///
  /// - Throws: ``PageError/stateTooLarge(name:bytes:limit:)`` where not even the last state fits;
  ///   `SessionLogError`.
  init(_ timeline: Timeline, name: String, limit: Int) throws {
    self.timeline = timeline
    self.limit = limit
    first = timeline.log.lineCount
    try collect()
    guard first > 1 else {
      lines.reverse()
      return
    }
    lines.reverse()
    try begin(name)
  }

  /// Takes lines from the end until one does not fit, in reverse order.
  private mutating func collect() throws {
    while first > 1, let line = try text(of: first - 1) {
      guard size + line.count + 1 <= limit else { return }
      size += line.count + 1
      lines.append(line)
      first -= 1
    }
    while first > 1, try text(of: first - 1) == nil { first -= 1 }
  }

  /// Drops incomplete steps, and puts the state before the rest at the front.
  private mutating func begin(_ name: String) throws {
    let log = timeline.log
    var room = 0
    while true {
      try dropStep(atLeast: room)
      guard
        let line = try log.lastLine(upTo: first - 1, of: [.patch, .keyframe, .external])
      else { break }
      let index = try log.key(of: line).index ?? 0
      let state: JSONValue = ["after": JSONValue(index), "state": try timeline.state(at: line)]
      let base = Self.line("k", index, state)
      if size + base.count + 1 <= limit {
        lines.insert(base, at: 0)
        size += base.count + 1
        leftOut = index - timeline.firstIndex
        return
      }
      guard !lines.isEmpty else {
        throw PageError.stateTooLarge(name: name, bytes: base.count, limit: limit)
      }
      room = size + base.count + 1 - limit
    }
    leftOut =
      try lines.isEmpty
      ? timeline.actionCount : max(0, (log.key(of: first).index ?? 1) - 1 - timeline.firstIndex)
  }

  /// Drops lines from the front, up to the first of a step and at least this many bytes.
  private mutating func dropStep(atLeast bytes: Int) throws {
    let log = timeline.log
    var dropped = 0
    var place = 0
    var line = first
    while line < log.lineCount {
      let index = try log.key(of: line).index
      let before = try log.key(of: line - 1).index
      let isStart = index != nil && index != before
      if dropped >= bytes, isStart { break }
      if try Self.letter(of: log.key(of: line).kind) != nil {
        dropped += lines[place].count + 1
        place += 1
      }
      line += 1
    }
    lines.removeFirst(place)
    size -= dropped
    first = line
  }
}

extension PageLines {
  private static func letter(of kind: LineKey.Kind) -> String? {
    switch kind {
    case .action: "a"
    case .input: "i"
    case .patch: "s"
    case .keyframe: "k"
    case .external: "x"
    case .note: "n"
    case .gap: "g"
    case .travel: "t"
    case .end: "e"
    case .header, .reduced, .unknown: nil
    }
  }

  /// Returns a line of the log as the page stores it; nil if the page does not use it.
  private func text(of line: Int) throws -> [UInt8]? {
    let key = try timeline.log.key(of: line)
    guard let letter = Self.letter(of: key.kind),
      var json = try timeline.log.json(of: line).object
    else { return nil }
    json["crc"] = nil
    let isState = [.patch, .keyframe, .external].contains(key.kind)
    if isState, json["patch"] == nil { json["patch"] = try patch(at: line)?.json }
    // A state line that begins with its patch may have a whole state as well.
    let isWhole = json["state"] != nil && key.kind == .patch
    return Self.line(isWhole ? "k" : letter, key.index ?? 0, .object(json))
  }

  /// Returns the changes of a whole state; nil for the first state.
  private func patch(at line: Int) throws -> Patch? {
    let before = try timeline.log.lastLine(upTo: line - 1, of: [.patch, .keyframe, .external])
    return try before.map {
      Patch(from: try timeline.state(at: $0), to: try timeline.state(at: line))
    }
  }

  private static func line(_ letter: String, _ index: Int, _ json: JSONValue) -> [UInt8] {
    var bytes = Array("\(letter) \(index) ".utf8)
    bytes.append(contentsOf: json.scriptText.utf8)
    return bytes
  }
}

extension JSONValue {
  /// The value as JSON in which no HTML parser sees a tag, whatever its strings hold.
  var scriptText: String {
    let text = self.text
    // These characters occur in strings only, where JSON has escapes for them.
    return text.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == 0xE2 })
      ? text.replacing("<", with: "\\u003c").replacing("\u{2028}", with: "\\u2028")
        .replacing("\u{2029}", with: "\\u2029")
      : text
  }
}
