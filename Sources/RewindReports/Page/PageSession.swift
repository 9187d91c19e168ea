public import RewindJSON
import RewindLog
import RewindSession
import RewindText
public import RewindTimeline

/// A session as a page shows it.
public struct PageSession {
  public let name: String
  /// The number of first actions that are omitted because the page would be too large.
  public let leftOut: Int
  /// The bytes that it takes on the page, in addition to ``Page/sizePerSession``.
  public let size: Int
  /// True if a triage has put it in a group.
  package let isGrouped: Bool
  /// The facts for the page's script, in addition to the lines.
  let facts: JSONValue
  let lines: [[UInt8]]

  /// Takes the last lines of a session that fit.
  ///
  /// - Parameters:
  ///   - timeline: The session.
  ///   - name: Its name on the page.
  ///   - limit: The bytes that it may take on the page.
  ///   - diagnosis: The result of replaying it; nil if it was not replayed.
  ///   - never: Conditions that must never hold, with the results.
  ///   - group: The group in which `rewind triage` has put the session.
  /// - Returns: What the page shows.
  /// - Throws: ``PageError``; `SessionLogError` where the log cannot be read.
  package static func read(
    _ timeline: Timeline,
    name: String,
    limit: Int,
    diagnosis: PageDiagnosis? = nil,
    never: [PageNever] = [],
    group: TriageResult.Group? = nil
  ) throws -> PageSession {
    let contradiction = try LogFaults.find(in: timeline.log).contradiction?.why
    let facts = { (leftOut: Int) -> JSONValue in
      let facts = Self.facts(timeline, name, leftOut: leftOut, contradiction, diagnosis, never)
      guard let group, var members = facts.object else { return facts }
      members["group"] = group.json
      return .object(members)
    }
    let room = limit - facts(timeline.actionCount).text.scriptText.utf8.count
    let taken = try PageLines.read(timeline, name: name, limit: room)
    let known = facts(taken.leftOut)
    return PageSession(
      name: name,
      leftOut: taken.leftOut,
      size: taken.size + known.text.scriptText.utf8.count,
      isGrouped: group != nil,
      facts: known,
      lines: taken.lines
    )
  }

  /// Returns the facts about a session, as the page's script reads them.
  public static func facts(
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
