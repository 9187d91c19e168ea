import RewindSession
import RewindText

/// Actions at the end of a session that caused each other in turn, again and again.
///
/// An effect that dispatches what starts it looks like this. Actions of a timer do as well, but others come between them.
package struct CauseCycle: Hashable, Sendable {
  /// The first of the actions.
  package let first: Int
  /// The number of the actions.
  package let count: Int
  /// The types of the actions of one turn, in order.
  package let types: [String]
  /// The action that caused the first one; nil if the log has none.
  package let origin: Int?

  /// The number of whole turns.
  package var turns: Int { count / types.count }

  /// The fewest turns: no one follows more of them.
  fileprivate static let fewestTurns = 10
  /// The most types of one turn.
  fileprivate static let longestTurn = 8
  /// The most actions that are looked at.
  fileprivate static let most = 100_000
  /// The share of all actions since its beginning that a cycle must have.
  fileprivate static let share = 0.9
}

extension Timeline {
  /// Returns the cycle that a session ends in; nil if it does not.
  package func finalCycle() throws(SessionLogError) -> CauseCycle? {
    guard lastIndex > firstIndex else { return nil }
    return try cycle(to: lastIndex)
  }

  /// Returns the cycle that an action is the last of; nil if it is of none.
  package func cycle(to last: Int) throws(SessionLogError) -> CauseCycle? {
    var chain: [(index: Int, type: String)] = []
    var next: Int? = last
    while let index = next, chain.count < CauseCycle.most, let action = try recordedAction(index) {
      chain.append((index, action.type))
      guard let origin = action.origin, origin.store == nil, origin.index < index else { break }
      next = origin.index > firstIndex ? origin.index : nil
      // Two chains of two lines each are all that most actions have.
      if chain.count == CauseCycle.longestTurn * 2, chain.turn == nil { return nil }
    }
    guard let turn = chain.turn else { return nil }
    let count = chain.indices.first { $0 >= turn && chain[$0].type != chain[$0 - turn].type }
    let cycle = chain.prefix(count ?? chain.count)
    let whole = last - cycle[cycle.count - 1].index + 1
    guard cycle.count >= turn * CauseCycle.fewestTurns,
      Double(cycle.count) >= CauseCycle.share * Double(whole)
    else { return nil }
    return CauseCycle(
      first: cycle[cycle.count - 1].index,
      count: cycle.count,
      types: cycle.suffix(turn).reversed().map(\.type),
      origin: count.map { chain[$0].index }
    )
  }
}

extension [(index: Int, type: String)] {
  /// The number of actions after which the types begin again, looking back from the last; nil if they do not.
  fileprivate var turn: Int? {
    (1...CauseCycle.longestTurn).first { turn in
      count >= turn * 2
        && (0..<count - turn).prefix(turn * 2).allSatisfy {
          self[$0].type == self[$0 + turn].type
        }
    }
  }
}

extension CauseCycle {
  /// Returns the cycle in a line: `since 12: reload → loaded → reload, 395 times, begun by 11 (tabChanged)`.
  package func words(in timeline: Timeline) throws(SessionLogError) -> String {
    let turn = (types + types.prefix(1)).map { "`\($0.escapedForTerminal)`" }
      .joined(separator: " → ")
    guard let origin, let action = try timeline.recordedAction(origin) else {
      return "since \(first): \(turn), \(turns) times"
    }
    let type = action.type.escapedForTerminal
    return "since \(first): \(turn), \(turns) times, begun by \(origin) (`\(type)`)"
  }
}
