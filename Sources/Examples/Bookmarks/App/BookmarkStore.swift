import Dispatch
import RewindInputs

#if canImport(Combine)
public import Combine
#endif

/// The store of the app, which a screen observes.
///
/// Its state can also be set directly, bypassing the reducer; a recorder detects that only at the next
/// action.
@MainActor
public final class BookmarkStore {
  /// The current state; observers are notified whenever it is set.
  #if canImport(Combine)
  @Published
  #endif
  public var state: BookmarkState {
    didSet { notifyObservers() }
  }

  /// The reducer, which can be replaced while the state stays.
  public var reducer: BookmarkReducer

  private var observers: [(number: Int, observer: (BookmarkState) -> Void)] = []
  private var observerCount = 0

  /// Makes a store whose reducer returns the state unchanged, until it is replaced.
  public init(state: BookmarkState = BookmarkState()) {
    self.state = state
    reducer = { _, state in state }
  }

  /// Dispatches an action to the main thread, where actions are reduced in the order of dispatch.
  ///
  /// It can be called on any thread and returns immediately, on the main thread too. A queue does not
  /// know from where it is called, and the recorder would not know the cause of the action.
  public nonisolated func dispatch(_ action: BookmarkAction) {
    let cause = Recorded.cause
    DispatchQueue.main.async {
      MainActor.assumeIsolated {
        Recorded.caused(by: cause) { self.state = self.reducer(action, self.state) }
      }
    }
  }

  /// Returns when all previously dispatched actions have been reduced.
  public nonisolated func settle() async {
    await withCheckedContinuation { continuation in
      DispatchQueue.main.async { continuation.resume() }
    }
  }

  /// Calls `observer` with every state that is set, until it is cancelled.
  ///
  /// - Returns: The subscription, for cancelling it.
  @discardableResult
  public func observe(_ observer: @escaping (BookmarkState) -> Void) -> () -> Void {
    observerCount += 1
    let number = observerCount
    observers.append((number, observer))
    return { [weak self] in self?.observers.removeAll { $0.number == number } }
  }

  private func notifyObservers() {
    for (_, observer) in observers { observer(state) }
  }
}

#if canImport(Combine)
extension BookmarkStore: ObservableObject {}
#endif
