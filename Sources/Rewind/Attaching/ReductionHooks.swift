import Foundation

/// Records a loop that calls hooks before and after it reduces, as the loggers of Mobius and other loop
/// libraries do.
///
/// ```swift
/// let hooks = recorder.attach(Model.self).hooks
/// // in the loop's logger
/// func beforeUpdate(model: Model, event: Event) { hooks.willReduce(event, from: model) }
/// func afterUpdate(model: Model, event: Event, result: Next) { hooks.didReduce(to: result.model) }
/// ```
///
/// The hooks run beside the reducer, not around it. So they cannot record the reducer's inputs or the
/// cause of an action: where the reducer can be wrapped, `Recording.wrap` records more.
public final class ReductionHooks<State>: @unchecked Sendable {
  private let recording: Recording<State>

  init(_ recording: Recording<State>) {
    self.recording = recording
  }

  /// Records an action before it is reduced; ``didReduce(to:)`` must follow.
  ///
  /// If `didReduce(to:)` was not called for an earlier action (its reducer threw, or dispatched this
  /// one), that action's resulting state is taken to be `before`.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - before: The state before the action.
  ///   - source: The line of the dispatch, as `file:line`.
  public func willReduce<Action>(_ action: Action, from before: State, source: String? = nil) {
    guard recording.isEnabled, let hooked = recording.log?.hooked else { return }
    for open in hooked.takeOpen() { recording.finish(open, after: before) }
    hooked.begin(recording.begin(action, from: before, source: source))
  }

  /// Records the state after the action that was announced last.
  public func didReduce(to after: State) {
    guard recording.isEnabled, let log = recording.log, let open = log.hooked.end() else { return }
    if log.clock.isTiming { open.stopwatch.stop(at: log.clock.nanoseconds()) }
    recording.finish(open, after: after)
  }
}

/// The actions of one store that its hooks have announced and that are being reduced.
///
/// They belong to the log, not to the hooks: `recording.hooks` makes hooks anew each time that it is asked.
final class HookedActions: @unchecked Sendable {
  private let lock = NSLock()
  /// Outermost first; nil for those that are not recorded.
  private var reducing: [OpenAction?] = []

  func begin(_ action: OpenAction?) { lock.withLock { reducing.append(action) } }

  /// Returns the action that was announced last, if it is recorded.
  func end() -> OpenAction? { lock.withLock { reducing.popLast() } ?? nil }

  /// Returns the recorded actions that have no state after them, and will get none.
  func takeOpen() -> [OpenAction] {
    lock.withLock {
      defer { reducing = reducing.map { _ in nil } }
      return reducing.compactMap(\.self)
    }
  }
}

extension Recording {
  /// Functions that a loop calls before and after it reduces.
  public var hooks: ReductionHooks<State> {
    attached(by: .hooks)
    return ReductionHooks(self)
  }

  /// Writes the action, if it should be recorded.
  fileprivate func begin<Action>(
    _ action: Action,
    from before: State,
    source: String?
  ) -> OpenAction? {
    guard let log, records(action) else { return nil }
    let open = withUnsafePointer(to: before) {
      log.append(action, on: $0, source, keepsState: true)
    }
    if log.clock.isTiming { open?.stopwatch.start(at: log.clock.nanoseconds()) }
    return open
  }

  fileprivate func finish(_ action: OpenAction, after state: State) {
    withUnsafePointer(to: state) { log?.append(stateAfter: action, $0, keepsState: true) }
  }
}
