package import RewindSession

/// The causes of an action, through all stores of its session.
///
/// The logs of the other stores are read only where the chain leads there.
package struct CauseChain {
  /// The causes, the nearest first.
  package private(set) var steps: [CauseStep]
  /// The request that the action answers, and the actions between the two.
  package private(set) var race: AnswerRace?

  /// Reads the causes of an action.
  ///
  /// - Parameters:
  ///   - timeline: The log of a store, or a ``StoreSession``.
  ///   - index: The action.
  ///   - report: Gets a sentence on each log that is left out.
  /// - Throws: `SessionLogError` if the log of the action cannot be read.
  package init(
    _ timeline: Timeline,
    _ index: Int,
    report: (String) -> Void = { _ in }
  ) throws(SessionLogError) {
    steps = try timeline.causes(of: index)
    race = try timeline.race(of: index)
    guard timeline.stores.isEmpty, let last = steps.last, last.action == nil,
      last.reference.store != nil
    else { return }
    let stores = SessionStores.find(beside: timeline, report: report)
    let own = StoreAction(store: timeline.storeName, index: index)
    guard let session = try? StoreSession(stores, report: report),
      let merged = session.index(of: own)
    else { return }
    steps = try session.timeline.causes(of: merged)
    race = try session.timeline.race(of: merged)
  }
}

extension RecordedAction {
  /// Returns the index by which a timeline has the action, and the name of its store if that is another one.
  package func storeIndex(in timeline: Timeline) -> (index: Int, store: String?) {
    guard timeline.stores.isEmpty, let own = storeAction else { return (index, nil) }
    return (own.index, own.store == timeline.storeName ? nil : own.store)
  }
}

extension CauseStep {
  /// The cause as the line of an action would name it that is in a store's log, or in a ``StoreSession``.
  ///
  /// `above` is the action that it is the cause of; nil for one of the timeline's own store.
  package func reference(of above: RecordedAction?, in timeline: Timeline) -> CauseReference {
    guard timeline.stores.isEmpty, let cause = action?.storeAction else { return reference }
    let store = above?.storeAction?.store ?? timeline.storeName
    return CauseReference(
      store: cause.store == store ? nil : cause.store,
      index: cause.index,
      reference.kind
    )
  }
}
