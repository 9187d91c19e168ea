/// The action because of which another is dispatched, to be kept where task-local values are
/// lost: a completion handler, a queue, a timer, Combine, RxSwift.
///
/// ```swift
/// let cause = Recorded.cause
/// queue.async { Recorded.caused(by: cause) { dispatch(answer) } }
/// ```
public struct Cause: Sendable {
  package let mark: any CauseMark

  package init(_ mark: any CauseMark) { self.mark = mark }
}

/// The dispatch of an action, as known to the work that was started from there.
package protocol CauseMark: AnyObject, Sendable {
  /// The recorded action that it stands for; nil as long as there is none.
  var action: CausingAction? { get }

  /// Returns the cause of an action that a log is about to record in the scope of this mark.
  func cause(ofNextIn log: AnyObject) -> CausingAction?

  /// Notes that a log has recorded an action in the scope of this mark.
  func noteRecorded(_ action: CausingAction)

  /// The file and line of the dispatch, where the store's interface passes it on.
  var site: DispatchSite? { get }
}

/// The file and line of a dispatch, `Module/File.swift:41`.
package struct DispatchSite: Sendable {
  package let file: StaticString
  package let line: UInt

  package init(file: StaticString, line: UInt) {
    (self.file, self.line) = (file, line)
  }
}

extension CauseMark {
  package func cause(ofNextIn log: AnyObject) -> CausingAction? { action }
  package func noteRecorded(_ action: CausingAction) {}
  package var site: DispatchSite? { nil }
}

/// An action of a session that is the cause of others.
package struct CausingAction: Sendable {
  /// The identity of the store's log.
  package let log: any AnyObject & Sendable
  package let index: Int
  /// True for the actions of a consumer that the action has started, and that lives on: none of them
  /// answers it.
  package var isSubscription = false
  /// True where an action without a mark of its own has come of it already: the next one may be of either.
  package var isShared = false

  package init(log: any AnyObject & Sendable, index: Int) {
    (self.log, self.index) = (log, index)
  }
}

/// The scope of a consumer that lives long.
///
/// Its actions are not those of the dispatch that it was started in, so it passes nothing on to that.
package final class SubscriptionMark: CauseMark {
  package let parent: (any CauseMark)?

  package init(in parent: (any CauseMark)?) { self.parent = parent }

  package var action: CausingAction? {
    var action = parent?.action
    action?.isSubscription = true
    return action
  }
}
