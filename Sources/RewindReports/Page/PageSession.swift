import RewindJSON
import RewindLog
import RewindSession
public import RewindTimeline

/// A session as a page shows it.
public struct PageSession {
  public let name: String
  /// How many of the first actions are left out, because the page would be too large.
  public var leftOut: Int { lines.leftOut }
  /// Bytes that it takes on the page, besides ``Page/sizePerSession``.
  public var size: Int { lines.size + facts.scriptText.utf8.count }
  /// What the page's script is told beside the lines.
  let facts: JSONValue
  let lines: PageLines

  /// - Parameters:
  ///   - timeline: The session.
  ///   - name: What it is called on the page.
  ///   - limit: Bytes that it may take on the page.
  ///   - diagnosis: What replaying it has shown; nil where it was not replayed.
  ///   - never: Conditions that must never hold, with what was found.
  /// - Throws: ``PageError``; `SessionLogError` where the log cannot be read.
  public init(
    _ timeline: Timeline,
    name: String,
    limit: Int,
    diagnosis: PageDiagnosis? = nil,
    never: [PageNever] = []
  ) throws {
    self.name = name
    let contradiction = try LogFaults(timeline.log).contradiction?.why
    let facts = { Self.facts(timeline, name, leftOut: $0, contradiction, diagnosis, never) }
    let room = limit - facts(timeline.actionCount).scriptText.utf8.count
    lines = try PageLines(timeline, name: name, limit: room)
    self.facts = facts(lines.leftOut)
  }

  private static func facts(
    _ timeline: Timeline,
    _ name: String,
    leftOut: Int,
    _ contradiction: String?,
    _ diagnosis: PageDiagnosis?,
    _ never: [PageNever]
  ) -> JSONValue {
    let header = timeline.log.header
    return [
      "name": .string(name), "app": header.app.map { .string($0) } ?? .null,
      "store": header.store.map { .string($0) } ?? .null,
      "attach": header.attach.map { .string($0) } ?? .null,
      "started": header.started.map { .string($0) } ?? .null,
      "redacted": header.json["redacted"] ?? [], "end": .string(timeline.end.name),
      "start": JSONValue(timeline.firstIndex), "last": JSONValue(timeline.lastIndex),
      "leftOut": JSONValue(leftOut),
      "damage": timeline.log.damage.map { JSONValue($0.line) } ?? .null,
      "contradiction": contradiction.map { .string($0) } ?? .null,
      "diagnosis": diagnosis?.json ?? .null, "never": .array(never.map(\.json)),
    ]
  }
}
