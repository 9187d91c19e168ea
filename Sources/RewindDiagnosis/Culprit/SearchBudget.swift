/// The limit of a search once both sides of its answer are known.
///
/// It counts work, not time, so that an answer and its certainty are the same on a busy machine.
package struct SearchBudget: Sendable {
  /// The work of a search.
  package struct Work: Sendable {
    package var replays = 0
    /// The actions that these replays had to reduce.
    package var actions = 0

    static func - (one: Work, other: Work) -> Work {
      Work(replays: one.replays - other.replays, actions: one.actions - other.actions)
    }
  }

  private let limit: Work
  private let isStopped: @Sendable () -> Bool
  /// True if what the crash needs is searched for once the culprit is known.
  package var findsNeeds = true

  /// - Parameters:
  ///   - replays: The number of replays after which no more states are tried.
  ///   - actions: The number of replayed actions after which no more states are tried.
  ///   - isStopped: Returns true to try no more states; called between replays.
  package init(
    replays: Int = .max,
    actions: Int = .max,
    isStopped: @escaping @Sendable () -> Bool = { false }
  ) {
    limit = Work(replays: replays, actions: actions)
    self.isStopped = isStopped
  }

  /// Returns true if no more states should be tried after some work.
  func isSpent(_ work: Work) -> Bool {
    work.replays >= limit.replays || work.actions >= limit.actions || isStopped()
  }

  /// A budget without an end.
  package static let unlimited = SearchBudget()

  /// The work of some seconds: a program that starts in 20 ms is started 1,000 times in 10 seconds by two
  /// processors, and a debug build reduces 4,000,000 small actions in a minute.
  package static let usual = usual()

  /// The usual budget, for a search that can be stopped.
  package static func usual(
    isStopped: @escaping @Sendable () -> Bool = { false }
  ) -> SearchBudget {
    SearchBudget(replays: 1_000, actions: 4_000_000, isStopped: isStopped)
  }
}
