public import Rewind
public import RewindStore

/// The app: a store on the main actor, to which both sides dispatch.
public final class BasketApp {
  public let store: Store<Basket>

  /// Makes the app with a recorded store.
  public init(_ recorder: Recorder) {
    let recording = recorder.attach(Basket.self)
    store = Store(
      // A store's reducer has no isolation of its own; it runs where the store is used.
      reducer: { action, state in
        MainActor.assumeIsolated { basketReducer(action: action, state: state) }
      },
      state: Basket(),
      middleware: [recording.middleware]
    )
  }

  /// Dispatches from the main actor.
  public func put(_ item: String) {
    store.dispatch(Put(item: item))
  }

  /// Dispatches from wherever the caller is.
  public nonisolated func putFromAnywhere(_ item: String) async {
    await put(item)
  }
}

/// A counter beside the main actor, with a store of its own.
public actor Tally {
  private let recording: Recording<[String]>
  private var names: [String] = []

  public init(_ recorder: Recorder) {
    recording = recorder.attach([String].self, name: "tally")
  }

  public func add(_ name: String) {
    names = recording.record(name, from: names) { names + [name] }
  }
}
