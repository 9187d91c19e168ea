/// The states, or parts of them, that a subscriber receives.
///
/// The closure of `subscribe(_:transform:)` receives a subscription and narrows it down:
///
/// ```swift
/// store.subscribe(self) { $0.select(\.game).skipRepeats() }
/// ```
///
/// Each step receives the state before and after a change; the state before is `nil` when the
/// subscriber has just been added, and that first state always passes.
public class Subscription<State> {
  private var observer: ((State?, State) -> Void)?

  init() {}

  /// Makes a subscription that a closure feeds, for writing custom operators.
  ///
  /// - Parameter sink: Called immediately, with a function to call with each old and new state.
  public init(sink: @escaping (@escaping (State?, State) -> Void) -> Void) {
    sink { oldState, newState in self.send(oldState, newState) }
  }

  /// Returns the subscription to a part of the state.
  public func select<Substate>(
    _ selector: @escaping (State) -> Substate
  ) -> Subscription<Substate> {
    Subscription<Substate> { sink in
      self.observe { oldState, newState in
        sink(oldState.map(selector), selector(newState))
      }
    }
  }

  /// Returns the subscription to the part of the state at a key path.
  public func select<Substate>(_ keyPath: KeyPath<State, Substate>) -> Subscription<Substate> {
    select { $0[keyPath: keyPath] }
  }

  /// Skips the states that the closure identifies as repeats of the one before.
  public func skipRepeats(
    _ isRepeat: @escaping (_ oldState: State, _ newState: State) -> Bool
  ) -> Subscription<State> {
    Subscription<State> { sink in
      self.observe { oldState, newState in
        if let oldState, isRepeat(oldState, newState) { return }
        sink(oldState, newState)
      }
    }
  }

  /// Skips the changes for which the closure returns true.
  public func skip(
    when: @escaping (_ oldState: State, _ newState: State) -> Bool
  ) -> Subscription<State> {
    skipRepeats(when)
  }

  /// Keeps only the changes for which the closure returns true.
  public func only(
    when: @escaping (_ oldState: State, _ newState: State) -> Bool
  ) -> Subscription<State> {
    skipRepeats { oldState, newState in !when(oldState, newState) }
  }

  func observe(_ observer: @escaping (State?, State) -> Void) {
    self.observer = observer
  }

  func send(_ oldState: State?, _ newState: State) {
    observer?(oldState, newState)
  }
}

extension Subscription where State: Equatable {
  /// Skips the states that equal the one before.
  public func skipRepeats() -> Subscription<State> {
    skipRepeats(==)
  }
}
