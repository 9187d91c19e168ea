/// How long a search may go on once both sides of its answer are known.
public struct SearchBudget: Sendable {
  /// Returns whether it is spent.
  let isSpent: @Sendable (_ probes: Int) -> Bool

  /// A budget that a rule ends.
  ///
  /// - Parameter isSpent: Asked between probes, with the number of them so far.
  public init(isSpent: @escaping @Sendable (_ probes: Int) -> Bool) {
    self.isSpent = isSpent
  }

  /// No end.
  public static let unlimited = SearchBudget { _ in false }

  /// The time from now on.
  public static func time(_ duration: Duration) -> SearchBudget {
    let end = ContinuousClock.now + duration
    return SearchBudget { _ in ContinuousClock.now >= end }
  }

  /// The time that somebody waits for an answer without having asked for a thorough one.
  public static var usual: SearchBudget { .time(.seconds(10)) }
}
