/// The unbroken runs of states of which a condition holds, in order.
///
/// ```
/// holds?   - - + + - - ? + + ? + + - -
///              └─┘       └───────┘        two runs, the last of which may begin at another place
///                    └ survivor
/// ```
///
/// What could not be judged is no part of an answer: it says that another one is possible.
public struct HoldingRuns: Hashable, Sendable {
  /// A state of a session: the one after an action, or after a change that no action made.
  public struct Place: Hashable, Sendable {
    /// The action behind which it is.
    public let index: Int
    /// Counts the changes behind that action which no action made; 0 for the action's own state.
    public let outside: Int

    public init(_ index: Int, outside: Int = 0) {
      (self.index, self.outside) = (index, outside)
    }
  }

  public struct Run: Hashable, Sendable {
    /// Where it begins, as far as was judged.
    public let first: Place
    public fileprivate(set) var last: Place
    /// The latest place before it that was judged, where it does not hold; nil where there is none.
    public let survivor: Place?
    /// The actions behind which states could not be judged, from the survivor to the session's end.
    fileprivate var unjudged: [ClosedRange<Int>]
  }

  public private(set) var runs: [Run] = []
  /// How many states were judged.
  public private(set) var judged = 0
  /// The actions behind which no state could be judged.
  public private(set) var allUnjudged: [ClosedRange<Int>] = []
  /// The last state that was judged.
  public private(set) var end: Place?
  private var survivor: Place?
  private var isHolding = false
  /// What could not be judged since the last state of which it does not hold.
  private var pending: [ClosedRange<Int>] = []

  public init() {}

  /// Adds the state after the ones before.
  ///
  /// - Parameters:
  ///   - holds: Whether it holds; nil where that cannot be judged.
  ///   - place: The place of the state.
  public mutating func add(_ holds: Bool?, at place: Place) {
    guard let holds else { return addUnjudged(place.index...place.index) }
    judged += 1
    end = place
    if holds {
      if !isHolding {
        runs.append(Run(first: place, last: place, survivor: survivor, unjudged: pending))
      }
      runs[runs.count - 1].last = place
    } else {
      survivor = place
      pending = []
    }
    isHolding = holds
  }

  /// Adds states that cannot be judged, after the ones before.
  public mutating func addUnjudged(_ range: ClosedRange<Int>) {
    pending.append(joining: range)
    if !runs.isEmpty { runs[runs.count - 1].unjudged.append(joining: range) }
    allUnjudged.append(joining: range)
  }

  /// The last run, whose beginning is to blame; nil where it never holds.
  public var last: Run? { runs.last }

  /// Whether the last run goes on to the last state that was judged.
  public var lastsToEnd: Bool { isHolding }

  /// The actions behind which states could not be judged that may begin the last run, or be a later one;
  /// all of them where it never holds.
  public var unjudged: [ClosedRange<Int>] { runs.last?.unjudged ?? allUnjudged }
}

extension [ClosedRange<Int>] {
  /// Adds a range behind the others, as part of the last one where it follows on that.
  fileprivate mutating func append(joining range: ClosedRange<Int>) {
    guard let last, range.lowerBound <= last.upperBound + 1 else { return append(range) }
    self[count - 1] = last.lowerBound...Swift.max(last.upperBound, range.upperBound)
  }
}
