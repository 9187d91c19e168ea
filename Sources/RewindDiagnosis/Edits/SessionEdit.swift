package import RewindJSON
import RewindLog
import RewindQuery
import RewindSession
package import RewindTimeline

/// A session as it would have been with different actions.
///
/// Changes name actions by their numbers in the recording, in whatever order they are made.
package struct SessionEdit {
  /// One change.
  package enum Change: Sendable {
    /// These actions did not happen.
    case drop(ClosedRange<Int>)
    /// The action had a different value at this pointer: `/payload/…`, or `/type`.
    case set(Int, Pointer, JSONValue)
    /// These actions happened after that one; 0 for before the first.
    case insert(after: Int, [SessionStep])
  }

  /// A reason why a session cannot be changed like this.
  package enum Refusal: Error, Hashable, CustomStringConvertible {
    case noSuchAction(Int, first: Int, last: Int)
    case noSuchMember(Int, Pointer)
    /// The state changed without an action, or actions are missing, after this action.
    case hasGap(after: Int)
    /// The reducer reads a value of the app's own that neither the recording nor the change has.
    case wantsInput(name: String, Int, type: String, origin: Int?)

    package var description: String {
      switch self {
      case .noSuchAction(let index, let first, let last):
        "There is no action \(index): the session has actions \(first) to \(last)."
      case .noSuchMember(let index, let pointer):
        """
        Action \(index) has no \(pointer). Only /type and pointers into /payload can be set: \
        `rewind show FILE \(index)` shows them.
        """
      case .hasGap(let index):
        """
        After action \(index) the state changed without an action, or actions are missing, so that \
        the session cannot be run again.
        """
      case .wantsInput(let name, let index, let type, let origin):
        """
        In action \(index) of the changed session (\(type), \
        \(origin.map { "recorded as \($0)" } ?? "inserted")), the reducer reads the value "\(name)", which \
        cannot be made up. Supply it in the --insert file, on a line after the action's: \
        {"input":{"name":"\(name)","value":…}}\
        \(origin.map { " To do so, --drop \($0), and --insert it instead." } ?? "")
        """
      }
    }
  }

  /// An action of the changed session.
  private struct Entry {
    var step: SessionStep
    /// Its number in the recording; nil if it was inserted.
    let origin: Int?
  }

  private let timeline: Timeline
  private var entries: [Entry] = []
  /// The values that a change added where the recording had none.
  package private(set) var addedValues: [AddedValue] = []

  /// A value that was added to an action.
  package struct AddedValue: Hashable, Sendable {
    package let index: Int
    package let pointer: Pointer
    /// The nearest container above it that the action has, and the names in that.
    package let above: Pointer
    package let names: [String]
  }

  /// Reads a session, and changes it.
  ///
  /// - Throws: ``Refusal``; `SessionLogError` where the log cannot be read.
  package static func read(_ timeline: Timeline, applying changes: [Change]) throws -> SessionEdit {
    for line in 0..<timeline.log.lineCount {
      let key = try timeline.log.key(of: line)
      if [.external, .gap, .travel].contains(key.kind) {
        throw Refusal.hasGap(after: key.index ?? 0)
      }
    }
    let (start, last) = (timeline.firstIndex, timeline.lastIndex)
    let changed = try ChangedActions(changes, of: start...last)
    var edit = SessionEdit(timeline)
    edit.add(changed.inserted[start])
    for index in start..<last { try edit.add(index + 1, changed) }
    for index in edit.entries.indices { edit.entries[index].step.index = start + index + 1 }
    return edit
  }

  private init(_ timeline: Timeline) {
    self.timeline = timeline
  }

  /// Adds an action of the recording as it is changed, and those inserted after it.
  private mutating func add(_ index: Int, _ changed: ChangedActions) throws {
    if !changed.dropped.contains(index) {
      var step = try timeline.step(index)
      for (pointer, value) in changed.values[index] ?? [] {
        if let added = step.missingValue(pointer) { addedValues.append(added) }
        try step.set(pointer, value)
      }
      entries.append(Entry(step: step, origin: index))
    }
    add(changed.inserted[index])
  }

  private mutating func add(_ inserted: [SessionStep]?) {
    entries += (inserted ?? []).map { Entry(step: $0, origin: nil) }
  }

  /// The changes by the numbers of the actions.
  private struct ChangedActions {
    var dropped: Set<Int> = []
    var inserted: [Int: [SessionStep]] = [:]
    var values: [Int: [(Pointer, JSONValue)]] = [:]

    /// - Throws: ``Refusal/noSuchAction(_:first:last:)``
    init(_ changes: [Change], of indexes: ClosedRange<Int>) throws(Refusal) {
      let (start, last) = (indexes.lowerBound, indexes.upperBound)
      func check(_ index: Int, from first: Int) throws(Refusal) {
        guard index >= first, index <= last else {
          throw .noSuchAction(index, first: start + 1, last: last)
        }
      }
      for change in changes {
        switch change {
        case .drop(let range):
          try check(range.lowerBound > start ? range.upperBound : range.lowerBound, from: start + 1)
          dropped.formUnion(range)
        case .set(let index, let pointer, let value):
          try check(index, from: start + 1)
          values[index, default: []].append((pointer, value))
        case .insert(let index, let steps):
          try check(index, from: start)
          inserted[index, default: []] += steps
        }
      }
    }
  }

  /// The result of replaying the changed session.
  package struct Result {
    /// The number of actions of the changed session that were begun.
    package let actions: Int
    /// The crash of the replay, if any.
    package let crash: Crash?
    /// The first state of the changed session that differs from the one after the same action in the
    /// recording; nil if none does.
    package let firstDifference: FirstDifference?
    /// The last action of the changed session after which the state could be compared; nil if none could.
    package let lastCompared: Int?
    /// The action in which the recording crashed, under its number there, if any.
    package let recordedFatal: Int?
    /// The same under its number in the changed session; nil if it is left out.
    package let fatal: Int?
    /// The differences at the end, between the last states of both.
    package let changes: [RewindJSON.Change]
    /// The wrong states that were asked for, in the recording and in the changed session.
    package let findings: [WrongStateFinding]
    /// The numbers that the actions of the changed session have in the recording, in order; nil for
    /// inserted ones.
    let origins: [Int?]
    let start: Int
    /// The changed session.
    package let text: SessionSerializer

    /// Returns the number that an action of the changed session has in the recording; nil if it was inserted.
    package func origin(of index: Int) -> Int? {
      let number = index - start - 1
      return origins.indices.contains(number) ? origins[number] : nil
    }

    /// A crash of the changed session.
    package struct Crash: Sendable {
      package let `class`: CrashClass
      /// The action in the changed session; 0 while the initial state is made.
      package let index: Int
      /// Its number in the recording; nil if it was inserted.
      package let origin: Int?
      /// Nil while the initial state is made.
      package let type: String?
      package let errorText: String
    }

    /// The divergence of the two timelines.
    package struct FirstDifference: Sendable {
      /// The action in the changed session.
      package let index: Int
      /// Its number in the recording; nil if it was inserted.
      package let origin: Int?
      package let type: String
      /// The differences between the states, with the recorded value as `old`.
      package let changes: [RewindJSON.Change]
    }
  }

  /// Runs the changed session.
  ///
  /// Inputs that the recording does not have are made up, the same ones every time.
  ///
  /// - Parameters:
  ///   - program: The app.
  ///   - never: Wrong states to look for.
  /// - Returns: The result.
  /// - Throws: ``ReplayProgramError``; ``Refusal``; `SessionLogError`.
  package func run(by program: ReplayProgram, never: [WrongState] = []) throws -> Result {
    var request = ReplayRequest(timeline, states: .all)
    try request.begin(timeline.usualStart(), timeline)
    for entry in entries { request.add(entry.step) }
    let replayed = try ReplayedSession.run(request, by: program)
    var crash: Result.Crash?
    switch replayed.outcome.ending {
    case .closed:
      break
    case .died(let kind):
      let action = replayed.outcome.lastAction ?? 0
      let entry = entries.first { $0.step.index == action }
      crash = Result.Crash(
        class: kind,
        index: action,
        origin: entry?.origin,
        type: entry?.step.type,
        errorText: replayed.outcome.errorText
      )
    case .undecodable(let session):
      throw ReplayProgramError(program: program.name, .undecodable(session.description))
    case .unresolved(let input, let action):
      let entry = entries.first { $0.step.index == action }
      let (type, origin) = (entry?.step.type ?? "", entry?.origin)
      throw Refusal.wantsInput(name: input, action, type: type, origin: origin)
    }
    let compared = try compared(replayed)
    let recordedFatal = timeline.end.fatalAction
    return Result(
      actions: replayed.steps.count,
      crash: crash,
      firstDifference: compared.firstDifference,
      lastCompared: compared.last,
      recordedFatal: recordedFatal,
      fatal: entries.first { $0.origin != nil && $0.origin == recordedFatal }?.step.index,
      changes: try finalChanges(replayed),
      findings: try never.map { try finding($0, replayed) },
      origins: entries.map(\.origin),
      start: timeline.firstIndex,
      text: SessionSerializer(
        timeline,
        replayed,
        steps: entries.map(\.step),
        from: timeline.firstIndex
      )
    )
  }

  private func finding(
    _ wrong: WrongState,
    _ replayed: ReplayedSession
  ) throws -> WrongStateFinding {
    var watch = WrongStateWatch(wrong)
    try watch.see(replayed, of: entries.map(\.step))
    return try watch.finding(in: timeline) { index in
      entries.first { $0.step.index == index }?.step.type
    }
  }

  /// Returns the first state that differs from the recorded one, and the last action whose state could be
  /// compared.
  private func compared(
    _ replayed: ReplayedSession
  ) throws -> (firstDifference: Result.FirstDifference?, last: Int?) {
    var lastOrigin = timeline.firstIndex
    var last: Int?
    for (entry, step) in zip(entries, replayed.steps) {
      lastOrigin = entry.origin ?? lastOrigin
      let recorded = try timeline.stateLine(after: lastOrigin).map(timeline.state(at:))
      guard let state = step.state, let recorded else { continue }
      last = step.index
      guard recorded != state else { continue }
      let firstDifference = Result.FirstDifference(
        index: step.index,
        origin: entry.origin,
        type: entry.step.type,
        changes: recorded.leafChanges(to: state)
      )
      return (firstDifference, last)
    }
    return (nil, last)
  }

  private func finalChanges(_ replayed: ReplayedSession) throws -> [RewindJSON.Change] {
    guard let last = try timeline.lastState(),
      let state = replayed.steps.last(where: { $0.state != nil })?.state ?? replayed.start.state
    else { return [] }
    return try timeline.state(after: last).leafChanges(to: state)
  }
}

extension SessionStep {
  /// Returns a value that the action does not have; nil if it has one, is not in the payload, or is
  /// after the last element of an array, which adds an element.
  fileprivate func missingValue(_ pointer: Pointer) -> SessionEdit.AddedValue? {
    let action: JSONValue = ["payload": payload ?? .object(JSONObject())]
    guard pointer.tokens.first == "payload", action[pointer] == nil else { return nil }
    var above = pointer.tokens.dropLast()
    while action[Pointer(tokens: Array(above))] == nil { above.removeLast() }
    let holder = Pointer(tokens: Array(above))
    if case .array = action[holder] { return nil }
    let names = action[holder]?.object?.members.map(\.key) ?? []
    return SessionEdit.AddedValue(index: index, pointer: pointer, above: holder, names: names)
  }

  /// Sets a value in the action.
  fileprivate mutating func set(_ pointer: Pointer, _ value: JSONValue) throws {
    if pointer.tokens == ["type"], let type = value.string {
      self.type = type
      return
    }
    guard pointer.tokens.first == "payload" else {
      throw SessionEdit.Refusal.noSuchMember(index, pointer)
    }
    var action: JSONValue = ["payload": payload ?? .object(JSONObject())]
    do throws(PatchError) {
      try Patch([.add(pointer, value)]).apply(to: &action)
    } catch {
      throw SessionEdit.Refusal.noSuchMember(index, pointer)
    }
    payload = action["payload"]
  }

  /// Parses an action as in a session log, or bare: `{"type":…,"payload":…}`.
  ///
  /// - Returns: Nil if the value is neither.
  package init?(_ json: JSONValue) {
    guard let action = json["action"] ?? json.object.map({ .object($0) }),
      let type = action["type"]?.string
    else { return nil }
    self.init(
      index: 0,
      type: type,
      payload: action["payload"],
      error: action["error"],
      others: json["action"]?.otherMembers ?? JSONObject()
    )
  }
}

extension SessionStep.Input {
  /// Parses an input as in a session log, with or without its action's index.
  ///
  /// - Returns: Nil if the value is not an input.
  package init?(_ json: JSONValue) {
    guard let input = json["input"], let name = input["name"]?.string, let value = input["value"]
    else { return nil }
    self.init(name: name, value: value)
  }
}
