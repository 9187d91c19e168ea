import RewindJSON
import RewindLog
import RewindSession
package import RewindTimeline

/// A part of a session, as a page that a server feeds shows it: a state, and the lines that follow.
///
/// A page that holds its sessions has their last part; a live one has the part in view.
package struct PageWindow {
  /// The lines, as ``PageLine`` writes them; the first is a whole state.
  package let lines: [[UInt8]]
  /// The number of actions before the first line that are not in it.
  package let leftOut: Int
  /// The line of the log after the last one here.
  package let nextLine: Int

  /// The actions shown before the requested one.
  private static let before = 200

  /// Takes the part around an action, or the end.
  ///
  /// - Parameters:
  ///   - timeline: The session.
  ///   - index: The action; nil for the end.
  ///   - limit: The bytes that it may take; a single larger state is taken nevertheless.
  /// - Returns: The part.
  /// - Throws: ``PageError`` for a state beyond all bounds; `SessionLogError`.
  package static func read(
    _ timeline: Timeline,
    around index: Int?,
    limit: Int
  ) throws -> PageWindow {
    guard let index, index < timeline.lastIndex else { return try end(of: timeline, limit: limit) }
    let log = timeline.log
    let page = PageLine(timeline)
    let start = max(timeline.firstIndex + 1, index - before)
    let isWhole = start == timeline.firstIndex + 1
    var line = try isWhole ? 1 : timeline.lines(of: start).lowerBound
    var lines: [[UInt8]] = []
    if !isWhole, let base = try page.state(before: line)?.bytes { lines.append(base) }
    var size = lines.first?.count ?? 0
    let wanted = try timeline.lines(of: max(index, start)).upperBound
    while line < log.lineCount, line < wanted || size < limit {
      if let bytes = try page.bytes(of: line) {
        lines.append(bytes)
        size += bytes.count + 1
      }
      line += 1
    }
    return PageWindow(lines: lines, leftOut: start - 1 - timeline.firstIndex, nextLine: line)
  }

  private static func end(of timeline: Timeline, limit: Int) throws -> PageWindow {
    let taken: PageLines
    do {
      taken = try PageLines.read(timeline, name: "", limit: limit)
    } catch PageError.stateTooLarge(_, let bytes, _) {
      taken = try PageLines.read(timeline, name: "", limit: 2 * bytes)
    }
    return PageWindow(lines: taken.lines, leftOut: taken.leftOut, nextLine: taken.end)
  }
}
