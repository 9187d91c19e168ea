import Foundation

/// The listeners of stores that do not hold them themselves.
final class ListenerTable: Sendable {
  static let shared = ListenerTable()

  private struct Entry {
    weak var store: AnyObject?
    let listeners = ListenerList<Void>()
  }

  private let lock = NSLock()
  nonisolated(unsafe) private var entries: [ObjectIdentifier: Entry] = [:]

  /// Returns the listeners of a store.
  ///
  /// A deallocated store's entry may be at the address of a new store; that one must not inherit its
  /// listeners. The entries of all deallocated stores are removed when a store is added.
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
