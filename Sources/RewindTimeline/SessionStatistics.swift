import RewindJSON
import RewindSession

/// The frequencies of actions and changes in a session.
public struct SessionStatistics: Sendable {
  /// The statistics of the actions of one type.
  public struct Kind: Sendable {
    public let type: String
    public fileprivate(set) var count = 0
    /// The size in bytes of the lines of its actions, inputs and states, without whole states.
    public fileprivate(set) var bytes = 0
    /// The number of actions that changed nothing.
    public fileprivate(set) var idle = 0
    /// The seconds from the previous action to each of them, sorted.
    public fileprivate(set) var pauses: [Double] = []
    /// The number of changes of each pattern; `*` stands for the elements of arrays and the keys of dictionaries.
    public fileprivate(set) var changes: [String: Int] = [:]
    fileprivate var patterns = PatternCounts()

    /// The median pause, the mean of the middle two of an even number; nil if there are none.
    public var medianPause: Double? {
      guard !pauses.isEmpty else { return nil }
      return (pauses[(pauses.count - 1) / 2] + pauses[pauses.count / 2]) / 2
    }
  }

  /// A pause before an action.
  public struct Pause: Sendable {
    public let seconds: Double
    /// The action that ended it.
    public let index: Int
    public let type: String
  }

  public fileprivate(set) var actions = 0
  /// The seconds from the start to the last action.
  public fileprivate(set) var seconds: Double = 0
  /// The size of all lines in bytes.
  public fileprivate(set) var bytes = 0
  /// The action types, most frequent first.
  public fileprivate(set) var kinds: [Kind] = []
  /// How long actions took, and what grew.
  package fileprivate(set) var times = SessionTimes()
  /// The longest pauses, longest first.
  public fileprivate(set) var longestPauses: [Pause] = []

  /// The maximum number of longest pauses.
  private static let pausesKept = 5

  fileprivate mutating func keep(_ pause: Pause) {
    let index = longestPauses.firstIndex { $0.seconds < pause.seconds } ?? longestPauses.count
    guard index < Self.pausesKept else { return }
    longestPauses.insert(pause, at: index)
    if longestPauses.count > Self.pausesKept { longestPauses.removeLast() }
  }
}

extension Timeline {
  /// Returns the statistics of the session; it is read once for them.
  ///
  /// - Throws: ``SessionLogError`` if it cannot be read.
  public func statistics(
    progress: ((_ line: Int, _ count: Int) -> Void)? = nil
  ) throws(SessionLogError) -> SessionStatistics {
    var statistics = SessionStatistics()
    var kinds: [SessionStatistics.Kind] = []
    var positions: [String: Int] = [:]
    let fields = FieldTree<NoContent>()
    var types = RecordedTypes()
    var times = TimeCollector()
    var current: Int?
    var last: Double?
    for line in 0..<log.lineCount {
      progress?(line, log.lineCount)
      let size = log.size(of: line)
      statistics.bytes += size
      let key = try log.key(of: line)
      switch key.kind {
      case .action:
        guard let action = try log.actionHead(of: line) else { continue }
        statistics.actions += 1
        times.begin(action.index, action.type)
        let kind = positions[action.type] ?? kinds.count
        if kind == kinds.count {
          positions[action.type] = kind
          kinds.append(SessionStatistics.Kind(type: action.type))
        }
        current = kind
        kinds[kind].count += 1
        kinds[kind].bytes += size
        guard let time = action.time else { continue }
        if let last, time >= last {
          kinds[kind].pauses.append(time - last)
          statistics.keep(.init(seconds: time - last, index: action.index, type: action.type))
        }
        (last, statistics.seconds) = (time, max(statistics.seconds, time))
      case .input:
        if let current { kinds[current].bytes += size }
      case .patch, .keyframe:
        let recorded = try log.recordedChange(of: line)
        if let patch = recorded.patch {
          fields.add(patch)
        } else if case .state(let state) = try log.line(line), let whole = state.state {
          fields.add(whole)
        }
        times.end(key.index ?? 0, took: recorded.took)
        times.add(recorded, at: key.index ?? 0) { wholeState(ofLine: line) }
        guard let current else { continue }
        let whole = recorded.stateSize > 0 ? recorded.stateSize + Self.stateMember : 0
        kinds[current].bytes += size - whole
        guard let changes = try changes(recorded.patch, key.index ?? 0) else { continue }
        if changes.isEmpty { kinds[current].idle += 1 }
        kinds[current].patterns.add(changes.map(\.pointer))
      case .types:
        if case .types(let json) = try log.line(line) { types.add(json) }
        fields.know(types.state, in: types)
      case .reduced:
        times.end(key.index ?? 0, took: try log.time(ofLine: line))
        times.forgetState()
      case .external:
        let recorded = try log.recordedChange(of: line)
        times.add(recorded, at: key.index ?? 0, isExternal: true) { wholeState(ofLine: line) }
      case .held:
        if let json = try log.json(of: line).object, let held = HeldDispatch(json) {
          times.add(held)
        }
      case .gap: times.forgetState()
      case .header, .note, .travel, .laterKeyframe, .end, .unknown:
        break
      }
    }
    fields.settle()
    statistics.times = SessionTimes(times, log.header)
    statistics.kinds = kinds.map { kind in
      var kind = kind
      kind.pauses.sort()
      for (pattern, count) in kind.patterns.counts(in: fields) {
        kind.changes[pattern.description] = count
      }
      return kind
    }.sorted { ($1.count, $0.type) < ($0.count, $1.type) }
    return statistics
  }

  private func wholeState(ofLine line: Int) -> JSONValue? {
    switch try? log.line(line) {
    case .state(let state), .external(let state): state.state
    default: nil
    }
  }

  /// Returns the changes that led to a state; nil if the state before it is unknown, or they contradict it.
  private func changes(
    _ patch: Patch?,
    _ index: Int
  ) throws(SessionLogError) -> [Change]? {
    if let changes = recordedChanges(of: patch) { return changes }
    guard index > firstIndex, try isStateKnown(before: index) else { return nil }
    return try? changes(of: index)
  }

  /// The bytes of `,"state":` beside the state.
  private static let stateMember = 9
}
