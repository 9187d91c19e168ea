import Foundation
import RewindDiagnosis
import RewindLog
import RewindStepper
import RewindTimeline

/// A replay that the stepper asks for.
enum StepperReplay: Sendable {
  /// The session without an action.
  case skip(Int)
  /// A search for the action to blame for the crash.
  case bisect
  /// The screens of all states.
  case draw

  init?(_ request: Stepper.Request?) {
    switch request {
    case .skip(let index)?: self = .skip(index)
    case .bisect?: self = .bisect
    case .draw?: self = .draw
    default: return nil
    }
  }

  /// The replay in a few words.
  var activity: String {
    switch self {
    case .skip(let index): "replaying without action \(index)"
    case .bisect: "searching for the culprit"
    case .draw: "drawing the states"
    }
  }

  /// Runs the replay, and returns what shows the answer; calls `progress` with the number of replays so far.
  func run(
    _ log: SessionLog,
    by program: ReplayProgram,
    progress: @escaping @Sendable (Int) -> Void = { _ in },
    isStopped: @escaping @Sendable () -> Bool = { false }
  ) -> @Sendable (inout Stepper) -> Void {
    do {
      switch self {
      case .skip(let index):
        return try Self.skip(index, of: log, program)
      case .bisect:
        return try Self.bisect(log, program, progress, isStopped)
      case .draw:
        let timeline = try Timeline.open(log)
        let drawn = try SessionScreens.draw(
          timeline.firstIndex...timeline.lastIndex,
          of: timeline,
          by: program
        )
        let lines = drawn.places.mapValues { drawn.screens[$0].lines }
        return { $0.show(screens: lines) }
      }
    } catch {
      return { $0.say("\(error)", isError: true) }
    }
  }

  /// Replays the session as it would have continued without an action.
  private static func skip(
    _ index: Int,
    of log: SessionLog,
    _ program: ReplayProgram
  ) throws -> @Sendable (inout Stepper) -> Void {
    let timeline = try Timeline.open(log)
    let type = try timeline.action(index).type
    guard timeline.stores.isEmpty else {
      return try skip(index, type, of: StoreReplays(besides: log.path, by: program))
    }
    let result = try SessionEdit.read(timeline, applying: [.drop(index...index)]).run(by: program)
    let other = try result.text.log(named: "\(log.path) without \(index)")
    return enter(other, index, "Without \(type) it \(result.end). X returns.")
  }

  /// Replays the store of an action without it.
  private static func skip(
    _ index: Int,
    _ type: String,
    of replays: StoreReplays
  ) throws -> @Sendable (inout Stepper) -> Void {
    guard let other = try replays.without(index) else {
      return { $0.say("Its store cannot be replayed without action \(index).", isError: true) }
    }
    return enter(
      other.timeline.log,
      index,
      "Without \(type) \(other.store) \(other.result.end); the other stores are as recorded. X returns."
    )
  }

  private static func enter(
    _ log: SessionLog,
    _ index: Int,
    _ news: String
  ) -> @Sendable (inout Stepper) -> Void {
    { stepper in
      do {
        stepper.enter(try Timeline.open(log), at: index, title: "without \(index)", news: news)
      } catch {
        stepper.say("\(error)", isError: true)
      }
    }
  }

  private static func bisect(
    _ log: SessionLog,
    _ program: ReplayProgram,
    _ progress: @escaping @Sendable (Int) -> Void,
    _ isStopped: @escaping @Sendable () -> Bool
  ) throws -> @Sendable (inout Stepper) -> Void {
    let timeline = try Timeline.open(log)
    let budget = SearchBudget.usual(isStopped: isStopped)
    let result =
      try timeline.stores.isEmpty
      ? CrashBisection.run(timeline, by: program, budget: budget, progress: progress)
      : StoreReplays(besides: log.path, by: program).bisect(budget: budget, progress: progress)
    switch result {
    case nil:
      return { $0.say("No store's log ends in an action: there is no crash to search for.") }
    case .found(let found)?:
      let culprit = try Stepper.Culprit.describe(found, timeline)
      return { $0.show(culprit) }
    case .undecodable(let session)?:
      return { $0.say("\(session)", isError: true) }
    case .diesAtStart(let crash, _)?:
      return { $0.say("The app dies while making the initial state (\(crash)).", isError: true) }
    case .unresolved(let input)?:
      return { $0.say(input.lines.joined(separator: " "), isError: true) }
    case .notReproduced?:
      return { $0.say("The app survives the replay: there is no crash to search for.") }
    case .blameless(let crash)?:
      return { $0.say(crash.lines.joined(separator: " "), isError: true) }
    case .otherCrash(let crash, let action, _)?:
      return {
        $0.say(
          "The replay dies in action \(action) (\(crash)): another crash than the recorded one."
        )
      }
    }
  }
}

extension Stepper.Culprit {
  /// Describes the answer of a search.
  static func describe(
    _ found: CrashBisection.Culprit,
    _ timeline: Timeline
  ) throws -> Stepper.Culprit {
    let (index, fatal) = (found.culprit, found.fatal)
    let type = index > timeline.firstIndex ? try timeline.action(index).type : "The initial state"
    let probably = found.isCertain ? "" : " probably"
    let sentence =
      if found.survivor == nil {
        found.everyStateSentence
      } else if let change = found.externalChange {
        "After action \(index), \(change.name) is\(probably) to blame: \(fatal) crashes after it."
      } else {
        "\(type) (\(index)) is\(probably) to blame: \(fatal) crashes from the states after it. c jumps there and back."
      }
    return Stepper.Culprit(index: index, fatal: fatal, sentence: sentence)
  }
}

extension SessionEdit.Result {
  /// The end of the replay in a few words.
  fileprivate var end: String {
    crash.map { "dies in action \($0.index) (\($0.class))" }
      ?? "survives all \(counted(actions, "action"))"
  }
}

/// A replay that runs beside the loop of the screen, and wakes it when there is news.
final class StepperReplayTask: Sendable {
  let replay: StepperReplay
  private let lock = NSLock()
  nonisolated(unsafe) private var answer: (@Sendable (inout Stepper) -> Void)?
  nonisolated(unsafe) private var count = 0
  nonisolated(unsafe) private var isStopped = false

  private init(_ replay: StepperReplay) {
    self.replay = replay
  }

  /// Starts a replay on its own thread.
  static func start(
    _ replay: StepperReplay,
    _ log: SessionLog,
    by program: ReplayProgram
  ) -> StepperReplayTask {
    let task = StepperReplayTask(replay)
    Thread.detachNewThread {
      let answer = replay.run(
        log,
        by: program,
        progress: { count in
          task.lock.withLock { task.count = count }
          wake(.done)
        },
        isStopped: { task.lock.withLock { task.isStopped } }
      )
      task.lock.withLock { task.answer = answer }
      wake(.done)
    }
    return task
  }

  /// Ends the replay soon; it has no answer then.
  func stop() {
    lock.withLock { isStopped = true }
    RunningChildren.shared.killAll()
  }

  /// The function that shows the answer; nil while the replay runs.
  var result: (@Sendable (inout Stepper) -> Void)? { lock.withLock { answer } }

  /// The activity, with the number of replays so far.
  var activity: String {
    let (count, isStopped) = lock.withLock { (self.count, self.isStopped) }
    if isStopped { return "stopping …" }
    let replays = count > 1 ? ": \(count) replays" : ""
    return "\(replay.activity)\(replays) …  (esc stops)"
  }

  /// True if its answer is not wanted any more.
  var wasStopped: Bool { lock.withLock { isStopped } }
}
