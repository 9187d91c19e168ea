/// The things that one run does more often, and those that it does not do at all.
///
/// Runs that all do everything are alike: none is long without an answer, none does one thing only. With habits of its
/// own each run goes further one way (swarm testing: Groce, Zhang, Eide, Chen and Regehr, 2012).
struct RunHabits {
  /// The types of user actions that it uses; nil for all.
  private let types: Set<String>?
  /// How often in a hundred times an answer comes that could come.
  let answering: Int
  /// How often in a hundred times an action comes once more at once.
  let repeating: Int
  /// How often in a hundred times a payload has another value than recorded.
  let varying: Int

  init(_ all: [String], _ random: inout ExplorationRandom) {
    types =
      random.chance(40) || all.count < 4 ? nil : Set(all.filter { _ in random.chance(50) })
    answering = [5, 30, 30, 60][random.below(4)]
    repeating = [0, 8, 8, 30][random.below(4)]
    varying = [0, 12, 12, 60][random.below(4)]
  }

  /// Does each recorded action, once.
  static let none = RunHabits()

  private init() { (types, answering, repeating, varying) = (nil, 0, 0, 0) }

  func use(_ type: String) -> Bool { types?.contains(type) ?? true }
}
