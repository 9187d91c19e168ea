/// The surroundings of the code that a dispatch runs, and of the tasks that are started from there.
///
/// It is one task-local value, since binding one takes as long as assembling a line of a log:
///
/// | scope | `source` | `reducing` | `mark` |
/// |---|---|---|---|
/// | an action that is being reduced | its inputs | the action | the action, or the mark of its dispatch |
/// | a dispatch that is marked | as around it | as around it | the dispatch |
/// | `Recorded.caused(by:)` | as around it | as around it | the cause |
/// | a replay, a time machine | its inputs | as around it | as around it |
package protocol RecordedScope: AnyObject, Sendable {
  /// The source of inputs; it may be closed.
  var source: (any InputSource)? { get }
  /// The action that is being reduced, open as long as its reducer runs.
  var reducing: (any CauseMark)? { get }
  /// The dispatch that the code has been started from.
  var mark: (any CauseMark)? { get }
}

/// A scope that changes one thing.
package final class BoundScope: RecordedScope {
  package let source: (any InputSource)?
  package let reducing: (any CauseMark)?
  package let mark: (any CauseMark)?

  package init(
    source: (any InputSource)?,
    reducing: (any CauseMark)?,
    mark: (any CauseMark)?
  ) {
    (self.source, self.reducing, self.mark) = (source, reducing, mark)
  }
}
