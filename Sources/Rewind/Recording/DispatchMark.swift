import RewindCoding
package import RewindInputs
import RewindJSON
import RewindSession

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The identity of a store's log, for as long as there is something that has been started from its
/// actions.
final class LogIdentity: Sendable {
  let session: String
  /// The store's name in the log's header.
  let store: String

  init(session: String, store: String) {
    (self.session, self.store) = (session, store)
  }
}

/// Marks a dispatch, from before its middleware until it returns.
///
/// ```
///                  its action is recorded
///   unrecorded ─────────────────────────────▶ stands for that action
///    │   until then, and if middleware consumes the action:
///    ├─ one action was dispatched from within ─▶ stands for that one, once the dispatch has returned
///    └─ none, or several ──────────────────────▶ stands for the action because of which it was dispatched
/// ```
///
/// So what a thunk starts answers the request that the thunk has dispatched. Of several requests, it is
/// not known which. Nor where an action is recorded in the scope of a dispatch that is not its own, as where a library
/// sends what a middleware returns: what comes later may come of either.
///
/// A mark lets go of the one around it as soon as it stands for an action. Otherwise effects that start one another
/// for as long as the app runs would all stay in memory.
package final class DispatchMark: CauseMark, RecordedScope, @unchecked Sendable {
  /// The log that records its action; nil for one that is not recorded itself.
  private let log: LogIdentity?
  /// The mark because of whose action it was dispatched; nil once it is not needed any more.
  @exclusivity(unchecked) private var parent: (any CauseMark)?
  /// The source of inputs around the dispatch.
  ///
  /// The scope itself is not kept: it would keep the mark before this one.
  private let outerSource: (any InputSource)?
  /// The reduction around the dispatch.
  private let outerReducing: (any CauseMark)?
  /// Its action while that is being reduced; touched on `thread` only.
  @exclusivity(unchecked) private var reduced: OpenAction?
  /// The thread that it is dispatched on; nil if the dispatch suspends.
  private let thread: ThreadIdentity?
  /// The file and line of the dispatch.
  package let site: DispatchSite?
  /// The index of its action.
  ///
  /// This one, the following ones and `parent` are written under `lock`. If there is a `thread`, only it writes them,
  /// and may read them without the lock.
  @exclusivity(unchecked) private var own: Int?
  @exclusivity(unchecked) private var only: CausingAction?
  @exclusivity(unchecked) private var hasSeveral = false
  /// True once an action that has no mark of its own has come of it.
  @exclusivity(unchecked) private var isShared = false
  /// False once the dispatch has returned.
  @exclusivity(unchecked) private var isOpen = true

  /// One for all marks: it is held for some nanoseconds, and a lock for each would cost more.
  static let lock = ProcessLock()

  init(of log: LogIdentity?, in scope: (any RecordedScope)?, suspends: Bool, at site: DispatchSite?)
  {
    (self.log, self.site) = (log, site)
    parent = (scope?.mark as? DispatchMark)?.passedOn ?? scope?.mark
    (outerSource, outerReducing) = (scope?.source, scope?.reducing)
    thread = suspends ? nil : .current
  }

  package var source: (any InputSource)? { reducedHere ?? outerSource }
  package var reducing: (any CauseMark)? { reducedHere ?? outerReducing }
  package var mark: (any CauseMark)? { self }

  private var reducedHere: OpenAction? { isHere ? reduced : nil }

  /// Runs the reduction of its action; binding another scope for that would take longer.
  func reducing<Result>(
    _ action: OpenAction,
    _ reduce: () throws -> Result
  ) rethrows -> Result {
    reduced = action
    defer { reduced = nil }
    return try reduce()
  }

  /// Notes that the dispatch has returned; returns the index of its action if it was recorded.
  @discardableResult
  func close() -> Int? {
    guard Self.lock.take() else { return nil }
    isOpen = false
    if only != nil, !hasSeveral { parent = nil }
    defer { Self.lock.giveBack() }
    return own
  }

  /// The mark around actions that are dispatched from here: a dispatch that is over and stands for no action of its
  /// own is left out.
  private var passedOn: (any CauseMark)? {
    let isEmpty = Self.lock.withLock { !isOpen && own == nil && (only == nil || hasSeveral) }
    return isEmpty ?? false ? parent : self
  }

  package var action: CausingAction? {
    // The one around it is let go of only when the mark stands for an action itself.
    var action = ownAction ?? outer?.action ?? ownAction
    if Self.lock.withLock({ isShared }) ?? false { action?.isShared = true }
    return action
  }

  private var ownAction: CausingAction? {
    Self.lock.withLock {
      if let own, let log { return CausingAction(log: log, index: own) }
      return isHere && isOpen || hasSeveral ? nil : only
    } ?? nil
  }

  package func cause(ofNextIn log: AnyObject) -> CausingAction? {
    isExpected(in: log) ? outer?.action : action
  }

  package func noteRecorded(_ action: CausingAction) {
    note(action, isDirect: true)
  }

  /// Notes an action, and passes it on to the dispatch around this one.
  private func note(_ action: CausingAction, isDirect: Bool) {
    guard Self.lock.take() else { return }
    let isOwn = isDirect && action.log === log
    let isExpected = own == nil && isOpen && (isHere || isOwn && thread == nil)
    let outer = isExpected ? parent : nil
    if isExpected, isOwn {
      (own, parent) = (action.index, nil)
    } else if isExpected {
      if only == nil { only = action } else { hasSeveral = true }
    } else if isDirect, log != nil {
      isShared = true
    }
    Self.lock.giveBack()
    if let outer { (outer as? DispatchMark)?.note(action, isDirect: false) }
  }

  private var outer: (any CauseMark)? {
    isHere ? parent : Self.lock.withLock { parent } ?? nil
  }

  private func isExpected(in log: AnyObject) -> Bool {
    guard self.log === log else { return false }
    if thread != nil { return isHere && isOpen && own == nil }
    return Self.lock.withLock { own == nil && isOpen } ?? false
  }

  /// Returns true if it stands for the action that a log has just recorded in its scope, on this thread.
  func standsFor(_ index: Int, in log: AnyObject) -> Bool {
    thread != nil && self.log === log && isHere && isOpen && own == index
  }

  /// True on the thread that is dispatching.
  private var isHere: Bool { thread == .current }
}

extension DispatchMark {
  /// Runs a dispatch with a mark for the work that it starts.
  static func dispatching<Result>(
    to log: RecordingLog?,
    at site: DispatchSite? = nil,
    _ dispatch: () throws -> Result
  ) rethrows -> Result {
    let mark = DispatchMark(of: log?.identity, in: Recorded.scope, suspends: false, at: site)
    let start = log?.timeOfDispatch
    defer {
      let index = mark.close()
      if let log, let start { log.noteReturn(of: index, since: start) }
    }
    return try Recorded.$scope.withValue(mark, operation: dispatch)
  }

  /// Runs a dispatch that suspends.
  static func dispatching<Result>(
    to log: LogIdentity?,
    at site: DispatchSite?,
    isolation: isolated (any Actor)?,
    _ dispatch: () async throws -> Result
  ) async rethrows -> Result {
    let mark = DispatchMark(of: log, in: Recorded.scope, suspends: true, at: site)
    defer { mark.close() }
    return try await Recorded.$scope.withValue(mark, operation: dispatch, isolation: isolation)
  }
}

/// An action whose dispatch has no scope, and which is known by its index.
final class ReducedMark: CauseMark {
  let action: CausingAction?

  init(_ action: CausingAction) { self.action = action }
}

/// The identity of a thread, as long as it runs.
struct ThreadIdentity: Equatable {
  private let number: UInt

  static var current: ThreadIdentity { ThreadIdentity(number: UInt(threadSelf: pthread_self())) }
}

extension DispatchSite {
  /// Appends it as the member `source` of a line.
  func append(to text: inout LineBuffer) {
    text.append(#","source":"#)
    let isPlain = file.withUTF8Buffer { $0.allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5c } }
    guard isPlain else { return text.append(json: "\(file):\(line)") }
    text.append("\"")
    text.append(file)
    text.append(":")
    text.append(digits: Int(line))
    text.append("\"")
  }
}

extension UInt {
  #if canImport(Darwin)
  fileprivate init(threadSelf thread: pthread_t) { self.init(bitPattern: thread) }
  #elseif canImport(Musl)
  fileprivate init(threadSelf thread: pthread_t?) { self.init(bitPattern: thread) }
  #else
  fileprivate init(threadSelf thread: pthread_t) { self = thread }
  #endif
}
