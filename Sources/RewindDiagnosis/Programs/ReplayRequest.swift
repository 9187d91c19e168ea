import RewindJSON
import RewindSession
import RewindTimeline

/// What a program is asked to replay, as the session that it reads from standard input.
struct ReplayRequest {
  /// Which states the program is to write.
  enum States: String {
    case all
    case last
    case none
  }

  private(set) var bytes: [UInt8] = []
  /// The actions that are asked for, in order.
  private(set) var indexes: [Int] = []
  /// Whether the program is given a state to begin with.
  private(set) var beginsWithState = false
  /// Whether a state is asked for after each action.
  let wantsStates: Bool
  /// Whether the answer is a line for each action and little more.
  let isAnsweredShortly: Bool
  /// Whether actions are to be reduced; otherwise states and actions are only made again.
  let reduces: Bool
  /// The numbers of the children that are asked for, in order.
  private(set) var forks: [Int] = []

  /// A request that begins with a header made of the recording's.
  ///
  /// - Parameters:
  ///   - timeline: The session.
  ///   - states: Which states the program is to write.
  ///   - reduces: Whether actions are to be reduced.
  ///   - locates: Whether a program that dies is to say at which addresses.
  ///   - trial: The action that children of the program are to try, see ``addFork(_:)``.
  init(
    _ timeline: Timeline,
    states: States,
    reduces: Bool = true,
    locates: Bool = false,
    trying trial: SessionStep? = nil
  ) {
    wantsStates = states == .all
    // Children share a pipe with the program; they would not know where it stands in a file.
    isAnsweredShortly = states == .none && reduces && trial == nil
    self.reduces = reduces
    var members: [(String, JSONValue)] = [
      ("rewind", 1), ("replay", 1), ("session", .string(timeline.log.header.session)),
      ("states", .string(states.rawValue)),
    ]
    if !reduces { members.append(("reduce", false)) }
    if locates { members.append(("locate", true)) }
    if let trial { members.append(("fork", trial.json)) }
    let header = timeline.log.header
    if header.form > 1 { members.append(("form", JSONValue(header.form))) }
    if !header.reflected.isEmpty {
      members.append(("reflected", .array(header.reflected.map { .string($0) })))
    }
    if let started = header.started { members.append(("started", .string(started))) }
    add(.object(JSONObject(members)))
  }

  /// A state to go on from, as it was after an action.
  mutating func start(after index: Int, _ state: JSONValue) {
    if indexes.isEmpty { beginsWithState = true }
    add(["after": JSONValue(index), "state": state])
  }

  /// A child of the program that tries the header's action on the state here.
  mutating func addFork(_ number: Int) {
    forks.append(number)
    add(["fork": JSONValue(number)])
  }

  /// What was drawn while the initial state was made.
  mutating func addInitialInputs(_ timeline: Timeline) throws(SessionLogError) {
    for input in try timeline.inputs(of: 0) { add(.object(input.json)) }
  }

  /// Actions of the recording, with what their reducers drew.
  ///
  /// Where the recorded state changed without an action, or the recording has a gap, the replay is
  /// told to go on from the recorded state; `changedBehind`: behind the last action too.
  mutating func add(
    _ range: ClosedRange<Int>,
    of timeline: Timeline,
    changedBehind: Bool = true
  ) throws(SessionLogError) {
    // As much as most need: growing would copy what is there again and again.
    bytes.reserveCapacity(bytes.count + min(range.count, timeline.log.lineCount) * 128)
    var isInterrupted = false
    var index = range.lowerBound
    for line in try timeline.lines(of: index).lowerBound..<timeline.log.lineCount {
      let key = try timeline.log.key(of: line)
      switch key.kind {
      case .action:
        index = key.index ?? index
        guard index <= range.upperBound else { return }
        indexes.append(index)
        try add(line, of: timeline)
      case .gap, .travel:
        isInterrupted = true
      case _ where key.index != index:
        // Where actions overlap, it belongs to the one before.
        break
      case .input:
        try add(line, of: timeline)
      case .external:
        guard changedBehind || index < range.upperBound else { continue }
        start(after: index, try timeline.state(at: line))
      case .keyframe where isInterrupted:
        start(after: index, try timeline.state(at: line))
        isInterrupted = false
      default:
        break
      }
    }
  }

  /// Actions of the recording, without what their reducers drew: they are not to be reduced.
  mutating func addActions(
    _ range: ClosedRange<Int>,
    of timeline: Timeline
  ) throws(SessionLogError) {
    // By lines: a gap may be longer than any log.
    for line in try timeline.lines(of: range.lowerBound).lowerBound..<timeline.log.lineCount {
      let key = try timeline.log.key(of: line)
      guard key.kind == .action, let index = key.index else { continue }
      guard index <= range.upperBound else { return }
      indexes.append(index)
      try add(line, of: timeline)
    }
  }

  /// An action that need not be one of the recording.
  mutating func add(_ step: SessionStep) {
    for line in step.lines { add(line) }
    indexes.append(step.index)
  }

  /// A line of the recording that holds an action, as it stands there.
  mutating func addAction(_ index: Int, line: Int, of timeline: Timeline) throws(SessionLogError) {
    indexes.append(index)
    try add(line, of: timeline)
  }

  /// A line of the recording, as it stands there.
  mutating func add(_ line: Int, of timeline: Timeline) throws(SessionLogError) {
    bytes.append(contentsOf: try timeline.log.bytes(of: line))
    bytes.append(UInt8(ascii: "\n"))
  }

  private mutating func add(_ line: JSONValue) {
    line.write(to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
  }
}

extension ReplayRequest {
  /// Where a replay begins.
  enum Start {
    /// With the initial state that the program makes.
    case app
    /// With a recorded state.
    case state(after: Int)
  }

  /// Begins at a place of the session; a recorded state is the one that the next action is dispatched
  /// on.
  mutating func begin(_ start: Start, _ timeline: Timeline) throws(SessionLogError) {
    switch start {
    case .app: try addInitialInputs(timeline)
    case .state(let index): self.start(after: index, try timeline.state(onwardFrom: index))
    }
  }

  /// The whole session, from the start.
  ///
  /// The program makes the initial state itself where the recording says that the reducer made it;
  /// otherwise it is given the recorded one.
  static func whole(
    _ timeline: Timeline,
    states: States
  ) throws(SessionLogError) -> ReplayRequest {
    var request = ReplayRequest(timeline, states: states)
    let start = try timeline.usualStart()
    try request.begin(start, timeline)
    try request.addAll(after: start, timeline)
    return request
  }

  /// The actions from the start on.
  mutating func addAll(after start: Start, _ timeline: Timeline) throws(SessionLogError) {
    var first = 1
    if case .state(let index) = start { first = index + 1 }
    if first <= timeline.lastIndex { try add(first...timeline.lastIndex, of: timeline) }
  }

  /// One action on a state of its own.
  static func single(
    _ action: Int,
    on state: JSONValue,
    after index: Int,
    _ timeline: Timeline
  ) throws(SessionLogError) -> ReplayRequest {
    var request = ReplayRequest(timeline, states: .none)
    request.start(after: index, state)
    try request.add(action...action, of: timeline)
    return request
  }
}

extension Timeline {
  /// Where a replay of the whole begins.
  func usualStart() throws(SessionLogError) -> ReplayRequest.Start {
    if let first = try firstState(), first > 0 { return .state(after: first) }
    // What the app makes is not what the first action was dispatched on, if somebody set the state.
    guard try madeInitialState(), try externalLine(before: 1) == nil else {
      return .state(after: 0)
    }
    return .app
  }
}
