/// The dispatches of a store of this package; they are marked if its middleware has a recording.
///
/// As the store, it is used from one thread or actor only.
package final class StoreDispatches: @unchecked Sendable {
  private var log: LogIdentity?

  package init() {}

  /// True if the store is recorded.
  package var areRecorded: Bool { log != nil }

  /// Notes the recording that is among the store's middleware.
  package func areRecorded<State>(by recording: Recording<State>) {
    log = recording.log?.identity
  }

  /// Builds the store's middleware; a recording in it finds these dispatches.
  package func building<Chain>(_ build: () -> Chain) -> Chain {
    DispatchTrace.$building.withValue(self, operation: build)
  }

  /// Runs the dispatch of an action with all of the store's middleware.
  package func dispatching(at site: (file: StaticString, line: UInt)?, _ dispatch: () -> Void) {
    guard let log else { return dispatch() }
    let site = site.map { DispatchSite(file: $0.file, line: $0.line) }
    DispatchMark.dispatching(to: log, at: site, dispatch)
  }

  /// Runs code that dispatches and is not recorded itself, such as an action creator.
  package static func creating(_ create: () -> Void) {
    DispatchMark.dispatching(to: nil, create)
  }
}
