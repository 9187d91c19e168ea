import Dispatch
import Rewind
import RewindInputs

// The code of the page on causes.

private enum PriceAction: Codable, Sendable {
  case loaded(Int)
  case price(Double)
  case message(String)
  case saved
}

private final class PriceService: @unchecked Sendable {
  var onMessage: (String) -> Void = { _ in }

  func load(completion: @escaping (Int) -> Void) { completion(1) }
}

private struct PriceEffect: Sendable {
  func run() async -> PriceAction { .saved }
}

private final class PriceStore: @unchecked Sendable {
  private let recording: Recording<[String]>
  private let reducer: ([String], PriceAction) -> [String]
  private var state: [String] = []

  init(
    _ recording: Recording<[String]>,
    _ reducer: @escaping @Sendable ([String], PriceAction) -> [String]
  ) {
    (self.recording, self.reducer) = (recording, reducer)
  }

  private func effects(of action: PriceAction) -> [PriceEffect] { [] }

  func dispatch(_ action: PriceAction, file: StaticString = #fileID, line: UInt = #line) {
    recording.dispatch(file: file, line: line) {
      state = reducer(state, action)
      for effect in effects(of: action) { Task { dispatch(await effect.run()) } }
    }
  }
}

private func carry(_ store: PriceStore, _ service: PriceService, _ queue: DispatchQueue) {
  service.load(completion: Recorded.callback { result in store.dispatch(.loaded(result)) })

  let cause = Recorded.cause
  queue.async { Recorded.caused(by: cause) { store.dispatch(.saved) } }

  // Its other forms, in both language modes.
  queue.async(execute: Recorded.callback { store.dispatch(.saved) })
  let loaded: @Sendable (Int) -> Void = Recorded.callback { store.dispatch(.loaded($0)) }
  let priced: (Double) -> Void = Recorded.callback { price in
    store.dispatch(.price(price))
    loaded(1)
  }
  priced(1)
}

private func subscribe(_ store: PriceStore, _ socket: PriceService, _ prices: AsyncStream<Double>) {
  Task {
    await Recorded.subscription { for await price in prices { store.dispatch(.price(price)) } }
  }
  Recorded.subscription { socket.onMessage = Recorded.callback { store.dispatch(.message($0)) } }
}

private final class Worker: @unchecked Sendable {
  typealias Job = @Sendable () async -> Void

  private let jobs: AsyncStream<Job>
  private let continuation: AsyncStream<Job>.Continuation

  init() { (jobs, continuation) = AsyncStream.makeStream() }

  lazy var task = Task { [jobs] in
    await Recorded.subscription { for await job in jobs { await job() } }
  }

  func enqueue(_ work: @escaping Job) {
    let cause = Recorded.cause
    continuation.yield { await Recorded.caused(by: cause) { await work() } }
  }
}
