package import Foundation
package import RewindJSON
import RewindLog
import RewindSession
import RewindText
package import RewindTimeline

/// A session as a page shows it.
package struct PageSession {
  package let name: String
  /// The number of first actions that are omitted because the page would be too large.
  package let leftOut: Int
  /// The number of last actions that are omitted; none, unless the page is about an earlier one.
  package let later: Int
  /// The bytes that it takes on the page, in addition to ``Page/sizePerSession``.
  package let size: Int
  /// True if a triage has put it in a group.
  package let isGrouped: Bool
  /// The facts for the page's script, in addition to the lines.
  let facts: JSONValue
  let lines: [[UInt8]]
  /// The screens that an app drew; nil without them.
  package var screens: PageScreens?

  /// Takes the last lines of a session that fit; those around a wrong state, if it is before them.
  ///
  /// - Parameters:
  ///   - timeline: The session.
  ///   - name: Its name on the page.
  ///   - limit: The bytes that it may take on the page.
  ///   - diagnosis: The result of replaying it; nil if it was not replayed.
  ///   - never: Conditions that must never hold, with the results.
  ///   - conditions: Conditions to mark, with the indexes at which they hold.
  ///   - group: The group in which `rewind triage` has put the session.
  ///   - screens: The screens that the app drew, whose room is taken from the limit.
  /// - Returns: What the page shows.
  /// - Throws: ``PageError``; `SessionLogError` where the log cannot be read.
  package static func read(
    _ timeline: Timeline,
    name: String,
    limit: Int,
    diagnosis: PageDiagnosis? = nil,
    never: [PageInvariant] = [],
    conditions: [(PageCondition, IndexSet)] = [],
    group: TriageResult.Group? = nil,
    screens: PageScreens? = nil
  ) throws -> PageSession {
    let contradiction = try LogFaults.find(in: timeline.log).contradiction?.why
    let marked = Self.marked(timeline, diagnosis, never, conditions.map(\.1))
    // Where a log contradicts itself, the tool has no answers.
    let values = try? PageValues.json(of: timeline, marked: marked, limit: limit / 10)
    // Where a log contradicts itself, it tells no story.
    let story = try? Self.story(timeline, diagnosis, never)
    let signs = try SessionSigns.read(timeline).lines(in: timeline)
    let thrown = try timeline.end.fatalAction.flatMap { try timeline.thrownError(in: $0) }
    let facts = { (leftOut: Int, later: Int) -> JSONValue in
      let facts = Self.facts(
        timeline,
        name,
        leftOut: leftOut,
        contradiction,
        diagnosis,
        never,
        signs: signs
      )
      var members = facts.object ?? JSONObject()
      members["where"] = .array(conditions.map { $0.json($1) })
      members["values"] = values
      members["story"] = story
      members["group"] = group?.json
      members["thrown"] = thrown.map { .string($0) }
      if later > 0 { members["later"] = JSONValue(later) }
      return .object(members)
    }
    // A crash is at the end.
    let isCrash = timeline.end.fatalAction != nil
    let wrong = isCrash ? nil : never.compactMap(\.culprit).first
    let most = timeline.actionCount
    let room =
      limit - (screens?.size ?? 0) - facts(most, wrong == nil ? 0 : most).text.scriptText.utf8.count
    let taken = try PageLines.read(timeline, name: name, limit: room, including: wrong)
    let known = facts(taken.leftOut, taken.later)
    return PageSession(
      name: name,
      leftOut: taken.leftOut,
      later: taken.later,
      size: taken.size + (screens?.size ?? 0) + known.text.scriptText.utf8.count,
      isGrouped: group != nil,
      facts: known,
      lines: taken.lines,
      screens: screens
    )
  }

  /// Returns the cards at the head of the page; those of a running session, without what only its end shows, and those
  /// of one with a program to search with, without the advice to name one.
  package static func story(
    _ timeline: Timeline,
    _ diagnosis: PageDiagnosis?,
    _ never: [PageInvariant],
    isRunning: Bool = false,
    hasProgram: Bool = false
  ) throws -> JSONValue {
    if case .found(let culprit, _, _) = diagnosis {
      return try PageStory.of(culprit, in: timeline).json
    }
    if isRunning { return [] }
    if case .crashed(let action) = timeline.end, action > 0 {
      let isAdvised = diagnosis == nil && !hasProgram
      let advice = "Made with --app PROGRAM, this page says which action is to blame."
      var story = try PageStory.ofDeath(in: action, timeline, advice: isAdvised ? advice : nil)
      if case .notReproduced(let program) = diagnosis { story.survives(in: program) }
      return try story.json
    }
    for wrong in never {
      if let story = try PageStory.of(wrong, in: timeline) { return try story.json }
    }
    return try PageStory.ofWhole(timeline).json
  }

  /// Returns the actions that a page shows first: those of a crash, and those that begin what is marked.
  private static func marked(
    _ timeline: Timeline,
    _ diagnosis: PageDiagnosis?,
    _ never: [PageInvariant],
    _ conditions: [IndexSet]
  ) -> [Int] {
    var marked: [Int] = []
    if case .found(let culprit, _, _) = diagnosis { marked = [culprit.culprit, culprit.fatal - 1] }
    marked += never.compactMap(\.culprit) + conditions.compactMap(\.first)
    return marked.filter { (timeline.firstIndex...timeline.lastIndex).contains($0) }
  }

  /// Returns the facts about a session, as the page's script reads them.
  package static func facts(
    _ timeline: Timeline,
    _ name: String,
    leftOut: Int,
    _ contradiction: String?,
    _ diagnosis: PageDiagnosis?,
    _ never: [PageInvariant],
    signs: [String]
  ) -> JSONValue {
    let header = timeline.log.header
    return [
      // The name, as a shell takes it.
      "name": .string(name), "file": .string(name.shellPath),
      "app": header.app.map { .string($0) } ?? .null,
      "store": header.store.map { .string($0) } ?? .null,
      "stores": .array(timeline.stores.map { .string($0) }),
      "attach": header.attach.map { .string($0) } ?? .null,
      "started": header.started.map { .string($0) } ?? .null,
      "sharedType": timeline.sharedType.name.map { .string($0) } ?? .null,
      "redacted": header.json["redacted"] ?? [], "end": .string(timeline.end.name),
      "start": JSONValue(timeline.firstIndex), "last": JSONValue(timeline.lastIndex),
      "leftOut": JSONValue(leftOut),
      "damage": timeline.log.damage.map { JSONValue($0.line) } ?? .null,
      "contradiction": contradiction.map { .string($0) } ?? .null,
      "signs": .array(signs.map { .string($0) }),
      "diagnosis": diagnosis?.json ?? .null, "never": .array(never.map(\.json)),
    ]
  }
}
