/// A search for the first bad state of a session that asks about few states.
///
/// ```
/// good  ·  ·  ·  s  ?  ?  ?  ?  s  ·  ·  bad        s: skipped
///                   └ longest ┘
///                       ▲ asked next
/// ```
///
/// The ends are asked about first, since a search between two states proves nothing if these are not what
/// they are taken for. In between, the middle of the longest unasked stretch comes next, so that a
/// stretch of skipped states is left soon. The states on both sides of the result are asked about again,
/// so that a flaky question is noticed.
package struct StateBisection {
  /// An answer about a state.
  package enum Answer: String, Sendable, CaseIterable {
    case good
    case bad
    /// The state cannot be classified.
    case skip
  }

  package enum Result: Hashable, Sendable {
    /// This state is bad, and the one before it is good.
    case found(Int)
    /// The first bad state is one of these: the last one is bad, and some before it were skipped.
    case foundWithSkips(ClosedRange<Int>)
    case notFound(Obstacle)
  }

  /// A reason why there is no result.
  package enum Obstacle: Hashable, Sendable {
    /// The first state is not good.
    case startIs(Answer, at: Int)
    /// The last state is not bad.
    case endIs(Answer, at: Int)
    /// The answer about this state changed when it was asked for again.
    case unsteady(Int, was: Answer, is: Answer)
  }

  private var good: Int
  private var bad: Int
  private var skipped: Set<Int> = []

  /// Searches between a good state and a later bad one.
  ///
  /// - Parameters:
  ///   - good: The index of the good state.
  ///   - bad: The index of the bad state, above `good`.
  ///   - ask: Classifies the state after an action.
  /// - Returns: The result, after at most log₂ of the distance + 4 questions where no state is skipped.
  /// - Throws: Errors of `ask`.
  package static func run(
    good: Int,
    bad: Int,
    ask: (Int) throws -> Answer
  ) rethrows -> Result {
    let start = try ask(good)
    guard start == .good else { return .notFound(.startIs(start, at: good)) }
    let end = try ask(bad)
    guard end == .bad else { return .notFound(.endIs(end, at: bad)) }
    var search = StateBisection(good: good, bad: bad)
    while let next = search.next { search.note(try ask(next), at: next) }
    return try change(search.good, search.bad, ask).map(Result.notFound) ?? search.result
  }

  /// Classifies every state from the bad one back to the last good one before it, so that states that are
  /// bad for a while and good again do not mislead.
  ///
  /// - Returns: The first state of the last unbroken run of bad ones. If some of them are skipped, the
  ///   run may also begin after any of these.
  /// - Throws: Errors of `ask`.
  package static func scan(
    good: Int,
    bad: Int,
    ask: (Int) throws -> Answer
  ) rethrows -> Result {
    var latestSkip: Int?
    for index in stride(from: bad, through: good, by: -1) {
      switch try ask(index) {
      case .bad:
        continue
      case let answer where index == bad:
        return .notFound(.endIs(answer, at: bad))
      case .skip:
        latestSkip = latestSkip ?? index
      case .good:
        let first = index + 1
        if let latestSkip { return .foundWithSkips(first...(latestSkip + 1)) }
        return try change(index, first, ask).map(Result.notFound) ?? .found(first)
      }
    }
    return .notFound(.startIs(latestSkip == good ? .skip : .bad, at: good))
  }

  /// Asks about both sides of a result again; returns the answer that has changed, if any.
  private static func change(
    _ good: Int,
    _ bad: Int,
    _ ask: (Int) throws -> Answer
  ) rethrows -> Obstacle? {
    for (index, was) in [(good, Answer.good), (bad, .bad)] {
      let now = try ask(index)
      if now != was { return .unsteady(index, was: was, is: now) }
    }
    return nil
  }

  private init(good: Int, bad: Int) {
    (self.good, self.bad) = (good, bad)
  }

  /// The state to ask about next; nil if every state between the two was asked about.
  private var next: Int? {
    let walls = [good] + skipped.filter { good < $0 && $0 < bad }.sorted() + [bad]
    let longest = zip(walls, walls.dropFirst()).max { $0.1 - $0.0 < $1.1 - $1.0 }
    guard let (low, high) = longest, high - low > 1 else { return nil }
    return (low + high) / 2
  }

  private mutating func note(_ answer: Answer, at index: Int) {
    switch answer {
    case .good: good = index
    case .bad: bad = index
    case .skip: skipped.insert(index)
    }
  }

  private var result: Result {
    bad == good + 1 ? .found(bad) : .foundWithSkips(good + 1...bad)
  }
}
