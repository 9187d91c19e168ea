import RewindJSON
import RewindSession
import RewindTimeline

/// A replay request, as the session that the program reads from standard input.
struct ReplayRequest: Sendable {
  /// The states that the program should write.
  enum States: String, Sendable {
    case all
    case last
    case none
  }

  private(set) var bytes: [UInt8] = []
  /// The requested actions, in order.
  private(set) var indexes: [Int] = []
  /// True if the program is given a state to begin with.
  private(set) var beginsWithState = false
  /// The first state that the program must decode; it may begin with its own initial one.
  private(set) var firstStateNeeded: Int?
  /// The state from which the next action goes on.
  private var given: Int?
  /// True if a state is requested after each action.
  let wantsStates: Bool
  /// True if actions should be reduced; otherwise states and actions are only decoded.
  let reduces: Bool
  /// The time zone of the recording, as the variable `TZ`; nil if it is unknown, or not of that form.
  let timeZone: String?

  /// Makes a request that begins with a header based on the recording's.
  ///
  /// A program that `locates` reports the addresses of a crash; one that is asked what it `allows` may say of each action
  /// whether a user could do it then; one that `times` says what each reduction cost; it
  /// draws its screen after each of `screens`.
  init(
    _ timeline: Timeline,
    states: States,
    reduces: Bool = true,
    locates: Bool = false,
    times: Bool = false,
    asksAllowed: Bool = false,
    screens: [Int] = []
  ) {
    wantsStates = states == .all
    self.reduces = reduces
    var members: [(String, JSONValue)] = [
      ("rewind", 1), ("replay", 1), ("session", .string(timeline.log.header.session)),
      ("states", .string(states.rawValue)),
    ]
    if !reduces { members.append(("reduce", false)) }
    if times { members.append(("times", true)) }
    if locates { members.append(("locate", true)) }
    if asksAllowed { members.append(("allows", true)) }
    if !screens.isEmpty { members.append(("screens", .array(screens.map { JSONValue($0) }))) }
    let header = timeline.log.header
    timeZone = header.timeZoneVariable
    if let store = header.store { members.append(("store", .string(store))) }
    if let jsan = header.json["jsan"] { members.append(("jsan", jsan)) }
    if !header.reflected.isEmpty {
      members.append(("reflected", .array(header.reflected.map { .string($0) })))
    }
    if let started = header.started { members.append(("started", .string(started))) }
    add(.object(JSONObject(members)))
  }

  /// Adds a state to continue from, as it was after an action.
  mutating func start(after index: Int, _ state: JSONValue) {
    noteStart(after: index)
    add(["after": JSONValue(index), "state": state])
  }

  /// Adds a state that was written as JSON before.
  mutating func start(after index: Int, text state: [UInt8]) {
    noteStart(after: index)
    bytes.append(contentsOf: "{\"after\":\(index),\"state\":".utf8)
    bytes.append(contentsOf: state)
    bytes.append(contentsOf: "}\n".utf8)
  }

  private mutating func noteStart(after index: Int) {
    if indexes.isEmpty { beginsWithState = true }
    if indexes.isEmpty, index > 0 { firstStateNeeded = index }
    given = index
  }

  /// Adds actions of the recording, with the inputs of their reducers.
  ///
  /// If the recorded state changed without an action, or the recording has a gap, the replay continues
  /// from the recorded state; with `changedAfterLast` after the last action too.
  mutating func add(
    _ range: ClosedRange<Int>,
    of timeline: Timeline,
    changedAfterLast: Bool = true
  ) throws(SessionLogError) {
    // Enough for most requests: growing would copy the bytes again and again.
    bytes.reserveCapacity(bytes.count + min(range.count, timeline.log.lineCount) * 128)
    var isInterrupted = false
    var index = range.lowerBound
    for line in try timeline.lines(of: index).lowerBound..<timeline.log.lineCount {
      let key = try timeline.log.key(of: line)
      switch key.kind {
      case .action:
        index = key.index ?? index
        guard index <= range.upperBound else { return }
        try add(line, of: timeline, action: index)
      case .gap, .travel:
        isInterrupted = true
      case _ where key.index != index:
        // If actions overlap, it belongs to the one before.
        break
      case .input:
        try add(line, of: timeline)
      case .external:
        guard changedAfterLast || index < range.upperBound else { continue }
        start(after: index, try timeline.state(at: line))
      case .keyframe where isInterrupted:
        start(after: index, try timeline.state(at: line))
        isInterrupted = false
      default:
        break
      }
    }
  }

  /// Adds an action that need not be in the recording.
  mutating func add(_ step: SessionStep) {
    for line in step.lines { add(line) }
    note(action: step.index)
  }

  /// Adds a line of the recording, unchanged; `index` is that of the action that it holds, if any.
  mutating func add(
    _ line: Int,
    of timeline: Timeline,
    action index: Int? = nil
  ) throws(SessionLogError) {
    if let index { note(action: index) }
    bytes.append(contentsOf: try timeline.log.bytes(of: line))
    bytes.append(UInt8(ascii: "\n"))
  }

  private mutating func note(action index: Int) {
    if let given, !indexes.isEmpty { firstStateNeeded = firstStateNeeded ?? given }
    given = nil
    indexes.append(index)
  }

  private mutating func add(_ line: JSONValue) {
    line.write(to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
  }
}

extension SessionHeader {
  /// The recorded time zone as the variable `TZ`; nil if it is not a name such as `Europe/Berlin`.
  ///
  /// An offset such as `GMT-0800` would mean the opposite there, and a path any file.
  package var timeZoneVariable: String? {
    guard let timeZone, timeZone.wholeMatch(of: /UTC|GMT|[A-Za-z]+(\/[A-Za-z0-9_+-]+)+/) != nil
    else {
      return nil
    }
    return timeZone
  }
}

extension ReplayRequest {
  /// The start of a replay.
  enum Start {
    /// At the initial state that the program makes.
    case app
    /// At a recorded state.
    case state(after: Int)

    /// True if the program is given a state.
    var isGiven: Bool {
      if case .state = self { true } else { false }
    }

    /// The action that the start follows.
    var index: Int {
      switch self {
      case .app: 0
      case .state(let index): index
      }
    }
  }

  /// Begins at a position of the session; a recorded state is the one that the next action is dispatched on.
  mutating func begin(_ start: Start, _ timeline: Timeline) throws(SessionLogError) {
    switch start {
    case .app: for input in try timeline.inputs(of: 0) { add(.object(input.json)) }
    case .state(let index): self.start(after: index, try timeline.state(onwardFrom: index))
    }
  }

  /// Returns a request for the whole session, from the start.
  ///
  /// The program makes the initial state itself if the recording says that the reducer made it; otherwise
  /// it is given the recorded one.
  static func whole(
    _ timeline: Timeline,
    states: States,
    times: Bool = false,
    from given: Start? = nil,
    asksAllowed: Bool = false,
    screens: [Int] = []
  ) throws(SessionLogError) -> ReplayRequest {
    var request = ReplayRequest(
      timeline,
      states: states,
      times: times,
      asksAllowed: asksAllowed,
      screens: screens
    )
    let start = if let given { given } else { try timeline.usualStart() }
    try request.begin(start, timeline)
    if start.index < timeline.lastIndex {
      try request.add(start.index + 1...timeline.lastIndex, of: timeline)
    }
    return request
  }
}

extension Timeline {
  /// Returns true if the initial state has pseudonyms; the state that the app makes has none.
  private func hasPseudonymsAtStart() throws(SessionLogError) -> Bool {
    let mask = RedactionMask(log.header)
    guard mask.hasPseudonyms else { return false }
    return mask.hidesPart(of: try state(after: 0))
  }

  /// Returns the first recorded state that a replay of the whole session must continue from; nil if it can
  /// compute all of them from the initial one.
  func firstStateNeeded() throws(SessionLogError) -> Int? {
    if try externalLine(before: 1) != nil { return 0 }
    return try ReplayRequest.whole(self, states: .none).firstStateNeeded
  }

  /// Returns the start of a replay of the whole session.
  func usualStart() throws(SessionLogError) -> ReplayRequest.Start {
    if let first = try firstState(), first > 0 { return .state(after: first) }
    // If the state was set, the first action was not dispatched on the state that the app makes; nor do actions
    // with pseudonyms follow on a state without.
    guard try madeInitialState(), try externalLine(before: 1) == nil, try !hasPseudonymsAtStart()
    else { return .state(after: 0) }
    return .app
  }
}
