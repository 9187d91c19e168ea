/// The limit of a search once both sides of its answer are known.
public struct SearchBudget: Sendable {
  /// Returns true if it is spent, after so many probes.
  typealias Rule = @Sendable (_ probes: Int) -> Bool

  /// Starts the budget.
  let begin: @Sendable () -> Rule

  private init(begin: @escaping @Sendable () -> Rule) {
    self.begin = begin
  }

  /// Makes a budget that ends when `isSpent` returns true.
  ///
  /// - Parameter isSpent: Called between probes, with the number of them so far.
  public init(isSpent: @escaping @Sendable (_ probes: Int) -> Bool) {
    begin = { isSpent }
  }

  /// A budget without an end.
  public static let unlimited = SearchBudget { (_: Int) in false }

  /// The time that a user waits for an answer without having asked for a thorough one: some seconds after
  /// the first state is tried.
  public static let usual = SearchBudget(begin: {
    let end = ContinuousClock.now + .seconds(10)
    return { _ in ContinuousClock.now >= end }
  })
}
