import RewindJSON
import RewindSession
import RewindTimeline

/// The lines of a session as stored in a page: as many of the last steps as fit.
///
/// They begin with a whole state; ``PageLine`` describes a line.
struct PageLines {
  private(set) var lines: [[UInt8]] = []
  /// The number of omitted actions before the first line.
  private(set) var leftOut = 0
  /// The bytes of all lines, each with a line feed.
  private(set) var size = 0

  private let timeline: Timeline
  private let page: PageLine
  private let limit: Int
  /// The line of the log after the last one that was taken.
  let end: Int
  /// The first line of the log that is kept.
  private var first: Int

  /// Takes the last lines of a session, up to `limit` bytes.
  ///
  /// - Throws: ``PageError/stateTooLarge(name:bytes:limit:)`` where not even the last state fits;
  ///   `SessionLogError`.
  static func read(_ timeline: Timeline, name: String, limit: Int) throws -> PageLines {
    var taken = PageLines(timeline, limit: limit)
    try taken.collect()
    taken.lines.reverse()
    if taken.first > 1 { try taken.begin(name) }
    return taken
  }

  private init(_ timeline: Timeline, limit: Int) {
    self.timeline = timeline
    self.limit = limit
    page = PageLine(timeline)
    end = timeline.log.lineCount
    first = end
  }

  /// Takes lines from the end until one does not fit, in reverse order.
  private mutating func collect() throws {
    while first > 1, let line = try page.bytes(of: first - 1) {
      guard size + line.count + 1 <= limit else { return }
      size += line.count + 1
      lines.append(line)
      first -= 1
    }
    while first > 1, try page.bytes(of: first - 1) == nil { first -= 1 }
  }

  /// Drops incomplete steps, and puts the state before the rest at the front.
  private mutating func begin(_ name: String) throws {
    var room = 0
    while true {
      try dropStep(atLeast: room)
      guard let (index, base) = try page.state(before: first) else { break }
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
    guard !lines.isEmpty else {
      leftOut = timeline.actionCount
      return
    }
    let index = try timeline.log.key(of: first).index ?? 1
    leftOut = max(0, index - 1 - timeline.firstIndex)
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
      if try PageLine.letter(of: log.key(of: line).kind) != nil {
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
