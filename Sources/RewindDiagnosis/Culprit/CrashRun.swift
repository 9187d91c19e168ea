import RewindJSON
import RewindSession
import RewindTimeline

/// The last unbroken run of states, ending right before the fatal action, from which it crashes.
///
/// A state is told by its place (``StateSequence``).
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
  /// The place of the state with which the run begins; the earliest one's where every state crashes.
  private(set) var first: Int
  private(set) var decisive: [Pointer] = []
  private let last: Int
  private let earliest = 0
  private let states: StateSequence
  private let probe: CrashProbe
  private var tried: Set<Int> = []

  /// How many states are probed one by one before the search begins to leap.
  private static let singleSteps = 64
  /// Views of the decisive values that are probed before the search gives up on them: they are
  /// numbers that never come back.
  private static let viewLimit = 200
  /// States that are tried for a survivor where leaping found none.
  private static let oddStateLimit = 8

  init(_ probe: CrashProbe, scansAll: Bool) throws {
    self.probe = probe
    states = probe.states
    last = states.last
    first = last
    tried = [first]
    if try stepBack(scansAll ? last : Self.singleSteps) { return }
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

  /// The actions behind which states of the run were not probed.
  func unprobed() throws -> [ClosedRange<Int>] {
    var ranges: [ClosedRange<Int>] = []
    for place in first...last where !tried.contains(place) {
      let index = try states.index(of: place)
      if let range = ranges.last, (0...1).contains(index - range.upperBound) {
        ranges[ranges.count - 1] = range.lowerBound...index
      } else {
        ranges.append(index...index)
      }
    }
    return ranges
  }

  private mutating func crashes(_ place: Int) throws -> Bool {
    tried.insert(place)
    return try probe.crashes(at: place)
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
    let (crashing, surviving) = (try states.state(at: last), try states.state(at: survivor))
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
    for place in earliest...last {
      if let last = stretches.last, try !mayChange(values.pointers, place) {
        stretches[stretches.count - 1].states = last.states.lowerBound...place
        continue
      }
      let view = values.view(of: try states.state(at: place))
      if let last = stretches.last, last.view == view {
        stretches[stretches.count - 1].states = last.states.lowerBound...place
      } else {
        stretches.append((place...place, view))
      }
    }
    return stretches
  }

  private func mayChange(_ pointers: [Pointer], _ place: Int) throws -> Bool {
    guard let patch = try states.patch(at: place) else { return true }
    return pointers.contains(where: patch.mayChange)
  }

  /// A state that survives, looked for among those that are the least like the one before the crash;
  /// nil where none of a few does.
  ///
  /// Alike are values that few states have: flags, choices, whether an array is empty. A value that is
  /// new in every state tells nothing.
  private mutating func findOddState() throws -> Int? {
    guard !probe.rerunsActions else { return nil }
    let end = try states.state(at: last)
    var candidates: [(oddness: Int, index: Int)] = []
    var seen: Set<[String]> = []
    for index in (earliest..<first).reversed() {
      let odd = end.oddPlaces(in: try states.state(at: index))
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
