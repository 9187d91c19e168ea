public import RewindJSON
package import RewindSession
public import RewindTimeline

/// What a session would have been, had some actions been others.
///
/// The changes name actions by the numbers that they have in the recording, whatever the order in which
/// they are made.
public struct SessionEdit {
  /// One change.
  public enum Change: Sendable {
    /// These actions did not happen.
    case drop(ClosedRange<Int>)
    /// The action had another value at this place: `/payload/…`, or `/type`.
    case set(Int, Pointer, JSONValue)
    /// These actions happened after that one; 0 for before the first.
    case insert(after: Int, [SessionStep])
  }

  /// Why a session cannot be changed like this.
  public enum Refusal: Error, Hashable, CustomStringConvertible {
    case noSuchAction(Int, last: Int)
    case noSuchPlace(Int, Pointer)
    /// The state changed without an action, or actions are missing, after this action.
    case hasGap(after: Int)

    public var description: String {
      switch self {
      case .noSuchAction(let index, let last):
        "There is no action \(index): the session has the actions 1 to \(last)."
      case .noSuchPlace(let index, let pointer):
        """
        Action \(index) has no \(pointer). What can be set is /type and places in /payload: \
        `rewind show FILE \(index)` shows them.
        """
      case .hasGap(let index):
        """
        After action \(index) the state changed without an action, or actions are missing, so that \
        the session cannot be run again.
        """
      }
    }
  }

  /// An action of the changed session.
  private struct Entry {
    var step: SessionStep
    /// Its number in the recording; nil where it was inserted.
    let origin: Int?
  }

  private let timeline: Timeline
  private let entries: [Entry]

  /// Changes a session.
  ///
  /// - Throws: ``Refusal``; `SessionLogError` where the log cannot be read.
  public init(_ timeline: Timeline, _ changes: [Change]) throws {
    self.timeline = timeline
    let last = timeline.lastIndex
    for line in 0..<timeline.log.lineCount {
      let key = try timeline.log.key(of: line)
      if [.external, .gap, .travel].contains(key.kind) {
        throw Refusal.hasGap(after: key.index ?? 0)
      }
    }
    var dropped: Set<Int> = []
    var inserted: [Int: [SessionStep]] = [:]
    var values: [Int: [(Pointer, JSONValue)]] = [:]
    for change in changes {
      switch change {
      case .drop(let range):
        guard range.lowerBound >= 1, range.upperBound <= last else {
          throw Refusal.noSuchAction(
            range.lowerBound < 1 ? range.lowerBound : range.upperBound,
            last: last
          )
        }
        dropped.formUnion(range)
      case .set(let index, let pointer, let value):
        guard (1...max(1, last)).contains(index) else {
          throw Refusal.noSuchAction(index, last: last)
        }
        values[index, default: []].append((pointer, value))
      case .insert(let index, let steps):
        guard (0...last).contains(index) else { throw Refusal.noSuchAction(index, last: last) }
        inserted[index, default: []] += steps
      }
    }
    var entries = (inserted[0] ?? []).map { Entry(step: $0, origin: nil) }
    for index in 1...max(1, last) where index <= last {
      if !dropped.contains(index) {
        var step = try timeline.step(index)
        for (pointer, value) in values[index] ?? [] { try step.set(pointer, value) }
        entries.append(Entry(step: step, origin: index))
      }
      entries += (inserted[index] ?? []).map { Entry(step: $0, origin: nil) }
    }
    for index in entries.indices { entries[index].step.index = index + 1 }
    self.entries = entries
  }

  /// The session as it would have been.
  public struct Result {
    /// Actions of the changed session that were begun.
    public let actions: Int
    /// How the replay died, where it did, in which of the changed session's actions.
    public let crash: (class: CrashClass, action: Int, errorText: String)?
    /// The first state of the changed session that is not the one after the same action in the recording;
    /// nil where every state is.
    public let parting: Parting?
    /// What is different at the end: of the last state that both have.
    public let changes: [RewindTimeline.Change]
    private let text: SessionText

    /// Where the timelines part.
    public struct Parting: Sendable {
      /// The action in the changed session.
      public let index: Int
      /// Its number in the recording; nil where it was inserted.
      public let origin: Int?
      public let type: String
      /// The places where the states differ, with the recorded value as `old`.
      public let changes: [RewindTimeline.Change]
    }

    fileprivate init(
      actions: Int,
      crash: (class: CrashClass, action: Int, errorText: String)?,
      parting: Parting?,
      changes: [RewindTimeline.Change],
      text: SessionText
    ) {
      self.actions = actions
      self.crash = crash
      self.parting = parting
      self.changes = changes
      self.text = text
    }

    /// The changed session as a log that lies in memory.
    package func log(named name: String) throws(SessionLogError) -> SessionLog {
      try SessionLog(bytes: text.bytes, name: name)
    }

    /// Writes the changed session as a log.
    public func write(to path: String) throws {
      try text.write(to: path)
    }
  }

  /// Runs the changed session.
  ///
  /// Draws that the recording does not have are made up, the same ones every time.
  ///
  /// - Throws: ``ReplayProgramError``; `SessionLogError`.
  public func run(by program: ReplayProgram) throws -> Result {
    var request = ReplayRequest(timeline, states: .all)
    try request.begin(timeline.usualStart(), timeline)
    for entry in entries { request.add(entry.step) }
    let replayed = try ReplayedSession(request, by: program)
    var crash: (class: CrashClass, action: Int, errorText: String)?
    switch replayed.outcome.ending {
    case .closed:
      break
    case .died(let kind):
      crash = (kind, replayed.outcome.lastAction ?? 0, replayed.outcome.errorText)
    case .undecodable(let session):
      throw ReplayProgramError(program: program.command[0], .undecodable(session.description))
    case .unresolved(let input, let action):
      throw ReplayProgramError(
        program: program.command[0],
        .undecodable(
          "In action \(action) of the changed session the reducer wants \"\(input)\", which was not recorded."
        )
      )
    }
    return Result(
      actions: replayed.steps.count,
      crash: crash,
      parting: try parting(replayed),
      changes: try finalChanges(replayed),
      text: SessionText(timeline, replayed, steps: entries.map(\.step))
    )
  }

  private func parting(_ replayed: ReplayedSession) throws -> Result.Parting? {
    var lastOrigin = 0
    for (entry, step) in zip(entries, replayed.steps) {
      lastOrigin = entry.origin ?? lastOrigin
      let recorded = try timeline.stateLine(after: lastOrigin).map(timeline.state(at:))
      guard let state = step.state, let recorded, recorded != state else { continue }
      return Result.Parting(
        index: step.index,
        origin: entry.origin,
        type: entry.step.type,
        changes: recorded.leafChanges(to: state)
      )
    }
    return nil
  }

  private func finalChanges(_ replayed: ReplayedSession) throws -> [RewindTimeline.Change] {
    guard let last = try timeline.lastState(),
      let state = replayed.steps.last(where: { $0.state != nil })?.state ?? replayed.start.state
    else { return [] }
    return try timeline.state(after: last).leafChanges(to: state)
  }
}

extension SessionStep {
  /// Puts a value at a place of the action.
  fileprivate mutating func set(_ pointer: Pointer, _ value: JSONValue) throws {
    if pointer.tokens == ["type"], let type = value.string {
      self.type = type
      return
    }
    guard pointer.tokens.first == "payload" else {
      throw SessionEdit.Refusal.noSuchPlace(index, pointer)
    }
    var action: JSONValue = ["payload": payload ?? .object(JSONObject())]
    do throws(PatchError) {
      try Patch([.add(pointer, value)]).apply(to: &action)
    } catch {
      throw SessionEdit.Refusal.noSuchPlace(index, pointer)
    }
    payload = action["payload"]
  }

  /// An action as it stands in a session log, or bare: `{"type":…,"payload":…}`.
  ///
  /// - Returns: Nil where the value is neither.
  public init?(_ json: JSONValue) {
    guard let action = json["action"] ?? json.object.map({ .object($0) }),
      let type = action["type"]?.string
    else { return nil }
    self.init(index: 0, type: type, payload: action["payload"], error: action["error"])
  }
}
