import RewindJSON
import RewindSession
import RewindTimeline

/// The last unbroken run of states, ending right before the fatal action, from which it crashes.
///
/// ```
/// crashes?  + + - - + + + - + + + + + + + + + + +  fatal
///                           └─────── run ──────┘
///               survivor ▲                └ 64 ┘ one by one
/// ```
///
/// Behind the states that are probed one by one, leaps of twice the length each time look for any
/// state that survives. A leap may pass over the beginning of the run, where danger has come and gone;
/// but between a state that crashes and one that survives lie the values that decide (``DecisiveValues``),
/// and the recording knows their history. So each state is judged by them: values that were probed
/// once are not probed again, and the beginning is verified on both sides.
struct CrashRun {
  /// The action after which the run begins; the earliest state's where every state crashes.
  private(set) var first: Int
  private(set) var decisive: [Pointer] = []
  private let fatal: Int
  private let earliest: Int
  private let timeline: Timeline
  private let probe: CrashProbe
  private var tried: Set<Int> = []

  /// How many states are probed one by one before the search begins to leap.
  private static let singleSteps = 64
  /// Views of the decisive values that are probed before the search gives up on them: they are
  /// numbers that never come back.
  private static let viewLimit = 200
  /// States that are tried for a survivor where leaping found none.
  private static let oddStateLimit = 8

  init(
    endingBefore fatal: Int,
    _ timeline: Timeline,
    _ probe: CrashProbe,
    scansAll: Bool
  ) throws {
    self.fatal = fatal
    self.timeline = timeline
    self.probe = probe
    first = fatal - 1
    earliest = probe.rerunsActions ? 0 : try timeline.firstState() ?? 0
    tried = [first]
    if try stepBack(scansAll ? fatal : Self.singleSteps) { return }
    guard first > earliest else { return }
    if let survivor = try leap() {
      if try !walkDecisive(survivor) { try halve(survivor) }
    } else if let survivor = try findOddState() {
      if try !walkDecisive(survivor) { try halve(survivor) }
    } else {
      // Every state that was tried crashes, the earliest one too.
      first = earliest
    }
  }

  /// Whether the fatal action crashes from every state that was tried, back to the earliest one.
  var beginsAtStart: Bool { first == earliest }

  /// States of the run that were not probed.
  var unprobed: [ClosedRange<Int>] {
    var ranges: [ClosedRange<Int>] = []
    for index in first..<fatal where !tried.contains(index) {
      if let last = ranges.last, last.upperBound == index - 1 {
        ranges[ranges.count - 1] = last.lowerBound...index
      } else {
        ranges.append(index...index)
      }
    }
    return ranges
  }

  private mutating func crashes(_ index: Int) throws -> Bool {
    tried.insert(index)
    return try probe.crashes(after: index)
  }

  /// Probes state by state; true where the beginning of the run was found.
  private mutating func stepBack(_ count: Int) throws -> Bool {
    for _ in 0..<count {
      guard first > earliest else { return true }
      guard try crashes(first - 1) else { return true }
      first -= 1
    }
    return false
  }

  /// Looks for any state that survives; nil where there is none among those leapt to.
  private mutating func leap() throws -> Int? {
    var distance = Self.singleSteps
    var place = first
    while place > earliest {
      place = max(earliest, place - distance)
      guard try crashes(place) else { return place }
      distance *= 2
    }
    return nil
  }

  /// Halves between a state that crashes and one before it that survives.
  private mutating func halve(_ survivor: Int) throws {
    var (survivor, crashing) = (survivor, first)
    // Leaps that crashed lie between.
    for index in tried where index > survivor && index < crashing { crashing = index }
    while survivor + 1 < crashing {
      let middle = (survivor + crashing) / 2
      if try crashes(middle) { crashing = middle } else { survivor = middle }
    }
    first = crashing
  }

  // MARK: - By what decides

  /// Goes back through the history of the values that decide; true where the beginning of the run was
  /// found.
  private mutating func walkDecisive(_ survivor: Int) throws -> Bool {
    guard !probe.rerunsActions else { return false }
    let end = fatal - 1
    let (crashing, surviving) = (
      try timeline.state(after: end), try timeline.state(after: survivor)
    )
    guard let values = try DecisiveValues(crashing: crashing, surviving: surviving, probe) else {
      return false
    }
    decisive = values.pointers
    let stretches = try history(of: values)
    var known = [values.view(of: crashing): true, values.view(of: surviving): false]
    for stretch in stretches.reversed() where stretch.states.lowerBound < first {
      let last = min(stretch.states.upperBound, first - 1)
      if known[stretch.view] == nil {
        guard known.count < Self.viewLimit else { return false }
        known[stretch.view] = try crashes(last)
      }
      if known[stretch.view] == false {
        guard try !crashes(last) else {
          // The values do not decide alone: what looks like one that survives does not.
          return try walkOn(from: last)
        }
        return try settle(last + 1)
      }
      first = stretch.states.lowerBound
    }
    return try settle(first)
  }

  /// Takes an index for the run's beginning, if the state there does crash.
  private mutating func settle(_ index: Int) throws -> Bool {
    first = index
    return try crashes(index)
  }

  /// Steps on one by one where the decisive values were misleading.
  private mutating func walkOn(from index: Int) throws -> Bool {
    first = index
    return try stepBack(Self.singleSteps)
  }

  /// The values that decide, as they were over the states, in stretches in which they stay the same.
  private func history(
    of values: DecisiveValues
  ) throws -> [(states: ClosedRange<Int>, view: [JSONValue])] {
    var stretches: [(states: ClosedRange<Int>, view: [JSONValue])] = []
    for index in earliest..<fatal {
      if let last = stretches.last, try !mayChange(values.pointers, index) {
        stretches[stretches.count - 1].states = last.states.lowerBound...index
        continue
      }
      let view = values.view(of: try timeline.state(after: index))
      if let last = stretches.last, last.view == view {
        stretches[stretches.count - 1].states = last.states.lowerBound...index
      } else {
        stretches.append((index...index, view))
      }
    }
    return stretches
  }

  private func mayChange(_ pointers: [Pointer], _ index: Int) throws -> Bool {
    let patch = try timeline.patch(of: index)
    return pointers.contains(where: patch.mayChange)
  }

  /// A state that survives, looked for among those that are the least like the one before the crash;
  /// nil where none of a few does.
  ///
  /// Alike are values that few states have: flags, choices, whether an array is empty. A value that is
  /// new in every state tells nothing.
  private mutating func findOddState() throws -> Int? {
    guard !probe.rerunsActions else { return nil }
    let end = try timeline.state(after: fatal - 1)
    var candidates: [(oddness: Int, index: Int)] = []
    var seen: Set<[String]> = []
    for index in (earliest..<first).reversed() {
      let odd = end.oddPlaces(in: try timeline.state(after: index))
      if !odd.isEmpty, seen.insert(odd).inserted { candidates.append((odd.count, index)) }
    }
    for candidate in candidates.sorted(by: { $0.oddness > $1.oddness }).prefix(Self.oddStateLimit)
    where try !crashes(candidate.index) {
      return candidate.index
    }
    return nil
  }
}

extension JSONValue {
  /// Where another state has another flag, another choice, or an array that is empty in one of both.
  fileprivate func oddPlaces(in other: JSONValue) -> [String] {
    leafChanges(to: other).compactMap { change in
      switch (change.old, change.new) {
      case (.bool, .bool), (nil, _), (_, nil), (.null, _), (_, .null):
        change.pointer.description
      default:
        nil
      }
    }
  }
}
