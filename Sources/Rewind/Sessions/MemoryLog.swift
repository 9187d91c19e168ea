import Foundation
public import RewindJSON
public import RewindSession

/// A session log in memory, for an app's own tests: "this dispatch logs that".
///
/// ```swift
/// let log = MemoryLog()
/// let recording = shop.record(app: "shop", to: .memory(log))
/// let store = ShopStore(state: recording.initialState(), reducer: recording.reducer)
/// store.dispatch(.add("apple"))
/// #expect(log.actions.map(\.type) == ["CartAction.add"])
/// #expect(log.state?["items"] == ["apple"])
/// ```
///
/// It holds the bytes that a file would have. Use one for one recorder.
public final class MemoryLog: Sendable {
  private let lock = NSLock()
  nonisolated(unsafe) private var logs: [(store: String, storage: MemoryStorage)] = []

  public init() {}

  /// The log of the first store, as text in JSON lines; `Replay(text:of:)` reads it.
  public var text: String { text(ofStore: nil) }

  /// The log of a store by its name; empty if there is none.
  public func text(ofStore name: String?) -> String {
    let log = lock.withLock { name == nil ? logs.first : logs.first { $0.store == name } }
    return String(decoding: log?.storage.bytes ?? [], as: UTF8.self)
  }

  /// The logs of all stores, in the order in which they were attached.
  package var texts: [String] {
    lock.withLock { logs }.map { String(decoding: $0.storage.bytes, as: UTF8.self) }
  }

  /// The actions of the first store.
  public var actions: [RecordedAction] { actions(ofStore: nil) }

  /// The actions of a store by its name.
  public func actions(ofStore name: String?) -> [RecordedAction] {
    lines(ofStore: name).compactMap { if case .action(let action) = $0 { action } else { nil } }
  }

  /// The last recorded state of the first store; nil if there is none.
  public var state: JSONValue? { state(ofStore: nil) }

  /// The last recorded state of a store by its name; nil if there is none.
  public func state(ofStore name: String?) -> JSONValue? {
    var last: JSONValue?
    for line in lines(ofStore: name) {
      switch line {
      case .state(let recorded), .external(let recorded):
        if let state = recorded.state {
          last = state
        } else if let patch = recorded.patch, var state = last {
          last = (try? patch.apply(to: &state)).map { state }
        }
      default: break
      }
    }
    return last
  }

  private func lines(ofStore name: String?) -> [SessionLine] {
    text(ofStore: name).split(separator: "\n").compactMap { line in
      (try? JSONValue(parsing: Array(line.utf8))).flatMap { try? SessionLine($0) }
    }
  }

  /// Makes the storage of a store's log.
  func storage(of store: String) -> any LogStorage {
    let storage = MemoryStorage()
    lock.withLock { logs.append((store, storage)) }
    return storage
  }
}

/// Bytes in memory instead of a file.
private final class MemoryStorage: LogStorage {
  private let lock = NSLock()
  nonisolated(unsafe) private var content: [UInt8] = []

  var bytes: [UInt8] { lock.withLock { content } }
  var hasName: Bool { true }

  func write(_ bytes: UnsafeRawBufferPointer) -> Result<Int, SystemError> {
    lock.withLock { content.append(contentsOf: bytes) }
    return .success(bytes.count)
  }

  func truncate(to length: Int) -> Result<Void, SystemError> {
    lock.withLock { content.removeSubrange(min(length, content.count)...) }
    return .success(())
  }

  func synchronize() -> Result<Void, SystemError> { .success(()) }

  func close() {}
}
