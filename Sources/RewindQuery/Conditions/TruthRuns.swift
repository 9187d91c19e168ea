/// The unbroken runs of states for which a condition holds, in order.
///
/// ```
/// holds?   - - + + - - ? + + ? + + - -
///              └─┘       └───────┘        two runs; the last one may begin at another position
///                    └ survivor
/// ```
///
/// A state that could not be evaluated does not decide an answer: it shows that another one is possible.
package struct TruthRuns: Hashable, Sendable {
  /// A state of a session: the one after an action, or after an external change.
  package struct Position: Hashable, Sendable {
    /// The action that it follows.
    package let index: Int
    /// The number of the external change after that action; 0 for the action's own state.
    package let external: Int

    package init(_ index: Int, external: Int = 0) {
      (self.index, self.external) = (index, external)
    }
  }

  package struct Run: Hashable, Sendable {
    /// The first evaluated state of the run.
    package let first: Position
    package fileprivate(set) var last: Position
    /// The latest evaluated state before it for which the condition does not hold; nil if there is none.
    package let survivor: Position?
    /// The actions followed by states that could not be evaluated, from the survivor to the session's end.
    fileprivate var unjudged: [ClosedRange<Int>]
  }

  package private(set) var runs: [Run] = []
  /// The number of evaluated states.
  package private(set) var judged = 0
  /// The actions followed by states that could not be evaluated.
  package private(set) var allUnjudged: [ClosedRange<Int>] = []
  private var survivor: Position?
  private var isHolding = false
  /// Those of these actions after the last state for which the condition does not hold.
  private var pending: [ClosedRange<Int>] = []

  package init() {}

  /// Adds a state after the ones before.
  ///
  /// - Parameters:
  ///   - holds: Indicates whether the condition holds; nil if it could not be evaluated.
  ///   - position: The position of the state.
  package mutating func add(_ holds: Bool?, at position: Position) {
    guard let holds else { return addUnjudged(position.index...position.index) }
    judged += 1
    if holds {
      if !isHolding {
        runs.append(Run(first: position, last: position, survivor: survivor, unjudged: pending))
      }
      runs[runs.count - 1].last = position
    } else {
      survivor = position
      pending = []
    }
    isHolding = holds
  }

  /// Adds states that could not be evaluated, after the ones before.
  package mutating func addUnjudged(_ range: ClosedRange<Int>) {
    pending.append(joining: range)
    if !runs.isEmpty { runs[runs.count - 1].unjudged.append(joining: range) }
    allUnjudged.append(joining: range)
  }

  /// The first run, where the condition began to hold; nil if it never holds.
  package var first: Run? { runs.first }

  /// The last run, whose beginning is to blame; nil if the condition never holds.
  package var last: Run? { runs.last }

  /// True if no state before the first run was left out, so that none can have been earlier.
  package var isFirstCertain: Bool {
    first.map { run in allUnjudged.allSatisfy { $0.lowerBound > run.first.index } } ?? false
  }

  /// True if the last run continues to the last evaluated state.
  package var lastsToEnd: Bool { isHolding }

  /// The actions followed by states that could not be evaluated, and that may begin the last run or be a
  /// later one; all of them if the condition never holds.
  package var unjudged: [ClosedRange<Int>] { runs.last?.unjudged ?? allUnjudged }
}

extension [ClosedRange<Int>] {
  /// Appends a range, joined with the last one if it is adjacent.
  fileprivate mutating func append(joining range: ClosedRange<Int>) {
    guard let last, range.lowerBound <= last.upperBound + 1 else { return append(range) }
    self[count - 1] = last.lowerBound...Swift.max(last.upperBound, range.upperBound)
  }
}
