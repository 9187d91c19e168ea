import RewindJSON
public import RewindSession

/// Whether the states of a log hang together: every patch applied, every keyframe held against it.
public struct StateCheck: Sendable {
  /// A state line that does not follow from the ones above.
  public struct Contradiction: Hashable, Sendable {
    /// The line, counted from 1.
    public let line: Int
    /// The action that the state belongs to.
    public let index: Int
    public let why: String
  }

  /// Patches that were applied.
  public private(set) var patches = 0
  /// Keyframes that were compared with what the patches gave.
  public private(set) var keyframes = 0
  public private(set) var contradictions: [Contradiction] = []

  /// After so many, one more says no more.
  private static let limit = 1_000

  private let log: SessionLog
  private var state: JSONValue?

  /// Goes through all good lines of a log.
  ///
  /// - Parameters:
  ///   - log: The log.
  ///   - progress: Told how many lines are done, now and then.
  /// - Throws: ``SessionLogError`` where a line cannot be read.
  public init(
    _ log: SessionLog,
    progress: ((_ lines: Int) -> Void)? = nil
  ) throws(SessionLogError) {
    self.log = log
    for line in 0..<log.lineCount where contradictions.count < Self.limit {
      progress?(line)
      switch try log.key(of: line).kind {
      case .patch, .keyframe, .external: try take(line)
      // What is lost in a gap, or happened on a journey, is told by the keyframe behind it.
      case .gap, .travel: state = nil
      default: continue
      }
    }
  }

  private mutating func take(_ line: Int) throws(SessionLogError) {
    let recorded: RecordedState
    switch try log.line(line) {
    case .state(let state), .external(let state): recorded = state
    default: return
    }
    if let patch = recorded.patch, var next = state {
      do throws(PatchError) {
        try patch.apply(to: &next)
        patches += 1
        state = next
      } catch {
        note(line, recorded.after, "The patch does not fit the state above it: \(error)")
        state = nil
      }
    } else if recorded.state == nil, state == nil {
      note(line, recorded.after, "There is no state that the patch could be applied to.")
    }
    guard let whole = recorded.state else { return }
    if let state, recorded.patch != nil {
      keyframes += 1
      if state != whole {
        let difference = Patch(from: whole, to: state).operations.first
        let place = difference.map { " at \($0.target)" } ?? ""
        note(
          line,
          recorded.after,
          "The patches lead to another state than the keyframe holds\(place)."
        )
      }
    }
    state = whole
  }

  private mutating func note(_ line: Int, _ index: Int, _ why: String) {
    contradictions.append(Contradiction(line: log.number(of: line), index: index, why: why))
  }
}

extension Patch.Operation {
  /// The place that the operation changes or tests.
  fileprivate var target: Pointer {
    switch self {
    case .add(let pointer, _), .remove(let pointer), .replace(let pointer, _),
      .test(let pointer, _):
      pointer
    case .move(_, let to), .copy(_, let to):
      to
    }
  }
}
