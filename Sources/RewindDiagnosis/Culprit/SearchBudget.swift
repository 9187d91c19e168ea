/// The limit of a search once both sides of its answer are known.
public struct SearchBudget: Sendable {
  /// Returns true if it is spent, after so many probes.
  typealias Rule = @Sendable (_ probes: Int) -> Bool

  /// Starts the budget.
  private let rule: @Sendable () -> Rule

  private init(rule: @escaping @Sendable () -> Rule) {
    self.rule = rule
  }

  /// Makes a budget that ends when `isSpent` returns true.
  ///
  /// - Parameter isSpent: Called between probes, with the number of them so far.
  public init(isSpent: @escaping @Sendable (_ probes: Int) -> Bool) {
    rule = { isSpent }
  }

  /// A budget without an end.
  public static let unlimited = SearchBudget { (_: Int) in false }

  /// Returns a budget that lasts for some time after the first state is tried.
  public static func time(_ duration: Duration) -> SearchBudget {
    SearchBudget(rule: {
      let end = ContinuousClock.now + duration
      return { _ in ContinuousClock.now >= end }
    })
  }

  /// The time that a user waits for an answer without having asked for a thorough one.
  public static let usual = SearchBudget.time(.seconds(10))

  /// Starts the budget now.
  func begin() -> Rule { rule() }
}
