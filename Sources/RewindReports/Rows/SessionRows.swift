import RewindJSON
import RewindLog
import RewindSession
import RewindTimeline

/// The rows of sessions: one per action, and one per session.
///
/// A session is read line by line; one action's row is in memory at a time, and a state only where it is
/// asked for.
package struct SessionRows: Sendable {
  package let actions: RowTable
  package let sessions: RowTable
  private let hasStates: Bool
  private let triage: TriageResult?

  private static let actionColumns = [
    "file", "session", "index", "time", "type", "payload", "error", "changed", "cause",
    "cause_store", "subscribed", "died",
  ]
  private static let sessionColumns = [
    "file", "session", "app", "version", "commit", "store", "started", "length", "actions", "end",
    "fatal", "signature", "culprit", "group", "kind", "damage",
  ]

  package init(hasStates: Bool, triage: TriageResult?) {
    let state = hasStates ? ["state"] : []
    actions = RowTable("actions", Self.actionColumns + state)
    sessions = RowTable("sessions", Self.sessionColumns)
    self.hasStates = hasStates
    self.triage = triage
  }

  /// Reads a session, and passes on the lines of its rows.
  ///
  /// - Parameters:
  ///   - path: The session's file.
  ///   - action: Takes the line of an action.
  ///   - session: Takes the line of the session, after those of its actions.
  /// - Returns: The reason why not all of the file was read, nil if it was; and whether a triage has put it in a
  ///   group.
  /// - Throws: The errors of the two functions.
  package func read(
    _ path: String,
    action: (String) throws -> Void,
    session: (String) throws -> Void
  ) throws -> (fault: String?, isGrouped: Bool) {
    var walk: SessionWalk
    do throws(SessionLogError) {
      walk = SessionWalk(try Timeline.open(SessionLog.open(path)), path, hasStates: hasStates)
    } catch {
      let group = triage?.group(of: path, nil)
      try session(row(path, nil, group, error.description))
      return (error.description, group != nil)
    }
    var failure: String?
    do {
      try walk.run { try action(actions.line($0)) }
    } catch let error as SessionLogError {
      failure = error.description
    }
    failure = failure ?? walk.damage
    let group = triage?.group(of: path, walk.header)
    try session(row(path, walk, group, failure))
    return (failure, group != nil)
  }

  private func row(
    _ path: String,
    _ walk: SessionWalk?,
    _ group: TriageResult.Group?,
    _ damage: String?
  ) -> String {
    let header = walk?.header
    return sessions.line([
      .text(path), .text(header?.session), .text(header?.app),
      .text(header?.json["version"]?.string), .text(header?.json["commit"]?.string),
      .text(header?.store), .text(header?.started), .number(walk?.length),
      .integer(walk?.count), .text(walk?.end), .text(walk?.fatal), .text(group?.signature),
      .text(group?.culprit), .text(group?.name), .text(group?.kind), .text(damage),
    ])
  }
}

/// A session that is read once, from its first line to its last.
private struct SessionWalk {
  let header: SessionHeader
  private(set) var count = 0
  /// The seconds up to the last action.
  private(set) var length: Double?
  /// The type of the action in which the app died.
  private(set) var fatal: String?

  private let timeline: Timeline
  private let path: String
  private let hasStates: Bool
  private let died: Int?
  /// Actions whose end has not been read; more than one only if they overlap.
  private var open: [Row] = []

  private struct Row {
    let action: RecordedAction
    var changed: [String]?
    var state: String?
    var isDone = false
  }

  init(_ timeline: Timeline, _ path: String, hasStates: Bool) {
    self.timeline = timeline
    self.path = path
    self.hasStates = hasStates
    header = timeline.log.header
    died = timeline.end.fatalAction
  }

  var end: String { timeline.end.name }

  /// The damage that ends the readable part; nil if there is none.
  var damage: String? {
    timeline.log.damage.map {
      "\(path): line \($0.line) is damaged (\($0.kind.rawValue)); the rows are of the lines before it."
    }
  }

  mutating func run(_ put: ([RowTable.Cell]) throws -> Void) throws {
    for number in 1..<max(timeline.log.lineCount, 1) {
      switch try timeline.log.key(of: number).kind {
      case .action:
        guard case .action(let action) = try timeline.log.line(number) else { continue }
        if !action.overlaps { try finish(put) }
        open.append(Row(action: action))
      case .patch, .keyframe:
        guard case .state(let state) = try timeline.log.line(number),
          let index = open.firstIndex(where: { $0.action.index == state.after })
        else { continue }
        open[index].changed = try changed(state)
        if hasStates { open[index].state = try timeline.state(at: number).rowText }
        open[index].isDone = true
        while let first = open.first, first.isDone { try finishFirst(put) }
      default:
        break
      }
    }
    try finish(put)
  }

  /// Returns the pointers that differ after an action; nil if the state before it was not recorded, or they
  /// contradict each other.
  private func changed(_ state: RecordedState) throws -> [String]? {
    if let recorded = timeline.recordedChanges(of: state.patch) {
      return recorded.map(\.pointer.description)
    }
    guard try timeline.isStateKnown(before: state.after) else { return nil }
    return (try? timeline.changes(of: state.after))?.map(\.pointer.description)
  }

  private mutating func finish(_ put: ([RowTable.Cell]) throws -> Void) throws {
    while !open.isEmpty { try finishFirst(put) }
  }

  private mutating func finishFirst(_ put: ([RowTable.Cell]) throws -> Void) throws {
    let row = open.removeFirst()
    let action = row.action
    let (isFatal, origin) = (action.index == died, action.origin)
    count += 1
    length = action.time ?? length
    if isFatal { fatal = action.type }
    try put(
      [
        .text(path), .text(header.session), .integer(action.index), .number(action.time),
        .text(action.type), .text(action.payload?.rowText), .text(action.error?.rowText),
        .texts(row.changed), .integer(origin?.kind == .answer ? origin?.index : nil),
        .text(origin?.store), .integer(origin?.kind == .subscription ? origin?.index : nil),
        .truth(isFatal),
      ] + (hasStates ? [.text(row.state)] : [])
    )
  }
}
