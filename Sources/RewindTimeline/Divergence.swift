public import RewindJSON
public import RewindSession
import RewindText

/// A difference between a replay and its recording.
public struct Divergence: Hashable, Sendable {
  public enum Difference: Hashable, Sendable {
    /// The states differ: the first difference, with the recorded value as `old` and the replayed one as
    /// `new`, and the number of differences.
    case state(Change, count: Int, lastWriter: Blame?)
    /// The recorded reducer read this input, the replayed one did not.
    case missingInput(name: String)
    /// The replayed reducer read this input, the recorded one did not.
    case surplusInput(name: String)
  }

  /// The action after which it appears; 0 for the initial state.
  public let index: Int
  /// The action's type; nil for the initial state.
  public let type: String?
  public let difference: Difference
  /// The pointers at which the states differ, without duplicates, with `*` for the elements of arrays.
  public let patterns: [String]
  /// The path of the session's log, where a test is to say it.
  package var log: String?

  package init(index: Int, type: String?, difference: Difference, patterns: [String]) {
    (self.index, self.type, self.difference) = (index, type, difference)
    self.patterns = patterns
  }
}

extension Divergence: CustomStringConvertible {
  public var description: String {
    words + (log.map { " (\($0.escapedForTerminal))" } ?? "")
  }

  private var words: String {
    let moment = type.map { "after action \(index), \($0)" } ?? "in the initial state"
    switch difference {
    case .state(let change, let count, _):
      let more = count > 1 ? ", and \(count - 1) more" : ""
      return """
        \(moment): \(change.pointer) is \(change.new?.text ?? "missing"), recorded as \
        \(change.old?.text ?? "nothing")\(more)
        """
    case .missingInput(let name):
      return "\(moment): the recorded reducer read \"\(name)\", this one does not"
    case .surplusInput(let name):
      return "\(moment): the reducer reads \"\(name)\", the recorded one did not"
    }
  }
}

/// The differences between a recording and a replay to ignore.
public struct Tolerance: Hashable, Sendable {
  /// The pointers to values that are not compared, with everything in them; `*` matches any member or element.
  public var ignored: [Pointer]
  /// True if members that the recorded state does not have are ignored: they were added to the app
  /// after the recording.
  public var allowsAddedMembers: Bool
  /// The pointers to values that change on purpose: a difference is counted, and is no divergence.
  package var expected: [Pointer] = []

  public init(ignored: [Pointer] = [], allowsAddedMembers: Bool = false) {
    self.ignored = ignored
    self.allowsAddedMembers = allowsAddedMembers
  }

  /// Nothing is tolerated.
  public static let none = Tolerance()
  /// Members that the app's state has gained since are tolerated.
  public static let addedMembers = Tolerance(allowsAddedMembers: true)

  fileprivate func expects(_ change: Change) -> Bool {
    expected.contains { $0.covers(change.pointer) }
  }

  fileprivate func allows(_ change: Change, in recorded: JSONValue) -> Bool {
    if allowsAddedMembers, change.old == nil, let parent = change.pointer.parent,
      recorded[parent]?.object != nil
    {
      return true
    }
    return ignored.contains { $0.covers(change.pointer) }
  }
}

extension Pointer {
  /// Returns true if another pointer is this one, in which `*` stands for any name, or lies in it.
  func covers(_ other: Pointer) -> Bool {
    tokens.count <= other.tokens.count
      && zip(tokens, other.tokens).allSatisfy { $0 == "*" || $0 == $1 }
  }

  /// Returns the pointer with `*` for the elements of arrays in a document.
  package func pattern(in document: JSONValue) -> String {
    var value: JSONValue? = document
    var tokens: [String] = []
    for token in self.tokens {
      tokens.append(value?.array == nil ? token : "*")
      value = value?[Pointer(tokens: [token])]
    }
    return Pointer(tokens: tokens).description
  }
}

/// A value that changed on purpose in some states of a replay.
package struct ExpectedChange: Hashable, Sendable {
  /// The action after which it shows first; 0 for the initial state.
  package let first: Int
  /// The change there, with the recorded value as `old`.
  package let example: Change
  /// The number of states that show it.
  package private(set) var count = 0
  fileprivate private(set) var last = -1

  fileprivate init(first: Int, example: Change) {
    (self.first, self.example) = (first, example)
  }

  fileprivate mutating func add(_ index: Int) {
    (count, last) = (count + 1, index)
  }

  /// Adds the differences of a later part of the replay.
  package mutating func add(_ other: ExpectedChange) {
    (count, last) = (count + other.count, other.last)
  }
}

/// Compares a replay with its recording, line by line.
public struct SessionComparison {
  private let timeline: Timeline
  private let mask: RedactionMask
  private let tolerance: Tolerance
  private var inputNames: [String] = []
  /// True if the replay was given the next state, so that it read no inputs for it.
  private var isGiven: Bool
  /// The last state of the replay; nil as long as it equals the recorded one.
  private var replayed: JSONValue?
  /// The pointers that were expected to change and did, with `*` for the elements of arrays.
  package private(set) var expectedChanges: [String: ExpectedChange] = [:]

  /// - Parameters:
  ///   - timeline: The recording.
  ///   - tolerance: The differences to ignore.
  ///   - startIsGiven: Indicates whether the replay was given the state that it begins with.
  public init(_ timeline: Timeline, tolerance: Tolerance = .none, startIsGiven: Bool = false) {
    self.timeline = timeline
    isGiven = startIsGiven
    mask = RedactionMask(timeline.log.header)
    self.tolerance = tolerance
  }

  /// Compares the next line of the replay.
  ///
  /// Equal patches on equal states give equal states, so states are built only where the patches differ.
  ///
  /// - Returns: The divergences that this line shows.
  /// - Throws: ``SessionLogError`` if the recording cannot be read.
  public mutating func divergences(at line: SessionLine) throws(SessionLogError) -> [Divergence] {
    switch line {
    case .action:
      (inputNames, isGiven) = ([], false)
      return []
    case .input(let input):
      inputNames.append(input.name)
      return []
    case .state(let state):
      // Where a state was lost, inputs may have been lost with it.
      let isStored = try timeline.stateLine(after: state.after) != nil
      let hasInputs = isStored ? true : try timeline.isUnrecorded(state.after)
      let inputs = isGiven || !hasInputs ? [] : try inputDivergences(state.after)
      return try inputs + [stateDivergence(state)].compactMap { $0 }
    default:
      return []
    }
  }

  /// Compares the next state, ignoring the inputs read for it.
  package mutating func stateDivergence(
    _ state: RecordedState
  ) throws(SessionLogError) -> Divergence? {
    if let line = try timeline.stateLine(after: state.after) {
      return try stateDivergence(state, recordedLine: line)
    }
    // A state that has no counterpart is kept, unless the recording ends in its action: the next one of the
    // replay is written relative to it.
    if timeline.missingState(after: state.after) == .lost { replayed = try whole(state) }
    return nil
  }

  private func inputDivergences(_ index: Int) throws(SessionLogError) -> [Divergence] {
    var missing = try timeline.inputs(of: index).map(\.name)
    var found: [Divergence] = []
    for name in inputNames {
      if let index = missing.firstIndex(of: name) {
        missing.remove(at: index)
      } else {
        found.append(try divergence(index, .surplusInput(name: name)))
      }
    }
    for name in missing { found.append(try divergence(index, .missingInput(name: name))) }
    return found
  }

  private mutating func stateDivergence(
    _ state: RecordedState,
    recordedLine: Int
  ) throws(SessionLogError) -> Divergence? {
    let index = state.after
    if replayed == nil, state.state == nil, let patch = state.patch,
      case .state(let recorded) = try timeline.log.line(recordedLine), recorded.patch == patch
    {
      return nil
    }
    let now = try whole(state)
    let recorded = try timeline.state(at: recordedLine)
    guard recorded != now else {
      replayed = nil
      return nil
    }
    replayed = now
    let arranged = mask.hasPseudonyms ? now.arranged(as: recorded) : now
    let all = timeline.valueTypes
      .byElement(recorded.leafChanges(to: arranged), from: recorded, to: arranged)
      .filter { !mask.hides($0) && !tolerance.allows($0, in: recorded) }
    noteExpected(all.filter(tolerance.expects), recorded, now, after: index)
    let changes = tolerance.expected.isEmpty ? all : all.filter { !tolerance.expects($0) }
    guard let first = changes.first else { return nil }
    let writer = try lastWriter(of: first.pointer, at: index)
    var patterns: [String] = []
    for change in changes.prefix(Self.patternLimit) {
      let pattern = change.pointer.pattern(in: change.old == nil ? now : recorded)
      if !patterns.contains(pattern) { patterns.append(pattern) }
    }
    return try divergence(
      index,
      .state(first, count: changes.count, lastWriter: writer),
      patterns: patterns
    )
  }

  private mutating func noteExpected(
    _ changes: [Change],
    _ recorded: JSONValue,
    _ now: JSONValue,
    after index: Int
  ) {
    for change in changes.prefix(Self.patternLimit) {
      let pattern = change.pointer.pattern(in: change.old == nil ? now : recorded)
      if expectedChanges[pattern]?.last == index { continue }
      expectedChanges[pattern, default: ExpectedChange(first: index, example: change)].add(index)
    }
  }

  /// Returns the last writer of a value; nil if there is none, or if states in between were not recorded.
  private func lastWriter(of pointer: Pointer, at index: Int) throws(SessionLogError) -> Blame? {
    do throws(SessionLogError) {
      return try timeline.blame(pointer, at: index)
    } catch {
      guard case .notRecorded = error.reason else { throw error }
      return nil
    }
  }

  /// The maximum number of differences of one state that are listed separately.
  private static let patternLimit = 200

  /// Returns the replayed state, built from the line.
  private func whole(_ line: RecordedState) throws(SessionLogError) -> JSONValue {
    if let state = line.state { return state }
    var state: JSONValue
    if let replayed {
      state = replayed
    } else {
      state = line.after == timeline.firstIndex ? .null : try timeline.state(before: line.after)
    }
    do throws(PatchError) {
      try line.patch?.apply(to: &state)
    } catch {
      throw SessionLogError(
        timeline.log.path,
        .badReplay(index: line.after, why: error.description)
      )
    }
    return state
  }

  private func divergence(
    _ index: Int,
    _ difference: Divergence.Difference,
    patterns: [String] = []
  ) throws(SessionLogError) -> Divergence {
    let type = index == timeline.firstIndex ? nil : try timeline.action(index).type
    return Divergence(index: index, type: type, difference: difference, patterns: patterns)
  }
}

extension JSONValue {
  /// Returns the pointers at which two values differ, comparing elements of arrays by index.
  package func leafChanges(to other: JSONValue, at pointer: Pointer = .root) -> [Change] {
    guard self != other else { return [] }
    return Change(pointer, old: self, new: other).details.flatMap { change -> [Change] in
      guard let old = change.old?.array, let new = change.new?.array else { return [change] }
      return (0..<max(old.count, new.count)).flatMap { index in
        let pointer = change.pointer.appending(index)
        guard index < old.count else { return [Change(pointer, old: nil, new: new[index])] }
        guard index < new.count else { return [Change(pointer, old: old[index], new: nil)] }
        return old[index].leafChanges(to: new[index], at: pointer)
      }
    }
  }
}
