import Dispatch

#if canImport(Combine)
public import Combine
#endif

/// The store of the app, which a screen observes.
///
/// Its state can be set from outside, past all actions: the reducer is not asked, and a recorder
/// finds out only at the next action.
@MainActor
public final class BookmarkStore {
  /// The current state; told to all observers whenever it is set.
  #if canImport(Combine)
  @Published
  #endif
  public var state: BookmarkState {
    didSet { tellObservers() }
  }

  /// What makes states of actions; it can be swapped while the state stays.
  public var reducer: BookmarkReducer

  private var observers: [(number: Int, observer: (BookmarkState) -> Void)] = []
  private var observerCount = 0

  /// Makes a store whose reducer only keeps the state, until it is given its own.
  public init(state: BookmarkState = BookmarkState()) {
    self.state = state
    reducer = { _, state in state }
  }

  /// Sends an action on its way to the main thread, where it is reduced in the order of dispatch.
  ///
  /// It can be called on any thread and returns at once, on the main thread too.
  public nonisolated func dispatch(_ action: BookmarkAction) {
    DispatchQueue.main.async {
      MainActor.assumeIsolated { self.state = self.reducer(action, self.state) }
    }
  }

  /// Returns when all that was dispatched before has been reduced.
  public nonisolated func settle() async {
    await withCheckedContinuation { continuation in
      DispatchQueue.main.async { continuation.resume() }
    }
  }

  /// Calls `observer` with every state that is set, until it is cancelled.
  ///
  /// - Returns: What cancels it.
  @discardableResult
  public func observe(_ observer: @escaping (BookmarkState) -> Void) -> () -> Void {
    observerCount += 1
    let number = observerCount
    observers.append((number, observer))
    return { [weak self] in self?.observers.removeAll { $0.number == number } }
  }

  private func tellObservers() {
    for (_, observer) in observers { observer(state) }
  }
}

#if canImport(Combine)
extension BookmarkStore: ObservableObject {}
#endif
