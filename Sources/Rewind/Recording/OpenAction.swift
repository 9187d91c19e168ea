import Foundation
import RewindCoding
import RewindInputs
import RewindJSON
import RewindSession

/// An action in the log whose state is not there yet, or the making of the initial state.
///
/// It is the source of the reducer's inputs: it reads live values, and writes them to the log. It is also the mark
/// by which nested actions, and work that the reducer starts, know their cause.
final class OpenAction: InputSource, CauseMark, RecordedScope, @unchecked Sendable {
  let log: LogIdentity
  /// The action's number; 0 while the initial state is made.
  @exclusivity(unchecked) private(set) var index: Int
  /// The plan for measuring copies, if the reducer changes the state in place.
  @exclusivity(unchecked) private(set) var plan: CopyCost.Plan?
  /// The mark of its dispatch, which stands for it as well; nil without one, and once it is being reduced.
  @exclusivity(unchecked) var dispatch: DispatchMark?
  /// True once an action that has no mark of its own has come of it; guarded by the lock of the marks.
  @exclusivity(unchecked) private var isShared = false
  /// Measures its reducer; touched on the thread that reduces it only.
  @exclusivity(unchecked) var stopwatch = ReductionStopwatch()
  /// The action's name in Instruments; nil unless that is asked for.
  @exclusivity(unchecked) var signpost: String?
  /// The action that the same thread was reducing when this one began, and when that was.
  @exclusivity(unchecked) var outer: (action: OpenAction, since: Int)?
  private let writer: SessionWriter
  private let redactor: Redactor
  private let types: LogTypes
  private let clock: SessionClock
  /// Guarded by the log's lock.
  @exclusivity(unchecked) private var isDone = false

  init(
    of log: LogIdentity,
    index: Int,
    plan: CopyCost.Plan? = nil,
    writer: SessionWriter,
    redactor: Redactor,
    types: LogTypes,
    clock: SessionClock
  ) {
    (self.log, self.index, self.plan, self.clock) = (log, index, plan, clock)
    (self.writer, self.redactor, self.types) = (writer, redactor, types)
  }

  /// Becomes the next action, once nobody refers to it as this one any more.
  func become(_ index: Int, _ plan: CopyCost.Plan?) {
    (self.index, isDone, isShared) = (index, false, false)
    stopwatch.clear()
    if plan != nil || self.plan != nil { self.plan = plan }
    if dispatch != nil { dispatch = nil }
  }

  var source: (any InputSource)? { self }
  var reducing: (any CauseMark)? { self }
  var mark: (any CauseMark)? { self }

  /// Nil while the initial state is made.
  var action: CausingAction? {
    guard index > 0 else { return nil }
    var action = CausingAction(log: log, index: index)
    action.isShared = DispatchMark.lock.withLock { isShared } ?? false
    return action
  }

  func noteRecorded(_ action: CausingAction) { DispatchMark.lock.withLock { isShared = true } }

  var isOpen: Bool { writer.lock.withLock { !isDone } ?? false }

  /// Notes that the reduction has returned: values that its tasks read later are not its inputs.
  ///
  /// Call it with the log's lock held.
  func close() { isDone = true }

  func read<Value: Codable>(_ name: String, live: () throws -> Value) rethrows -> Value {
    let value = try live()
    let isTimed = stopwatch.isRunningHere
    let began = isTimed ? clock.nanoseconds() : 0
    defer { if isTimed { stopwatch.leaveOut(clock.nanoseconds() - began) } }
    redactor.collectSecrets(value)
    let logged = redactor.redact(input: name)
    var line = InputLine.opening(index: index, name: logged)
    let start = line.count
    ValueWriter<Value>().write(value, to: &line)
    redactor.redactAndCap(&line, from: start, ofInput: name)
    line.append(contentsOf: "}".utf8)
    let new = types.line(ofInput: logged, value)
    writer.lock.withLock {
      if let new { writer.append(.types, new) }
      _ = writer.append(.input, line)
    }
    return value
  }

  func effect(_ name: String, perform: () -> Void) {
    perform()
  }
}

/// The line of an input.
enum InputLine {
  /// The line before the input's value.
  static func opening(index: Int, name: String) -> [UInt8] {
    var line = Array(#"{"index":\#(index),"input":{"name":"#.utf8)
    name.writeJSON(to: &line)
    line.append(contentsOf: #","value":"#.utf8)
    return line
  }
}
