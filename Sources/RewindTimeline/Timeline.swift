public import RewindJSON
public import RewindLog
public import RewindSession

/// A recorded session at any index.
///
/// Indexes are those of the actions, from 1; index 0 is the initial state. Logs that begin later are
/// the later segments of a long session, and the parts recovered after damage. Seeking reads the
/// keyframe before the index and the patches after it, about one state's worth of bytes; a step forward
/// or back from the last index reads one line.
public final class Timeline {
  public let log: SessionLog
  /// The index of the log's first state; 0 if it begins with the session.
  public let firstIndex: Int
  /// The last action that was begun; 0 if there is none.
  public let lastIndex: Int
  public let end: SessionEnd

  /// The state line that was sought last, with its state.
  var cursor: Cursor?
  /// A state to which the cursor went far back: who asks for it between later ones gets it from here.
  private var revisited: (line: Int, state: JSONValue)?
  /// The state line that was found last not to lead to a state, and why.
  private var failure: (line: Int, error: SessionLogError)?
  /// True if some line says that an action was reduced without giving its state.
  lazy var hasReducedLines: Bool = {
    (1..<max(log.lineCount, 1)).contains { (try? log.key(of: $0).kind) == .reduced }
  }()
  /// The enum of which all actions are cases, if there is one.
  package private(set) lazy var sharedType = SharedType(ofFirstActionsIn: self)
  /// The types of the states, as far as the log tells them before its first action.
  package private(set) lazy var stateTypes = readTypes { $0 != .action }
  /// All types that the log tells.
  package private(set) lazy var types = readTypes { _ in true }
  /// What the types say of values.
  package private(set) lazy var valueTypes = ValueTypes(types)
  /// The dispatches that took long, by their actions.
  package private(set) lazy var heldDispatches = readHeldDispatches()
  /// Called with the first whole state that contradicts the patches leading to it; they are compared
  /// only if this is set.
  public var onContradiction: ((_ line: Int) -> Void)?
  /// The lines of actions that others overlap, once one has been requested that does not end soon.
  private var overlapping: OverlappingLines?
  /// The lines of the action that was requested last.
  private var lastLines: (index: Int, range: Range<Int>)?

  /// Finds a session's first and last index, and how it ended.
  ///
  /// - Throws: ``SessionLogError`` if the last lines cannot be read.
  public static func open(_ log: SessionLog) throws(SessionLogError) -> Timeline {
    let (end, lastIndex) = try log.findEnd()
    let firstIndex = min(try log.findStart(), lastIndex)
    return Timeline(log, firstIndex...lastIndex, end)
  }

  /// Reads them even for a question that is cancelled: the next one asks for them too.
  private func readTypes(while goesOn: (LineKind) -> Bool) -> RecordedTypes {
    var types = RecordedTypes()
    ReadingCancellation.$current.withValue(ReadingCancellation { false }) {
      for line in 0..<log.lineCount {
        guard let kind = (try? log.key(of: line))?.kind, goesOn(kind) else { break }
        if kind == .types, case .types(let json)? = try? log.line(line) { types.add(json) }
      }
    }
    return types
  }

  private init(_ log: SessionLog, _ indexes: ClosedRange<Int>, _ end: SessionEnd) {
    self.log = log
    (firstIndex, lastIndex) = (indexes.lowerBound, indexes.upperBound)
    self.end = end
  }

  /// A description of the state at ``firstIndex``.
  package var startInWords: String {
    firstIndex == 0 ? "the initial state" : "the first state here"
  }

  /// The number of actions, including those lost in a gap.
  public var actionCount: Int { lastIndex - firstIndex }

  /// Returns the last action that has a state after it; nil if there is not even an initial state.
  public func lastState() throws(SessionLogError) -> Int? {
    guard let line = try log.lastLine(upTo: log.lineCount - 1, of: [.patch, .keyframe]) else {
      return nil
    }
    return try log.key(of: line).index
  }

  /// Returns an action as recorded.
  ///
  /// - Throws: ``SessionLogError`` if the session has no such action.
  public func action(_ index: Int) throws(SessionLogError) -> RecordedAction {
    guard let action = try recordedAction(index) else {
      throw SessionLogError(log.path, .noSuchIndex(index, first: firstIndex, last: lastIndex))
    }
    return action
  }

  /// Returns an action as recorded; nil if the log does not have it, or the index is not an action's.
  package func recordedAction(_ index: Int) throws(SessionLogError) -> RecordedAction? {
    guard index > firstIndex, index <= lastIndex else { return nil }
    for line in try lines(of: index) where try log.key(of: line).kind == .action {
      if case .action(let action) = try log.line(line) { return action }
    }
    return nil
  }

  /// Returns the first action in the log from `index` on; nil if there is none.
  ///
  /// In a log with a gap, some indexes have no action.
  public func nextAction(from index: Int) throws(SessionLogError) -> RecordedAction? {
    var index = max(index, 1)
    while index <= lastIndex {
      let first = try firstLine(from: index)
      guard first < log.lineCount, let found = try log.key(of: first).index else { return nil }
      index = max(index, found)
      if let action = try recordedAction(index) { return action }
      index += 1
    }
    return nil
  }

  /// Returns the first index after another one that has lines in the log; nil if there is none.
  package func recordedIndex(after index: Int) throws(SessionLogError) -> Int? {
    var line = try lines(of: index).upperBound
    while line < log.lineCount {
      if let found = try log.index(of: line), found > index { return found }
      line += 1
    }
    return nil
  }

  /// Returns the inputs of an action's reducer, or of the initial state.
  public func inputs(of index: Int) throws(SessionLogError) -> [RecordedInput] {
    try check(index, from: firstIndex)
    var inputs: [RecordedInput] = []
    for line in try allLines(of: index) where try log.key(of: line).kind == .input {
      if case .input(let input) = try log.line(line) { inputs.append(input) }
    }
    return inputs
  }

  /// Returns the state right after an action; after 0, the initial state.
  ///
  /// - Throws: ``SessionLogError`` if the session has no such action, or the program crashed in it.
  public func state(after index: Int) throws(SessionLogError) -> JSONValue {
    try check(index, from: firstIndex)
    return try state(at: knownStateLine(after: index))
  }

  /// Returns the state on which an action was dispatched: that of the last state line before it,
  /// including external changes.
  public func state(before index: Int) throws(SessionLogError) -> JSONValue {
    try check(index, from: firstIndex + 1)
    let first = try lines(of: index).lowerBound
    guard let line = try stateLine(before: first) else {
      throw SessionLogError(log.path, .noState(after: index - 1, missingState(after: index - 1)))
    }
    return try state(at: line)
  }

  /// Returns the line of the state after an action, counted from 0; nil if the log has none.
  package func stateLine(after index: Int) throws(SessionLogError) -> Int? {
    for line in try allLines(of: index) where try log.key(of: line).kind.isState { return line }
    return nil
  }

  /// Returns the lines of an action, including those after the start of an action that overlaps it.
  package func allLines(of index: Int) throws(SessionLogError) -> [Int] {
    let first = try lines(of: index)
    for line in first where try log.key(of: line).kind.endsAction { return Array(first) }
    var lines = Array(first)
    for line in first.upperBound..<log.lineCount {
      // Nearly all actions end soon.
      if line - first.upperBound == 16 {
        return try first + linesOfOverlapping(after: first, index)
      }
      let key = try log.key(of: line)
      if key.kind == .action {
        guard case .action(let next) = try log.line(line), next.overlaps else { return lines }
      } else if key.index == index {
        lines.append(line)
      }
      if key.kind.endsAction, key.index ?? index >= index { return lines }
    }
    return lines
  }

  private func linesOfOverlapping(
    after own: Range<Int>,
    _ index: Int
  ) throws(SessionLogError) -> [Int] {
    if overlapping?.lineCount != log.lineCount { overlapping = try OverlappingLines(of: log) }
    return overlapping?.lines(of: index, from: own.upperBound) ?? []
  }

  /// Returns the lines from an action's own to before the next action's.
  package func lines(of index: Int) throws(SessionLogError) -> Range<Int> {
    if let lastLines, lastLines.index == index { return lastLines.range }
    let first = try firstLine(from: index)
    var end = first
    while end < log.lineCount, try log.index(of: end) ?? index == index { end += 1 }
    lastLines = (index, first..<end)
    return first..<end
  }

  /// Returns the first line of an action, without searching if it is one of the next few.
  private func firstLine(from index: Int) throws(SessionLogError) -> Int {
    guard let lastLines, lastLines.index < index, index - lastLines.index <= 4 else {
      return try log.firstLine(from: index)
    }
    var line = lastLines.range.upperBound
    while line < log.lineCount, try log.index(of: line) ?? -1 < index { line += 1 }
    return line
  }

  private func check(_ index: Int, from first: Int) throws(SessionLogError) {
    guard index >= first, index <= lastIndex else {
      throw SessionLogError(log.path, .noSuchIndex(index, first: firstIndex, last: lastIndex))
    }
  }

  // MARK: - Seeking

  /// Returns the state at a state line, counted from 0.
  package func state(at target: Int) throws(SessionLogError) -> JSONValue {
    if let revisited, revisited.line == target { return revisited.state }
    let isFarBack = cursor.map { $0.line - target > Self.farBack } ?? false
    var cursor = try closestCursor(to: target)
    self.cursor = nil
    defer { self.cursor = cursor }
    try applyPatch(ofLine: target) { () throws(PatchError) in try cursor.back(to: target) }
    var line = cursor.line
    while line < target {
      line += 1
      do throws(SessionLogError) {
        switch try log.key(of: line).kind {
        case .patch, .external: try advance(&cursor, to: line)
        case .keyframe:
          revisited = nil
          cursor = try self.keyframe(at: line, after: cursor)
        case .header, .action, .input, .reduced, .note, .gap, .travel, .types, .held,
          .laterKeyframe, .end,
          .unknown:
          continue
        }
      } catch {
        failure = (line, error)
        throw error
      }
    }
    if isFarBack { revisited = (target, cursor.state) }
    return cursor.state
  }

  /// The lines that cost more to read again than a second state to hold.
  private static let farBack = 64

  /// Returns the current cursor, if it is between the last keyframe before `target` and `target`;
  /// otherwise one at that keyframe.
  private func closestCursor(to target: Int) throws(SessionLogError) -> Cursor {
    if let cursor, cursor.earliestLine <= target, cursor.line >= target { return cursor }
    let earlier = cursor.flatMap { $0.line < target ? $0 : nil }
    let keyframe = try log.lastLine(
      upTo: target,
      after: earlier?.line ?? -1,
      of: [.keyframe, .laterKeyframe]
    )
    // Otherwise each state after a line that cannot be applied would be sought from the keyframe again.
    if let failure, failure.line <= target, failure.line >= keyframe ?? earlier?.line ?? 0 {
      throw failure.error
    }
    if keyframe == nil, let earlier { return earlier }
    guard let keyframe else { throw SessionLogError(log.path, .noState(after: 0, .died)) }
    // Frees the old state first, so that two large ones are not in memory at once.
    (cursor, revisited) = (nil, nil)
    do throws(SessionLogError) {
      return try self.keyframe(at: keyframe)
    } catch {
      failure = (keyframe, error)
      throw error
    }
  }

  private func keyframe(at line: Int) throws(SessionLogError) -> Cursor {
    switch try log.line(line) {
    case .state(let recorded):
      if let state = recorded.state { return Cursor(keyframe: line, state) }
    case .unknown(let json):
      let state = try applyPatch(ofLine: line) { () throws(PatchError) in try json.laterState() }
      if let state { return Cursor(keyframe: line, state) }
    default: break
    }
    throw SessionLogError(
      log.path,
      .unreadable(line: log.number(of: line), why: "It is not a keyframe as it seemed.")
    )
  }

  /// Returns the keyframe after a state, comparing the two.
  private func keyframe(at line: Int, after cursor: Cursor) throws(SessionLogError) -> Cursor {
    let keyframe = try keyframe(at: line)
    guard let report = onContradiction, let patch = try recordedPatch(line) else { return keyframe }
    var state = cursor.state
    let fits = (try? patch.apply(to: &state)) != nil
    if !fits || state != keyframe.state {
      onContradiction = nil
      report(log.number(of: line))
    }
    return keyframe
  }

  private func advance(_ cursor: inout Cursor, to line: Int) throws(SessionLogError) {
    let patch: Patch
    switch try log.line(line) {
    case .state(let recorded), .external(let recorded):
      if let state = recorded.state {
        cursor = Cursor(keyframe: line, state)
        return
      }
      patch = recorded.patch ?? Patch()
    default:
      return
    }
    try applyPatch(ofLine: line) { () throws(PatchError) in try cursor.advance(to: line, patch) }
  }

  /// Returns the result of `body`, which applies the patch of a line; its error becomes one that has the line.
  func applyPatch<Result>(
    ofLine line: Int,
    _ body: () throws(PatchError) -> Result
  ) throws(SessionLogError) -> Result {
    do throws(PatchError) {
      return try body()
    } catch {
      throw SessionLogError(log.path, .badPatch(line: log.number(of: line), why: error.description))
    }
  }
}

extension LineKind {
  /// True for the state after an action.
  fileprivate var isState: Bool { self == .patch || self == .keyframe }

  /// True for a state after an action or an external change.
  var hasState: Bool { isState || self == .external }

  /// True for the line that ends an action.
  var endsAction: Bool { isState || self == .reduced }
}
