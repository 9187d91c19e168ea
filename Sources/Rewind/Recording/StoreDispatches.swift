/// The dispatches of a store of this package; they are marked if its middleware has a recording.
///
/// As the store, it is used from one thread or actor only.
package final class StoreDispatches: @unchecked Sendable {
  private var log: RecordingLog?
  /// The action of the last dispatch within the one that is being timed, if that was recorded.
  private var index: Int?
  /// True between ``holding(_:)`` and the dispatch that it is about.
  private var isEntered = false

  package init() {}

  /// True if the store is recorded.
  package var areRecorded: Bool { log != nil }

  /// Notes the recording that is among the store's middleware.
  package func areRecorded<State>(by recording: Recording<State>) {
    log = recording.log
  }

  /// Builds the store's middleware; a recording in it finds these dispatches.
  package func building<Chain>(_ build: () -> Chain) -> Chain {
    DispatchTrace.$building.withValue(self, operation: build)
  }

  /// Runs the dispatch of an action with all of the store's middleware.
  package func dispatching(at site: (file: StaticString, line: UInt)?, _ dispatch: () -> Void) {
    guard let log else { return dispatch() }
    let site = site.map { DispatchSite(file: $0.file, line: $0.line) }
    let mark = DispatchMark(of: log.identity, in: Recorded.scope, suspends: false, at: site)
    defer { index = mark.close() }
    Recorded.$scope.withValue(mark, operation: dispatch)
  }

  /// Runs a dispatch and the notifications that follow it, and notes if that took long.
  ///
  /// A call right within another one, as a store's interface makes it, is part of that.
  package func holding(_ dispatch: () -> Void) {
    guard let log, let start = log.timeOfDispatch, !isEntered else {
      isEntered = false
      return dispatch()
    }
    let outer = index
    (index, isEntered) = (nil, true)
    dispatch()
    log.noteReturn(of: index, since: start)
    (index, isEntered) = (outer, false)
  }

  /// Runs code that dispatches and is not recorded itself, such as an action creator.
  package static func creating(_ create: () -> Void) {
    DispatchMark.dispatching(to: nil, create)
  }
}
