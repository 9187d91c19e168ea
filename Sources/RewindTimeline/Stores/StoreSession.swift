import RewindJSON
import RewindLog
package import RewindSession

/// A session of several stores as one: a timeline whose state has a member for each store.
///
/// ```
/// cart    ── 1 ─────── 2 ──▶
/// user    ───── 1 ─────────▶      1 cart 1 ▸ 2 user 1 ▸ 3 cart 2
///                                 {"cart":…,"user":…} after each
/// ```
///
/// It is a log like any other, in memory, so that whatever reads a timeline reads it. Its actions are numbered from 1
/// in the order of their times; of several at one microsecond, a cause comes before what came of it, and otherwise the
/// store that is first by its name. An action in which the app died stands at the end, whatever other threads did
/// meanwhile. A cause is an action of this timeline, whichever store has it. The state has the last state of each store
/// before; a store that has none yet, or whose state was not recorded, is absent.
package struct StoreSession {
  package let timeline: Timeline
  /// The stores, in the order of their names.
  package let names: [String]
  private let indexes: [String: [Int: Int]]
  /// The time of the last line in the logs.
  package let latest: Double
  /// True if lines were left out, since others may come before them.
  package let isHeldBack: Bool

  /// Merges the logs of the stores.
  ///
  /// O(bytes) of all of them.
  ///
  /// - Parameters:
  ///   - stores: The logs.
  ///   - horizon: Of logs that grow, the time up to which all of them have been read: what comes after it, and after
  ///     an action that has not ended, is left out. Nil for logs that have ended.
  ///   - report: Gets a sentence on each store that cannot be read to its end, and on a clock that went back.
  /// - Throws: `SessionLogError` if one of them cannot be read at all.
  package init(
    _ stores: SessionStores,
    upTo horizon: Double? = nil,
    report: (String) -> Void
  ) throws(SessionLogError) {
    var merge = try StoreMerge(stores)
    latest = merge.lanes.map(\.latest).max() ?? 0
    isHeldBack = horizon.map { merge.holdBack(after: $0) } ?? false
    for lane in merge.lanes {
      guard let index = lane.stepBack else { continue }
      report("The clock of \(lane.name) goes back at its action \(index), which keeps its order.")
    }
    merge.run(report)
    names = merge.lanes.map(\.name)
    indexes = Dictionary(uniqueKeysWithValues: zip(names, merge.indexes))
    timeline = try Timeline.open(
      SessionLog.open(bytes: merge.bytes, name: stores.named.log.path)
    )
  }

  /// Returns the index here of a store's action; nil if there is none.
  package func index(of action: StoreAction) -> Int? { indexes[action.store]?[action.index] }

  /// Returns the change here that a store's log has as a change without an action; nil if there is none.
  ///
  /// Of several after one action of the store, it is the one with the same values, or else the last one.
  package func externalChange(
    _ own: ExternalChange,
    of store: String
  ) throws(SessionLogError) -> ExternalChange? {
    let changes = own.changes.map {
      Change(Pointer(tokens: [store] + $0.pointer.tokens), old: $0.old, new: $0.new)
    }
    let name = JSONValue.string(store)
    let first = try timeline.lines(of: indexes[store]?[own.after] ?? 0).lowerBound
    var found: ExternalChange?
    for line in first..<timeline.log.lineCount
    where try timeline.log.key(of: line).kind == .external {
      guard case .external(let state) = try timeline.log.line(line),
        state.json[StoreAction.members.store] == name,
        state.json[StoreAction.members.index] == JSONValue(own.after)
      else { continue }
      let change = try timeline.externalChange(at: line)
      if change.changes == changes { return change }
      found = change
    }
    return found
  }
}

/// An action by its store and its index there.
package struct StoreAction: Hashable, Sendable {
  package let store: String
  package let index: Int

  package init(store: String, index: Int) {
    (self.store, self.index) = (store, index)
  }

  /// The members of an action's line.
  static let members = (store: "store", index: "storeIndex")
}

extension RecordedAction {
  /// The action of a ``StoreSession`` in its store's log; nil in any other timeline.
  package var storeAction: StoreAction? {
    guard let store = json[StoreAction.members.store]?.string,
      let index = json[StoreAction.members.index]?.int
    else { return nil }
    return StoreAction(store: store, index: index)
  }
}

extension Timeline {
  /// The stores of a ``StoreSession``; empty for the log of one store.
  package var stores: [String] {
    log.header.json["stores"]?.array?.compactMap(\.string) ?? []
  }
}
