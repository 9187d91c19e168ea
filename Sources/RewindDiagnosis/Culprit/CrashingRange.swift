package import RewindJSON
package import RewindTimeline

/// The states of a session on which an action can be tried, each by its position; equal ones share a trial.
package protocol TrialStates {
  /// The last position.
  var last: Int { get }
  /// True if no more positions should be tried once both sides of the answer are known.
  var isSpent: Bool { get }
  /// The types of the states, as far as the log tells them.
  var types: RecordedTypes { get }
  /// Returns the position that a position is a repetition of, or the position itself.
  func representative(of position: Int) throws -> Int
  /// Tries the action at some positions; returns the verdicts in the same order.
  func verdicts(at positions: [Int]) throws -> [FailureVerdict]
  /// Returns the step from the position before to a position; an empty one at the first.
  func step(to position: Int) throws -> ProbeOrder.Step
  /// Returns the patch that takes back the step to a position.
  func undo(to position: Int) throws -> Patch
}

extension TrialStates {
  package var types: RecordedTypes { RecordedTypes() }
}

/// The number of positions to try at once.
package struct TrialEffort {
  /// The minimum number of positions to try in parallel.
  package var width: Int
  /// The number of positions to try from the end before the search begins to leap.
  package var steps: Int
  /// The maximum number of positions to try in parallel.
  package var limit: Int

  package init(width: Int, steps: Int, limit: Int) {
    (self.width, self.steps, self.limit) = (width, steps, limit)
  }
}

/// The last unbroken run of states, ending right before the fatal action, from which it fails.
///
/// A state is identified by its position (``StateSequence``). The answer is a pair of positions, both probed:
/// the latest one that does not fail, and the next one, which does.
///
/// ```
/// fails?   + + - - + ? + - + ? ? + + + ? + + + + +   fatal
///                 survivor ┘ └──── the range ────┘
/// ```
///
/// It is certain once no position of the range is unknown: each `?` may be a state that survives, after
/// which the true range begins. So every position is probed while the budget lasts, in an order that finds a
/// survivor soon if there is one:
///
/// 1. one by one from the end, since most culprits are near;
/// 2. in leaps, for any survivor; then by binary search, for the position after which it begins to fail;
/// 3. where the values that changed at that position have their old value again, then where they change again
///   (``ProbeOrder``), and where any other rarely changing value changes; each new survivor restarts
///   step 2;
/// 4. all others.
///
/// It has no access to processes, only to positions and verdicts.
package struct CrashingRange<States: TrialStates> {
  /// The latest position that was shown not to fail, if any.
  package private(set) var survivor: Int?
  private let states: States
  private let effort: TrialEffort
  /// The positions' differences; nil until they are needed.
  private var order: ProbeOrder?
  private var verdicts: [Int: FailureVerdict]

  private var last: Int { states.last }

  /// The factor by which a group of probes grows each time that nothing survives, so that a group's
  /// overhead is paid a few times only.
  private static var growth: Int { 4 }

  /// - Parameters:
  ///   - states: The states; the last one is known to fail.
  ///   - effort: The number of positions to probe at once.
  ///   - known: Verdicts on positions, from an earlier search.
  package init(_ states: States, effort: TrialEffort, known: [Int: FailureVerdict] = [:]) {
    (self.states, self.effort, verdicts) = (states, effort, known)
  }

  // MARK: - The answer

  /// Returns the first position of the range: the earliest one after the survivor that was shown to fail.
  package func first() throws -> Int {
    for position in (floor...last) where try verdict(position) == .fails { return position }
    return last
  }

  /// Returns the verdict on a position; nil where neither it nor an equal one was probed.
  package func verdict(_ position: Int) throws -> FailureVerdict? {
    verdicts[try states.representative(of: position)]
  }

  /// Returns the positions of the range, and of those right before it, that might survive.
  package func unprobed() throws -> [Int] {
    try (floor...last).filter { try !isKnown($0) }
  }

  /// Returns the reason why a position could not be tried; nil if all could.
  package func obstacle() throws -> String? {
    for position in floor...last {
      if case .unresolved(let why)? = try verdict(position) { return why }
    }
    return nil
  }

  /// The earliest position that may belong to the range.
  private var floor: Int { survivor.map { $0 + 1 } ?? 0 }

  /// Returns true if a position was shown to fail, or not to.
  private func isKnown(_ position: Int) throws -> Bool { try verdict(position)?.isPass != nil }

  // MARK: - The search

  /// Probes until no position of the range is unknown, or the budget is spent.
  package mutating func search() throws {
    verdicts[try states.representative(of: last)] = .fails
    survivor = try verdicts.keys.filter(isSurvivor).max()
    guard last > 0, try !stepBack() else { return }
    try leap()
    try findBeginning()
    while !states.isSpent, let found = try probeRest() {
      survivor = found
      try findBeginning()
    }
  }

  /// Tries positions, except those whose verdict is known; returns the latest one that does not fail.
  private mutating func latestSurvivor(of positions: [Int]) throws -> Int? {
    var asked: [Int] = []
    for position in positions {
      let original = try states.representative(of: position)
      if verdicts[original] == nil, !asked.contains(original) { asked.append(original) }
    }
    if !asked.isEmpty {
      for (position, verdict) in zip(asked, try states.verdicts(at: asked)) {
        verdicts[position] = verdict
        if verdict == .fails { order?.noteFailing(position) }
      }
    }
    return try positions.filter(isSurvivor).max()
  }

  private func isSurvivor(_ position: Int) throws -> Bool { try verdict(position)?.isPass == true }

  /// Probes from the end; returns true if a survivor or the start was reached.
  private mutating func stepBack() throws -> Bool {
    var (position, width) = (last, effort.width)
    while position > 0, last - position < effort.steps {
      let first = max(0, position - width, last - effort.steps)
      survivor = try latestSurvivor(of: Array(first..<position)) ?? survivor
      if survivor.map({ $0 >= first }) ?? false || states.isSpent { break }
      position = first
      width = min(width * Self.growth, effort.limit)
    }
    return try (survivor != nil || position == 0) && unprobed().isEmpty
  }

  /// Searches for any survivor, in leaps that double each time.
  private mutating func leap() throws {
    guard survivor == nil else { return }
    var positions = [0]
    var distance = 1
    while distance < last {
      positions.append(last - distance)
      distance *= 2
    }
    // The start itself is part of the answer where nothing survives.
    let isHasty = states.isSpent
    survivor = try latestSurvivor(of: isHasty ? [0] : positions)
  }

  /// Bisects between the survivor and the next position that fails, until they are neighbors.
  private mutating func findBeginning() throws {
    guard survivor != nil else { return }
    while true {
      // A state that survives may have come back later.
      survivor = try (floor...last).last(where: isSurvivor) ?? survivor
      let high = try (floor...last).first { try verdict($0) == .fails } ?? last
      // States that cannot be tried stay between the two.
      let between = try (floor..<high).filter { try verdict($0) == nil }
      guard !between.isEmpty else { break }
      if let found = try latestSurvivor(of: [between[between.count / 2]]) { survivor = found }
    }
    try readDifferences()
    if let beginning = survivor.map({ $0 + 1 }), beginning <= last {
      let undo = try states.undo(to: beginning)
      order?.noteBeginning(beginning, undo: undo)
    }
  }

  /// Reads the positions' differences, once.
  private mutating func readDifferences() throws {
    guard order == nil else { return }
    var found = ProbeOrder(try (0...last).map { try states.step(to: $0) }, states.types)
    for (position, verdict) in verdicts where verdict == .fails { found.noteFailing(position) }
    order = found
  }

  /// Probes the unknown positions of the range, the most suspicious first, until one does not fail.
  private mutating func probeRest() throws -> Int? {
    let open = try (floor...last).filter { try verdict($0) == nil }
    guard !open.isEmpty else { return nil }
    try readDifferences()
    var rest = order?.sorted(open)[...] ?? []
    var width = effort.width
    while !rest.isEmpty, !states.isSpent {
      if let survivor = try latestSurvivor(of: Array(rest.prefix(width))) { return survivor }
      rest = rest.dropFirst(width)
      width = min(width * Self.growth, effort.limit)
    }
    return nil
  }
}
