import Foundation

/// The listeners of stores that have no place for them.
final class ListenerTable: Sendable {
  static let shared = ListenerTable()

  private struct Entry {
    weak var store: AnyObject?
    let listeners = ListenerList<Void>()
  }

  private let lock = NSLock()
  nonisolated(unsafe) private var entries: [ObjectIdentifier: Entry] = [:]

  /// The listeners of a store.
  ///
  /// A store that has gone leaves its place to the next one at the same address, which must not
  /// inherit its listeners. The places of all that have gone are cleared when a store comes.
  func listeners(of store: AnyObject) -> ListenerList<Void> {
    lock.withLock {
      if let entry = entries[ObjectIdentifier(store)], entry.store === store {
        return entry.listeners
      }
      entries = entries.filter { $0.value.store != nil }
      let entry = Entry(store: store)
      entries[ObjectIdentifier(store)] = entry
      return entry.listeners
    }
  }
}
