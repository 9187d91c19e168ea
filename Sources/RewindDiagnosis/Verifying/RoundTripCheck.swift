import RewindJSON
import RewindSession
import RewindTimeline

/// Compares the states and actions that a program has decoded with the recorded ones, as they arrive.
struct RoundTripCheck {
  private let timeline: Timeline
  private let mask: RedactionMask
  /// True if the session goes back to the app's start: the program can make that state itself.
  private let hasStart: Bool
  private var counts: [CompatibilityReport.Change: (first: Int, count: Int)] = [:]
  private var reencoded: Set<Int> = []
  private var lost: Set<String> = []
  private(set) var lastIndex = 0

  /// The number of distinct changes; a state whose keys are data could have any number.
  private static let changeLimit = 500

  /// Begins a comparison.
  static func begin(_ timeline: Timeline) throws -> RoundTripCheck {
    RoundTripCheck(
      timeline: timeline,
      mask: RedactionMask(timeline.log.header),
      hasStart: try timeline.firstState() ?? 0 == 0
    )
  }

  /// Compares a line of the response.
  mutating func take(_ line: SessionLine) throws {
    switch line {
    case .action(let action):
      lastIndex = action.index
      reencoded.insert(action.index)
      let recorded = try timeline.action(action.index)
      if action.type == recorded.type {
        compare(recorded.action, action.action, of: recorded.type, at: action.index)
      } else {
        note(.actionRenamed(type: recorded.type, now: action.type), at: action.index)
      }
    case .state(let state):
      lastIndex = state.after
      guard let now = state.state else { return }
      compare(try timeline.state(after: state.after), now, of: nil, at: state.after)
    case .end(let end):
      takeFailures(end)
    default:
      break
    }
  }

  private mutating func takeFailures(_ end: SessionEndLine) {
    if let why = end.json["state"]?.string {
      note(.stateUndecodable(why: why, isNeeded: !hasStart), at: 0)
    }
    for failure in UndecodableParts.failures(of: end) {
      lost.insert(failure.type)
      counts[.actionGone(type: failure.type, why: failure.why)] = (failure.index, failure.count)
    }
  }

  /// Counts a change.
  mutating func note(_ change: CompatibilityReport.Change, at index: Int) {
    guard counts[change] != nil || counts.count < Self.changeLimit else { return }
    counts[change, default: (index, 0)].count += 1
  }

  // MARK: - Comparing

  private mutating func compare(
    _ recorded: JSONValue,
    _ now: JSONValue,
    of type: String?,
    at index: Int
  ) {
    guard recorded != now else { return }
    let now = mask.hasPseudonyms ? now.arranged(as: recorded) : now
    let changes = recorded.leafChanges(to: now).filter { !mask.hides($0) && !$0.isNothing }
    func member(_ change: Change) -> CompatibilityReport.Member {
      let document = change.old == nil ? now : recorded
      return CompatibilityReport.Member(type: type, pattern: change.pointer.pattern(in: document))
    }
    var found: Set<CompatibilityReport.Change> = []
    var added = changes.filter { $0.old == nil }
    for change in changes where change.old != nil {
      if change.new != nil || !change.isMember(of: recorded) {
        found.insert(.valueChanged(member(change)))
      } else if let new = added.firstIndex(where: { $0.isRenamed(from: change) }) {
        let now = member(added.remove(at: new)).pattern
        found.insert(.memberRenamed(member(change), now: now))
      } else {
        let isLeftOut = type == nil && hasStart && !timeline.log.header.reflected.isEmpty
        found.insert(.memberGone(member(change), isNeeded: !isLeftOut))
      }
    }
    for change in added {
      found.insert(
        change.isMember(of: now) ? .memberAdded(member(change)) : .valueChanged(member(change))
      )
    }
    for change in found { note(change, at: index) }
  }

  // MARK: - The result

  var findings: [CompatibilityReport.Finding] {
    counts.map {
      CompatibilityReport.Finding(change: $0.key, first: $0.value.first, count: $0.value.count)
    }
    .sorted { one, other in
      (other.change.verdict, one.first, "\(one.change)")
        < (one.change.verdict, other.first, "\(other.change)")
    }
  }

  /// Returns true if a change of a member of this name was seen in values.
  func shows(_ name: String) -> Bool {
    counts.keys.contains { change in
      switch change {
      case .memberGone(let member, _), .memberAdded(let member), .memberRenamed(let member, _),
        .valueChanged(let member):
        (try? Pointer(member.pattern))?.tokens.last == name
          || change == .memberRenamed(member, now: name)
      case .actionGone, .actionRenamed, .stateUndecodable, .dies: false
      }
    }
  }

  /// Returns the first action that the program neither decoded nor reported as undecodable.
  func firstLeftOut(of indexes: [Int]) throws -> Int? {
    try indexes.first { index in
      guard !reencoded.contains(index) else { return false }
      return try !lost.contains(timeline.action(index).type)
    }
  }
}

extension Change {
  /// True if both values mean that there is nothing.
  fileprivate var isNothing: Bool { (old ?? .null) == .null && (new ?? .null) == .null }

  /// True if it concerns a member of an object, not an element of an array.
  fileprivate func isMember(of document: JSONValue) -> Bool {
    pointer.parent.map { document[$0]?.object != nil } ?? false
  }

  /// True if a missing value came back under another name.
  fileprivate func isRenamed(from gone: Change) -> Bool {
    pointer.parent == gone.pointer.parent && new == gone.old
  }
}
