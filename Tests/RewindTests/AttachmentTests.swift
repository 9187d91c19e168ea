import Foundation
import Rewind
import RewindJSON
import RewindLog
import RewindSession
import RewindStore
import RewindTestSupport
import RewindTimeline
import Testing

/// What a scenario needs of a store, whatever its kind.
private protocol AnyStore: AnyObject {
  var state: Counter { get }
  func dispatch(_ action: any Action)
  func subscribe(_ subscriber: @escaping (Counter) -> Void)
  /// False if the state cannot be set from outside.
  func setState(_ state: Counter) -> Bool
}

/// A store of ReSwift's kind: subscribers are notified within the middleware chain, nested.
private final class ForeignStore: AnyStore {
  private(set) var state: Counter
  private var subscribers: [(Counter) -> Void] = []
  private var chain: (any Action) -> Void = { _ in }

  init(
    _ reducer: @escaping (any Action, Counter?) -> Counter,
    recording: Recording<Counter>? = nil,
    middleware: @escaping (ForeignStore, any Action, (any Action) -> Void) -> Void
  ) {
    state = Counter()
    let reduce: (any Action) -> Void = { [unowned self] action in
      state = reducer(action, state)
      for subscriber in subscribers { subscriber(state) }
    }
    let inner =
      recording.map { $0.reSwiftMiddleware({ self.dispatch($0) }, { self.state })(reduce) }
      ?? reduce
    chain = { [unowned self] in middleware(self, $0, inner) }
  }

  func dispatch(_ action: any Action) { chain(action) }
  func subscribe(_ subscriber: @escaping (Counter) -> Void) { subscribers.append(subscriber) }

  func setState(_ state: Counter) -> Bool {
    self.state = state
    return true
  }
}

/// This package's store.
private final class OwnStore: AnyStore {
  private let store: Store<Counter>
  private var listeners: [Listener] = []

  private final class Listener: StoreSubscriber {
    let hear: (Counter) -> Void
    init(_ hear: @escaping (Counter) -> Void) { self.hear = hear }
    func newState(state: Counter) { hear(state) }
  }

  init(_ reducer: @escaping Reducer<Counter>, _ middleware: [Middleware<Counter>]) {
    store = Store(reducer: reducer, state: Counter(), middleware: middleware)
  }

  var state: Counter { store.state }
  func dispatch(_ action: any Action) { store.dispatch(action) }
  func setState(_ state: Counter) -> Bool { false }

  func subscribe(_ subscriber: @escaping (Counter) -> Void) {
    let listener = Listener(subscriber)
    listeners.append(listener)
    store.subscribe(listener)
  }
}

/// The ways to attach.
private enum Attaching: String, CaseIterable {
  case ownStore
  case ownStoreReducer
  case reSwiftMiddleware
  case foreignReducer
  case stateFirst
  case stateGiven
  case inPlace
  case handled

  func store(
    _ recorder: Recorder,
    _ middleware: @escaping (any AnyStore, any Action, (any Action) -> Void) -> Void
  )
    -> any AnyStore
  {
    let recording = recorder.attach(Counter.self)
    let pure: (any Action, Counter?) -> Counter = { counterReducer(action: $0, state: $1) }
    var reducer = pure
    switch self {
    case .ownStore:
      return OwnStore(counterReducer, [recording.middleware])
    case .ownStoreReducer:
      return OwnStore(recording.wrap(.reSwift(pure)), [])
    case .reSwiftMiddleware:
      return ForeignStore(pure, recording: recording) { middleware($0, $1, $2) }
    case .foreignReducer:
      reducer = recording.wrap(.reSwift(pure))
    case .stateFirst:
      let wrapped = recording.wrap(
        .pure { (state: Counter, action: any Action) in pure(action, state) }
      )
      reducer = { wrapped($1 ?? Counter(), $0) }
    case .stateGiven:
      let wrapped = recording.wrap(
        .actionFirst { (action: any Action, state: Counter) in pure(action, state) }
      )
      reducer = { wrapped($0, $1 ?? Counter()) }
    case .inPlace:
      let wrapped = recording.wrap(
        .inPlace { (state: inout Counter, action: any Action) -> String in
          state = pure(action, state)
          return "effect"
        }
      )
      reducer = { action, state in
        var state = state ?? Counter()
        #expect(wrapped(&state, action) == "effect")
        return state
      }
    case .handled:
      let wrapped = recording.wrap(
        .actionFirstInPlace { (action: any Action, state: inout Counter) -> Bool in
          state = pure(action, state)
          return true
        }
      )
      reducer = { action, state in
        var state = state ?? Counter()
        #expect(wrapped(action, &state))
        return state
      }
    }
    return ForeignStore(reducer) { middleware($0, $1, $2) }
  }

  /// The hook that the log's header names.
  var attachment: Recorder.Attachment {
    switch self {
    case .ownStore: .store
    case .reSwiftMiddleware: .middleware
    default: .reducer
    }
  }

  /// In a store that changes its state in place, the change shows in the next action's patch instead.
  var seesExternalChanges: Bool { self != .inPlace && self != .handled }
}

@Suite("Every way to attach", .process)
struct AttachmentTests {
  private let folder = TemporaryFolder()

  /// The log of a scenario, without what differs by design: checksums, times, what attached.
  private func log(
    _ attaching: Attaching,
    middleware: @escaping (any AnyStore, any Action, (any Action) -> Void) -> Void = { $2($1) },
    _ play: (any AnyStore) -> Void
  ) throws -> [String] {
    try TemporaryFolder.with { folder in
      let path = folder.path("log.jsonl")
      let recorder = foreseeableRecorder(path)
      play(attaching.store(recorder, middleware))
      recorder.close()
      return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map {
        String($0).replacing(#/,"crc":"[0-9a-f]{8}"/#, with: "")
          .replacing(#/"time":[0-9.]+,/#, with: "").replacing(#/,"attach":"[a-z]+"/#, with: "")
          .replacing(#/,"cause":[0-9]+/#, with: "")
          .replacing(#/,"source":"[^"]+"/#, with: "")
      }
    }
  }

  private func expectAllAlike(
    except: [Attaching] = [],
    middleware: @escaping (any AnyStore, any Action, (any Action) -> Void) -> Void = { $2($1) },
    _ play: (any AnyStore) -> Void
  ) throws {
    let expected = try log(.foreignReducer, middleware: middleware, play)
    #expect(expected.count > 3)
    for attaching in Attaching.allCases where !except.contains(attaching) {
      #expect(try log(attaching, middleware: middleware, play) == expected, "\(attaching)")
    }
  }

  @Test("records plain dispatches alike")
  func plain() throws {
    try expectAllAlike { store in
      store.dispatch(Add(amount: 1))
      store.dispatch(Tag())
      store.dispatch(Rename(label: "x"))
      store.dispatch(Rename(label: "x"))
    }
  }

  @Test("records what a subscriber dispatches after what it heard of, each with its own state")
  func subscriber() throws {
    try expectAllAlike { store in
      store.subscribe { state in
        if state.count % 2 == 1 { store.dispatch(Add(amount: 1)) }
      }
      store.dispatch(Add(amount: 3))
      store.dispatch(Add(amount: 2))
      store.dispatch(Add(amount: 1))
    }
  }

  @Test("records what a middleware dispatches before and after it passes an action on")
  func bothSides() throws {
    let both: (any AnyStore, any Action, (any Action) -> Void) -> Void = { store, action, next in
      if let add = action as? Add, add.amount == 10 {
        store.dispatch(Rename(label: "before"))
        next(action)
        store.dispatch(Rename(label: "after"))
      } else {
        next(action)
      }
    }
    // This package's store takes its own kind of middleware, which its own tests cover.
    try expectAllAlike(except: [.ownStore, .ownStoreReducer], middleware: both) { store in
      store.dispatch(Add(amount: 10))
      store.dispatch(Add(amount: 1))
    }
  }

  /// An action that is a function: a middleware calls it, and passes nothing on.
  private struct Later: Action {
    let run: (any AnyStore) -> Void
  }

  @Test("never sees a thunk, only what it dispatches")
  func thunk() throws {
    let thunks: (any AnyStore, any Action, (any Action) -> Void) -> Void = { store, action, next in
      if let later = action as? Later { later.run(store) } else { next(action) }
    }
    try expectAllAlike(except: [.ownStore, .ownStoreReducer], middleware: thunks) { store in
      store.dispatch(
        Later { store in
          store.dispatch(Add(amount: 1))
          store.dispatch(Later { $0.dispatch(Rename(label: "inner")) })
        }
      )
      store.dispatch(Add(amount: 2))
    }
  }

  @Test("records a state that was set from outside, as a change without an action")
  func external() throws {
    for attaching in Attaching.allCases where attaching.seesExternalChanges {
      var isSet = false
      let lines = try log(attaching) { store in
        store.dispatch(Add(amount: 1))
        isSet = store.setState(Counter(count: 40))
        store.dispatch(Add(amount: 2))
      }
      guard isSet else { continue }
      #expect(lines.contains { $0.hasPrefix(#"{"external":true,"after":1,"#) }, "\(attaching)")
      #expect(
        lines.contains { $0.contains(#""after":2,"state":{"#) && $0.contains(#""count":42"#) },
        "\(attaching)"
      )
    }
  }

  @Test("knows the cause of a nested action, where the store's kind lets it")
  func cause() throws {
    for attaching in [Attaching.ownStore, .reSwiftMiddleware] {
      try TemporaryFolder.with { folder in
        let path = folder.path("log.jsonl")
        let recorder = foreseeableRecorder(path)
        let store = attaching.store(recorder) { $2($1) }
        store.subscribe {
          if $0.count == 1, $0.label != "nested" { store.dispatch(Rename(label: "nested")) }
        }
        store.dispatch(Rename(label: "first"))
        store.dispatch(Add(amount: 1))
        recorder.close()
        let timeline = try Timeline.open(SessionLog.open(path))
        #expect(try (1...3).map { try timeline.action($0).cause } == [nil, nil, 2], "\(attaching)")
      }
    }
  }

  @Test("marks an action that began while another thread's was under way")
  func overlap() throws {
    let path = folder.path("log.jsonl")
    let recorder = foreseeableRecorder(path)
    let recording = recorder.attach(Int.self)
    _ = recording.record(Add(amount: 1), from: 0) {
      let done = DispatchSemaphore(value: 0)
      Thread {
        _ = recording.record(Add(amount: 2), from: 0) { 2 }
        done.signal()
      }.start()
      done.wait()
      return 1
    }
    recorder.close()
    let timeline = try Timeline.open(SessionLog.open(path))
    #expect(try (1...2).map { try timeline.action($0).overlaps } == [false, true])
    #expect(try timeline.state(after: 2) == 2)
    #expect(timeline.end == .closed)
  }

  @Test("finds the state of an action that ended while another thread's was under way")
  func lateState() throws {
    let path = folder.path("log.jsonl")
    let recorder = foreseeableRecorder(path)
    let recording = recorder.attach(Int.self)
    let hasBegun = DispatchSemaphore(value: 0)
    let mayEnd = DispatchSemaphore(value: 0)
    let hasEnded = DispatchSemaphore(value: 0)
    _ = recording.record(Add(amount: 1), from: 0) {
      Thread {
        _ = recording.record(Add(amount: 2), from: 0) {
          hasBegun.signal()
          mayEnd.wait()
          return 3
        }
        hasEnded.signal()
      }.start()
      hasBegun.wait()
      return 1
    }
    mayEnd.signal()
    hasEnded.wait()
    _ = recording.record(Add(amount: 3), from: 3) { 6 }
    recorder.close()
    let timeline = try Timeline.open(SessionLog.open(path))
    #expect(try (0...3).map { try timeline.state(after: $0) } == [0, 1, 3, 6])
    #expect(try (1...3).map { try timeline.action($0).overlaps } == [false, true, false])
    #expect(try (1...3).map { try timeline.action($0).index } == [1, 2, 3])
  }
}
