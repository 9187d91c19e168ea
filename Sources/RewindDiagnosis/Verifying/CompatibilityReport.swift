import RewindJSON
import RewindSession
package import RewindTimeline

/// A forecast of whether a program can replay a session.
///
/// The program decodes the recorded states and actions and encodes them as it would record them today;
/// nothing is reduced. The differences are the changes to its types since the recording.
package struct CompatibilityReport: Sendable {
  package enum Verdict: String, Sendable, Comparable {
    /// States and actions come back as they were recorded.
    case fine
    /// The session can be replayed, but its states will differ from the recorded ones.
    case risky
    /// The program no longer knows an action or a member of the recording.
    case impossible

    package static func < (one: Verdict, other: Verdict) -> Bool { one.rank < other.rank }

    private var rank: Int {
      switch self {
      case .fine: 0
      case .risky: 1
      case .impossible: 2
      }
    }
  }

  /// A member of the states, or of the payloads of a type of action.
  package struct Member: Hashable, Sendable {
    /// The action's type; nil for a state.
    package let type: String?
    /// A pointer with `*` for the elements of arrays.
    package let pattern: String

    package init(type: String?, pattern: String) {
      (self.type, self.pattern) = (type, pattern)
    }
  }

  /// A difference between the recording and the program's types.
  package enum Change: Hashable, Sendable {
    case actionGone(type: String, why: String)
    case actionRenamed(type: String, now: String)
    /// No state can be decoded; `isNeeded` where the program cannot start from its own, either.
    case stateUndecodable(why: String, isNeeded: Bool)
    /// `isNeeded` is false where the program starts from its own state, and the session's states were written
    /// by reflection because their types leave parts out.
    case memberGone(Member, isNeeded: Bool)
    case memberAdded(Member)
    case memberRenamed(Member, now: String)
    /// A value comes back as a different one.
    case valueChanged(Member)
    /// The program crashes while it decodes something.
    case dies(CrashClass)

    package var verdict: Verdict {
      switch self {
      case .actionGone, .memberGone(_, isNeeded: true), .dies, .stateUndecodable(_, isNeeded: true):
        .impossible
      case .actionRenamed, .memberGone, .memberAdded, .memberRenamed, .valueChanged,
        .stateUndecodable:
        .risky
      }
    }
  }

  /// A change, and the action after which it shows.
  package struct Finding: Hashable, Sendable {
    package let change: Change
    /// The first action, or the action after whose state it shows.
    package let first: Int
    /// The number of actions or states that show it.
    package let count: Int
  }

  /// The most serious first.
  package let findings: [Finding]
  /// The changes of types that no finding shows; none if the log or the program tells no types.
  package let types: [TypeChange]
  /// Actions that were decoded.
  package let actions: Int
  /// States that were decoded.
  package let states: Int

  package var verdict: Verdict {
    max(
      findings.map(\.change.verdict).max() ?? .fine,
      types.contains(where: \.isRisky) ? .risky : .fine
    )
  }

  /// Has a program decode a session's states and actions.
  ///
  /// - Throws: ``ReplayProgramError``; `SessionLogError`.
  package static func run(
    _ timeline: Timeline,
    by program: ReplayProgram
  ) throws -> CompatibilityReport {
    let (request, indexes) = try request(timeline)
    var comparison = try RoundTripCheck.begin(timeline)
    var types = RecordedTypes()
    let outcome = try program.run(request) { line in
      if case .header(let header) = line, header.json["reduce"]?.bool != false {
        throw ReplayProgramError(program: program.name, .cannotForecast)
      }
      if case .types(let json) = line { types.add(json) }
      try comparison.take(line)
    }
    if case .died(let crash) = outcome.ending {
      comparison.note(.dies(crash), at: comparison.lastIndex)
    } else if let left = try comparison.firstLeftOut(of: request.indexes) {
      throw ReplayProgramError(program: program.name, .incomplete(action: left))
    }
    if !outcome.decodesState, let index = try timeline.firstStateNeeded() {
      let why = """
        The app's state is not Decodable, and a replay must continue from the recorded state after \(index): \
        the state changed without an action, or lines are missing.
        """
      comparison.note(.stateUndecodable(why: why, isNeeded: true), at: index)
    }
    return CompatibilityReport(
      findings: comparison.findings,
      types: TypeChange.find(from: timeline.types, to: types)
        .filter { !comparison.shows($0.part) },
      actions: request.indexes.count,
      states: outcome.decodesState ? indexes.count : 0
    )
  }

  /// The number of states to try: enough to meet every kind of content, few enough to be quick.
  private static let stateLimit = 64

  /// Requests every action, and those keyframes that are recorded in full.
  private static func request(
    _ timeline: Timeline
  ) throws -> (request: ReplayRequest, states: [Int]) {
    var keyframes: [Int] = []
    for line in 0..<timeline.log.lineCount {
      let key = try timeline.log.key(of: line)
      if key.kind == .keyframe, let index = key.index { keyframes.append(index) }
    }
    let stride = max(1, (keyframes.count + stateLimit - 1) / stateLimit)
    var indexes = keyframes.enumerated().filter { $0.offset.isMultiple(of: stride) }.map(\.element)
    if let last = try timeline.lastState(), indexes.last != last { indexes.append(last) }
    var request = ReplayRequest(timeline, states: .all, reduces: false)
    var states = indexes[...]
    func addStates(before action: Int) throws {
      while let index = states.first, index < action {
        request.start(after: index, try timeline.state(after: index))
        states = states.dropFirst()
      }
    }
    for line in 0..<timeline.log.lineCount {
      let key = try timeline.log.key(of: line)
      guard key.kind == .action, let index = key.index else { continue }
      try addStates(before: index)
      try request.add(line, of: timeline, action: index)
    }
    try addStates(before: .max)
    return (request, indexes)
  }
}
