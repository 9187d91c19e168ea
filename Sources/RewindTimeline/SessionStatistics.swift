import RewindJSON
public import RewindSession

/// What happens how often in a session.
public struct SessionStatistics: Sendable {
  /// What the actions of one type have in common.
  public struct Kind: Sendable {
    public let type: String
    public fileprivate(set) var count = 0
    /// Bytes of the lines of its actions, inputs and states, whole states left out.
    public fileprivate(set) var bytes = 0
    /// Actions that changed nothing.
    public fileprivate(set) var idle = 0
    /// Seconds from the action before to each of them, in order of size.
    public fileprivate(set) var pauses: [Double] = []
    /// How often each place was changed; `*` stands for the elements of arrays.
    public fileprivate(set) var changes: [String: Int] = [:]

    /// The pause in the middle of all; nil where there is none.
    public var medianPause: Double? { pauses.isEmpty ? nil : pauses[pauses.count / 2] }
  }

  /// A pause before an action.
  public struct Pause: Sendable {
    public let seconds: Double
    /// The action that ended it.
    public let index: Int
    public let type: String
  }

  public private(set) var actions = 0
  /// From the start to the last action.
  public private(set) var seconds: Double = 0
  /// Bytes of all lines.
  public private(set) var bytes = 0
  /// By count, the most frequent first.
  public private(set) var kinds: [Kind] = []
  /// The longest, longest first.
  public private(set) var longestPauses: [Pause] = []

  /// How many pauses are kept.
  private static let pausesKept = 5

  /// Goes through a session once.
  ///
  /// - Throws: ``SessionLogError`` where it cannot be read.
  public init(
    _ timeline: Timeline,
    progress: ((_ line: Int, _ count: Int) -> Void)? = nil
  ) throws(SessionLogError) {
    let log = timeline.log
    var found: [String: Kind] = [:]
    var current: String?
    var last: Double?
    for line in 0..<log.lineCount {
      progress?(line, log.lineCount)
      let size = try log.bytes(of: line).count + 1
      bytes += size
      switch try log.line(line) {
      case .action(let action):
        actions += 1
        current = action.type
        found[action.type, default: Kind(type: action.type)].count += 1
        found[action.type]?.bytes += size
        guard let time = action.time else { continue }
        if let last, time >= last {
          found[action.type]?.pauses.append(time - last)
          keep(Pause(seconds: time - last, index: action.index, type: action.type))
        }
        (last, seconds) = (time, max(seconds, time))
      case .input:
        if let current { found[current]?.bytes += size }
      case .state(let recorded):
        guard let current else { continue }
        let whole = recorded.state.map { $0.textCount() + 10 } ?? 0
        found[current]?.bytes += size - min(whole, size)
        var change = recorded.patch
        if change == nil { change = try timeline.change(at: line) }
        guard let patch = change else { continue }
        if patch.isEmpty { found[current]?.idle += 1 }
        for place in Set(patch.operations.map(\.path.generalized)) {
          found[current]?.changes[place, default: 0] += 1
        }
      default:
        break
      }
    }
    kinds = found.values.map { kind in
      var kind = kind
      kind.pauses.sort()
      return kind
    }.sorted { ($1.count, $0.type) < ($0.count, $1.type) }
  }

  private mutating func keep(_ pause: Pause) {
    let place = longestPauses.firstIndex { $0.seconds < pause.seconds } ?? longestPauses.count
    guard place < Self.pausesKept else { return }
    longestPauses.insert(pause, at: place)
    if longestPauses.count > Self.pausesKept { longestPauses.removeLast() }
  }
}

extension Pointer {
  /// The pointer's text with `*` for indexes.
  fileprivate var generalized: String {
    let isIndex = { (token: String) in token == "-" || Pointer.arrayIndex(token) != nil }
    return Pointer(tokens: tokens.map { isIndex($0) ? "*" : $0 }).description
  }
}
