/// The search for an action that holding the last state makes too dear.
///
/// A recorder that finds changes holds the last state, so that the first write in place to an array or
/// dictionary copies it. From outside a copy looks like a slow reducer. So an action that took longer than the
/// budget a few times is tried twice on a state that nobody else holds:
///
/// ```
///   held:  4.1 ms   3.9 ms   4.0 ms      the same action, each time beyond the budget
///   free:                             0.1 ms   0.1 ms      twice: it is the holding
/// ```
///
/// A trial costs a keyframe. Where the reducer is slow by itself, the next one waits eight times as long.
struct HoldingCost {
  /// What was found: what holding costs an action, at least.
  struct Finding {
    let action: String
    let nanoseconds: Int
  }

  /// The nanoseconds that holding may cost a dispatch.
  let budget: Int
  /// The action that is being looked at.
  private var suspect: String?
  private var held: [Int] = []
  private var free: [Int] = []
  /// How many other actions were beyond the budget meanwhile.
  private var others = 0
  /// How often an action must be beyond the budget before it is tried.
  private var samplesNeeded = 3

  private static let trialsNeeded = 2
  private static let othersLimit = 16

  init(budget: Int) {
    self.budget = budget
  }

  /// The action that is to be tried when it comes the next time.
  var tried: String? { held.count >= samplesNeeded ? suspect : nil }

  /// Takes note of a reduction on a state that is held.
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

  /// Takes note of a trial, and gives what was found with the last one.
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
