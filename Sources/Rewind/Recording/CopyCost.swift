/// Finds out whether holding the last state makes an action too slow, and for how long to do without.
///
/// To detect changes, the recorder holds the last state. The first write in place to an array or dictionary
/// then copies it. From outside, a copy looks like a slow reducer, and so does a thread that waits for a
/// processor. Once an action has taken longer than the budget, the processor's time decides: it is measured
/// a few times while the state is held, and a few times while it is not. The medians are compared, so no
/// single measurement decides:
///
/// ```
///   holding ──an action takes too long──▶ suspicion ──held, median over the budget──▶ trials
///    ▲  ▲                                     │                                       │    │
///    │  └────── held, median within it ───────┘                                       │    │
///    │  └────── free, no faster: the reducer is slow by itself ───────────────────────┘    │
///    │                                                                free, faster by more than the budget
///    └─────────────── after 1,000 actions, then 2,000, 4,000, … ◀── pause ◀────────────────┘
/// ```
///
/// A trial costs a keyframe. None is made where the state is so small that its copy is certainly within the
/// budget. Where the reducer itself is slow, eight times as many excesses are needed for the next suspicion. A
/// pause is twice as long as the last one if that was too short, so that the states of at most half of the session
/// are missing needlessly.
struct CopyCost {
  /// The time that holding costs an action.
  struct Finding {
    let action: String
    let nanoseconds: Int
    /// The number of actions until holding is tried again.
    let pause: Int
    /// True for the first finding of a session.
    let isFirst: Bool
  }

  /// The measurements to make during one reduction.
  struct Plan {
    let budget: Int
    /// True if the last state is not held, so that there is nothing to measure.
    let isPaused: Bool
    /// True if a pause has just ended.
    let isResumed: Bool
    /// The action to measure by the processor's time.
    let suspect: String?
    /// True if the suspect is to be measured without a held state.
    let isTrialDue: Bool
  }

  /// An action that may be slow because it copies.
  private struct Suspicion {
    let action: String
    var held: [Int] = []
    var free: [Int] = []
    /// The index of the action after which the measurements are forgotten.
    var expiry: Int
  }

  /// The nanoseconds that holding may cost a dispatch.
  private let budget: Int
  private var suspicion: Suspicion?
  /// The number of excesses that each action may still have without being suspected, and had the last time.
  private var slowByItself: [String: (left: Int, all: Int)] = [:]
  /// The index of the action with which a pause ends; nil while the state is held.
  private var pauseEnd: Int?
  private var pauseLength = 0
  /// The index of the action since which the state has been held.
  private var heldSince = 0

  /// The number of measurements of each kind: two of three must be wrong to decide wrongly.
  private static let samples = 3
  /// The number of actions for which a suspicion lasts while its action does not occur.
  private static let memory = 10_000
  private static let shortestPause = 1_000

  /// The nanoseconds that copying takes at most, for a byte of the state's text.
  private let nanosecondsPerByte: Double

  init(budget: Int, nanosecondsPerByte: Double) {
    (self.budget, self.nanosecondsPerByte) = (budget, nanosecondsPerByte)
  }

  /// True while the last state is not held.
  var isPaused: Bool { pauseEnd != nil }

  /// Returns the plan for the reduction of an action that begins.
  mutating func begin(_ index: Int) -> Plan {
    // The state may be another by now.
    if let suspicion, index > suspicion.expiry { self.suspicion = nil }
    let isResumed = pauseEnd.map { index >= $0 } ?? false
    if isResumed { (pauseEnd, heldSince) = (nil, index) }
    return Plan(
      budget: budget,
      isPaused: isPaused,
      isResumed: isResumed,
      suspect: suspicion?.action,
      isTrialDue: suspicion?.held.count == Self.samples
    )
  }

  /// Notes that an action took longer than the budget by the wall clock, on a state of so many bytes.
  mutating func noteExcess(of action: String, at index: Int, size: Int) {
    guard suspicion == nil, !isPaused, Double(size) * nanosecondsPerByte > Double(budget) else {
      return
    }
    if let patience = slowByItself[action], patience.left > 0 {
      slowByItself[action]?.left -= 1
    } else {
      suspicion = Suspicion(action: action, expiry: index + Self.memory)
    }
  }

  /// Notes the processor's time for a reduction of the suspect; the last one may return a finding, with
  /// which a pause begins.
  mutating func note(_ nanoseconds: Int, isFree: Bool, at index: Int) -> Finding? {
    guard var suspicion else { return nil }
    if isFree { suspicion.free.append(nanoseconds) } else { suspicion.held.append(nanoseconds) }
    suspicion.expiry = index + Self.memory
    self.suspicion = suspicion
    guard suspicion.held.count >= Self.samples else { return nil }
    let (action, held) = (suspicion.action, suspicion.held.median)
    if held <= budget {
      self.suspicion = nil
    } else if suspicion.free.count >= Self.samples {
      self.suspicion = nil
      let cost = held - suspicion.free.median
      if cost > budget {
        pause(at: index)
        let isFirst = heldSince == 0
        return Finding(action: action, nanoseconds: cost, pause: pauseLength, isFirst: isFirst)
      }
      let excesses = min((slowByItself[action]?.all ?? 1) * 8, 10_000)
      slowByItself[action] = (excesses, excesses)
    }
    return nil
  }

  private mutating func pause(at index: Int) {
    let wasTooShort = index - heldSince <= pauseLength
    pauseLength = wasTooShort ? pauseLength * 2 : Self.shortestPause
    pauseEnd = index + pauseLength
  }
}

extension [Int] {
  /// The element in the middle of the sorted ones.
  fileprivate var median: Int { sorted()[count / 2] }
}
