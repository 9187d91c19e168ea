/// The search for an action that becomes too slow because the recorder holds the last state.
///
/// A recorder that detects changes holds the last state, so that the first write in place to an array
/// or dictionary copies it. From outside, a copy looks like a slow reducer. So an action that has
/// exceeded the budget a few times is tried twice on a state that no one else holds:
///
/// ```
///   held:  4.1 ms   3.9 ms   4.0 ms      the same action, each time over the budget
///   free:                             0.1 ms   0.1 ms      twice: holding is the cause
/// ```
///
/// A trial costs a keyframe. Where the reducer itself is slow, the next trial comes after eight times
/// as many samples.
struct HoldingCost {
  /// The least time that holding costs an action.
  struct Finding {
    let action: String
    let nanoseconds: Int
  }

  /// The nanoseconds that holding may cost a dispatch.
  let budget: Int
  /// The action under suspicion.
  private var suspect: String?
  private var held: [Int] = []
  private var free: [Int] = []
  /// The number of other actions over the budget since then.
  private var others = 0
  /// The number of times that an action must exceed the budget before a trial.
  private var samplesNeeded = 3

  private static let trialsNeeded = 2
  private static let othersLimit = 16

  init(budget: Int) {
    self.budget = budget
  }

  /// The action to try at its next occurrence.
  var tried: String? { held.count >= samplesNeeded ? suspect : nil }

  /// Notes the duration of a reduction on a held state.
  mutating func note(held nanoseconds: Int, _ action: () -> String) {
    guard nanoseconds > budget else { return }
    let action = action()
    if suspect != action {
      others += 1
      guard suspect == nil || others > Self.othersLimit else { return }
      (suspect, held, free, others) = (action, [], [], 0)
    }
    if held.count < samplesNeeded { held.append(nanoseconds) }
  }

  /// Notes the duration of a trial; the last trial returns the finding.
  mutating func note(free nanoseconds: Int) -> Finding? {
    free.append(nanoseconds)
    let cost = (held.min() ?? 0) - nanoseconds
    guard cost > budget else {
      samplesNeeded = min(samplesNeeded * 8, 10_000)
      (suspect, held, free, others) = (nil, [], [], 0)
      return nil
    }
    guard free.count == Self.trialsNeeded, let suspect else { return nil }
    return Finding(action: suspect, nanoseconds: (held.min() ?? 0) - (free.max() ?? 0))
  }
}
