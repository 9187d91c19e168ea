import RewindJSON
import RewindLog
import RewindSession
import RewindTimeline

/// The lines of a session as stored in a page: as many of the last steps as fit, or of those around an action.
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
  /// The number of omitted actions after the last line.
  let later: Int
  /// The first line of the log that is kept.
  private var first: Int

  /// Takes the last lines of a session, up to `limit` bytes; where an action to include is not among them, those
  /// around it.
  ///
  /// - Throws: ``PageError/stateTooLarge(name:bytes:limit:)`` where not even the last state fits;
  ///   `SessionLogError`.
  static func read(
    _ timeline: Timeline,
    name: String,
    limit: Int,
    including index: Int? = nil
  ) throws -> PageLines {
    let taken = try read(timeline, name, limit, upTo: timeline.log.lineCount)
    guard let index, index <= timeline.firstIndex + taken.leftOut else { return taken }
    let end = try PageLines.end(around: index, timeline, limit)
    return try read(timeline, name, limit, upTo: end)
  }

  private static func read(
    _ timeline: Timeline,
    _ name: String,
    _ limit: Int,
    upTo end: Int
  ) throws -> PageLines {
    var taken = try PageLines(timeline, limit: limit, end: end)
    try taken.collect()
    taken.lines.reverse()
    if taken.first > 1 { try taken.begin(name) }
    return taken
  }

  /// Returns the line after the steps that follow an action in half of the room.
  private static func end(around index: Int, _ timeline: Timeline, _ limit: Int) throws -> Int {
    let page = PageLine(timeline)
    var (last, size) = (index, 0)
    for line in try timeline.lines(of: index).upperBound..<timeline.log.lineCount {
      size += try page.bytes(of: line)?.count ?? 0
      if size > limit / 2 { break }
      last = try timeline.log.key(of: line).index ?? last
    }
    return try timeline.lines(of: last).upperBound
  }

  private init(_ timeline: Timeline, limit: Int, end: Int) throws {
    self.timeline = timeline
    self.limit = limit
    self.end = end
    page = PageLine(timeline)
    first = end
    later =
      end == timeline.log.lineCount
      ? 0
      : try timeline.lastIndex - (Self.index(before: end, in: timeline.log) ?? timeline.lastIndex)
  }

  /// Returns the action that the last line above a line belongs to; a line of types belongs to none.
  private static func index(before line: Int, in log: SessionLog) throws -> Int? {
    for line in stride(from: line - 1, to: 0, by: -1) {
      if let index = try log.key(of: line).index { return index }
    }
    return nil
  }

  /// Takes lines from the end until one does not fit, in reverse order.
  private mutating func collect() throws {
    while first > 1 {
      if let line = try page.bytes(of: first - 1) {
        guard size + line.count + 1 <= limit else { return }
        size += line.count + 1
        lines.append(line)
      }
      first -= 1
    }
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
    var count = 0
    var line = first
    var before = try Self.index(before: first, in: log)
    while line < end {
      let index = try log.key(of: line).index
      let isStart = index != nil && index != before
      before = index ?? before
      if dropped >= bytes, isStart { break }
      if try PageLine.letter(of: log.key(of: line).kind) != nil {
        dropped += lines[count].count + 1
        count += 1
      }
      line += 1
    }
    lines.removeFirst(count)
    size -= dropped
    first = line
  }
}
