/// The dispatches of a store of this package; without the recorder, nothing marks them.
package struct StoreDispatches: Sendable {
  package init() {}

  package var areRecorded: Bool { false }

  package func building<Chain>(_ build: () -> Chain) -> Chain { build() }

  package func dispatching(at site: (file: StaticString, line: UInt)?, _ dispatch: () -> Void) {
    dispatch()
  }

  package func holding(_ dispatch: () -> Void) { dispatch() }

  package static func creating(_ create: () -> Void) { create() }
}
