/// How long a search may go on once both sides of its answer are known.
public struct SearchBudget: Sendable {
  /// Returns whether it is spent, after so many probes.
  typealias Rule = @Sendable (_ probes: Int) -> Bool

  /// Begins the budget.
  private let rule: @Sendable () -> Rule

  private init(rule: @escaping @Sendable () -> Rule) {
    self.rule = rule
  }

  /// A budget that a rule ends.
  ///
  /// - Parameter isSpent: Asked between probes, with the number of them so far.
  public init(isSpent: @escaping @Sendable (_ probes: Int) -> Bool) {
    rule = { isSpent }
  }

  /// No end.
  public static let unlimited = SearchBudget { (_: Int) in false }

  /// Some time from when the first state is tried.
  public static func time(_ duration: Duration) -> SearchBudget {
    SearchBudget(rule: {
      let end = ContinuousClock.now + duration
      return { _ in ContinuousClock.now >= end }
    })
  }

  /// The time that somebody waits for an answer without having asked for a thorough one.
  public static let usual = SearchBudget.time(.seconds(10))

  /// Begins now.
  func begin() -> Rule { rule() }
}
