import Foundation
import Rewind
import RewindSession

struct Tally: Codable {
  var count = 0
}

struct Step: Codable, Sendable {
  let id: Int
}

/// A store that any thread may dispatch to.
final class TallyStore: @unchecked Sendable {
  let recording: Recording<Tally>
  private let lock = NSLock()
  private var state = Tally()

  init(_ recording: Recording<Tally>) { self.recording = recording }

  func dispatch(_ step: Step, _ startEffects: () -> Void) {
    recording.dispatch {
      lock.withLock { recording.record(step, on: &state) { $0.count += 1 } }
      startEffects()
    }
  }
}

/// What is known of an action: by which effect it came, and of which action.
struct Origin {
  let kind: EffectKind?
  let parent: Int?
}

/// A random session of two stores whose actions have effects, and the oracle of their causes.
final class CauseSession: @unchecked Sendable {
  private let seed: UInt64
  private let handlers: Handlers
  private let log = MemoryLog()
  private let stores: [TallyStore]
  private let recorder: Recorder
  private let service = Service()
  private let queue = DispatchQueue(label: "answers", attributes: .concurrent)
  private let pending = DispatchGroup()
  private let lock = NSLock()
  private var origins: [Int: Origin] = [:]
  private var jobs: JobQueue?

  static let storeNames = ["cart", "user"]

  init(seed: UInt64, handlers: Handlers) {
    (self.seed, self.handlers) = (seed, handlers)
    let recorder = Recorder(app: "causes", to: .memory(log))
    self.recorder = recorder
    stores = Self.storeNames.map { TallyStore(recorder.attach(Tally.self, name: $0)) }
  }

  /// Plays the session, from several threads at once.
  func play() {
    for root in 1...4 {
      pending.enter()
      handlers.call { [self] in
        dispatch(root, Origin(kind: nil, parent: nil), depth: 0)
        pending.leave()
      }
    }
    pending.wait()
    lock.withLock { jobs }?.finish()
    recorder.close()
  }

  private func dispatch(_ id: Int, _ origin: Origin, depth: Int) {
    lock.withLock { origins[id] = origin }
    var random = SeededGenerator(state: seed &+ UInt64(id))
    let store = stores[Int.random(in: 0..<stores.count, using: &random)]
    store.dispatch(Step(id: id)) {
      guard depth < 4 else { return }
      for index in 0..<Int.random(in: 0...3, using: &random) {
        start(EffectKind.random(using: &random), id, of: id * 8 + index, depth: depth + 1, store)
      }
    }
  }

  /// Starts an effect of an action, which dispatches another one.
  private func start(
    _ kind: EffectKind,
    _ parent: Int,
    of id: Int,
    depth: Int,
    _ store: TallyStore
  ) {
    pending.enter()
    // A thunk dispatches a request of its own first.
    let origin = Origin(kind: kind, parent: kind == .thunk ? -id : parent)
    let dispatch: @Sendable () -> Void = { [self] in
      self.dispatch(id, origin, depth: depth)
      pending.leave()
    }
    switch kind {
    case .task:
      Task {
        await Task.yield()
        dispatch()
      }
    case .taskGroup:
      Task { await withTaskGroup(of: Void.self) { $0.addTask { dispatch() } } }
    case .actor:
      Task {
        _ = await service.answer()
        dispatch()
      }
    case .asyncLet:
      Task {
        async let answer = service.answer()
        _ = await answer
        dispatch()
      }
    case .nested: dispatch()
    case .callback: handlers.call(Recorded.callback(dispatch))
    case .callerQueue:
      let cause = store.recording.cause
      queue.async { store.recording.caused(by: cause, dispatch) }
    case .thunk: startThunk(parent, id, dispatch, store)
    case .jobQueue:
      let queue = lock.withLock {
        let queue = jobs ?? JobQueue()
        jobs = queue
        return queue
      }
      let cause = Recorded.cause
      queue.add { Recorded.caused(by: cause, dispatch) }
    case .plainHandler: handlers.call(dispatch)
    case .plainQueue: queue.async(execute: dispatch)
    case .detachedTask: Task.detached { dispatch() }
    case .timer: queue.asyncAfter(deadline: .now() + .microseconds(id % 50), execute: dispatch)
    case .stream:
      let (stream, values) = AsyncStream.makeStream(of: Void.self)
      Task { await Recorded.subscription { for await _ in stream { dispatch() } } }
      queue.async {
        values.yield()
        values.finish()
      }
    case .streamOfLoop:
      Recorded.subscription { handlers.call(Recorded.callback(dispatch)) }
    }
  }

  /// Dispatches a request from a thunk, which has no line of its own, and the answer to it later.
  private func startThunk(
    _ parent: Int,
    _ id: Int,
    _ dispatch: @escaping @Sendable () -> Void,
    _ store: TallyStore
  ) {
    lock.withLock { origins[-id] = Origin(kind: .nested, parent: parent) }
    store.recording.request {
      store.dispatch(Step(id: -id)) {}
      handlers.call(Recorded.callback(dispatch))
    }
  }

  // MARK: - The oracle

  /// Compares the causes in the logs with the known ones.
  func count() -> CauseCount {
    var count = CauseCount()
    let actions = Self.storeNames.flatMap { store in
      log.actions(ofStore: store).map { (store: store, action: $0) }
    }
    var ids: [CauseReference: Int] = [:]
    for (store, action) in actions {
      ids[CauseReference(store: store, index: action.index)] = action.payload?["id"]?.int
    }
    for (store, action) in actions {
      guard let id = action.payload?["id"]?.int, let origin = origins[id] else {
        count.add(nil, .wrong)
        continue
      }
      let found = action.origin.map {
        ids[CauseReference(store: $0.store ?? store, index: $0.index)] ?? 0
      }
      let kind = origin.kind?.carrier == .subscription ? CauseReference.Kind.subscription : .answer
      let isRight = found == origin.parent && action.origin?.kind ?? kind == kind
      let isUnlinked = origin.kind == nil || origin.kind?.carrier == .nothing
      let outcome: CauseCount.Outcome =
        found == nil ? (isUnlinked ? .right : .missing) : isRight && !isUnlinked ? .right : .wrong
      count.add(origin.kind?.carrier, outcome)
    }
    return count
  }
}

/// The number of actions with a right, a missing and a wrong cause, by what should carry it.
struct CauseCount {
  enum Outcome {
    case right
    case missing
    case wrong
  }

  private(set) var counts: [EffectKind.Carrier?: [Outcome: Int]] = [:]

  mutating func add(_ carrier: EffectKind.Carrier?, _ outcome: Outcome, _ number: Int = 1) {
    counts[carrier, default: [:]][outcome, default: 0] += number
  }

  mutating func add(_ other: CauseCount) {
    for (carrier, outcomes) in other.counts {
      for (outcome, number) in outcomes { add(carrier, outcome, number) }
    }
  }

  func number(_ carrier: EffectKind.Carrier?, _ outcome: Outcome) -> Int {
    counts[carrier]?[outcome] ?? 0
  }
}
