import Foundation
import Rewind

/// The ways in which an effect of an action dispatches another one later.
enum EffectKind: CaseIterable {
  // What Swift Concurrency carries.
  case task
  case taskGroup
  case actor
  case asyncLet
  case nested
  // Completion handlers and queues for which the app carries the cause.
  case callback
  case callerQueue
  case thunk
  case jobQueue
  // Those of which nothing knows where they come from.
  case plainHandler
  case plainQueue
  case detachedTask
  case timer
  // A consumer that lives on.
  case stream
  case streamOfLoop

  enum Carrier: String, CaseIterable {
    case concurrency = "carried by Swift Concurrency"
    case app = "carried by caused(by:) and callback"
    case nothing = "carried by nothing"
    case subscription = "of a subscription"
  }

  var carrier: Carrier {
    switch self {
    case .task, .taskGroup, .actor, .asyncLet, .nested: .concurrency
    case .callback, .callerQueue, .thunk, .jobQueue: .app
    case .plainHandler, .plainQueue, .detachedTask, .timer: .nothing
    case .stream, .streamOfLoop: .subscription
    }
  }

  /// Half of all effects come back by a completion handler or a queue.
  static func random(using random: inout SeededGenerator) -> EffectKind {
    let isByHandler = Bool.random(using: &random)
    let kinds = allCases.filter {
      let isHandler = [
        .callback, .callerQueue, .thunk, .jobQueue, .plainHandler, .plainQueue, .timer,
      ]
      .contains($0)
      return isHandler == isByHandler
    }
    return kinds[Int.random(in: 0..<kinds.count, using: &random)]
  }
}

/// An actor that effects wait for.
actor Service {
  private var count = 0

  func answer() async -> Int {
    count += 1
    await Task.yield()
    return count
  }
}

/// Calls completion handlers on eight threads, in any order.
final class Handlers: @unchecked Sendable {
  private let condition = NSCondition()
  private var waiting: [@Sendable () -> Void] = []

  init(threads: Int) {
    for _ in 0..<threads { Thread { self.run() }.start() }
  }

  func call(_ handler: @escaping @Sendable () -> Void) {
    condition.withLock {
      waiting.insert(handler, at: waiting.count / 2)
      condition.signal()
    }
  }

  private func run() {
    while true {
      condition.lock()
      while waiting.isEmpty { condition.wait() }
      let handler = waiting.removeLast()
      condition.unlock()
      handler()
    }
  }
}

/// A queue of jobs that the first action to need it makes, and that serves all later ones.
final class JobQueue: Sendable {
  private let jobs: AsyncStream<@Sendable () -> Void>.Continuation

  init() {
    let (stream, jobs) = AsyncStream.makeStream(of: (@Sendable () -> Void).self)
    self.jobs = jobs
    Task { await Recorded.subscription { for await job in stream { job() } } }
  }

  func add(_ job: @escaping @Sendable () -> Void) { jobs.yield(job) }

  func finish() { jobs.finish() }
}

/// SplitMix64, by Sebastiano Vigna.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
