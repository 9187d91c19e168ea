package import RewindJSON
import RewindTimeline

/// A property that each of many sessions has in some form: the order of two actions, the number of one, a value.
///
/// A difference between two sessions has one; a search among many looks for the trait that separates the good
/// ones from the bad.
package enum SessionTrait: Hashable, Sendable {
  /// True where an action comes before another one; both by their key, and which one of that key it is.
  case before(ComparedSession.Key, Int, ComparedSession.Key, Int)
  /// The number of the actions of a key.
  case count(ComparedSession.Key)
  /// The most actions of a key in a row.
  case row(ComparedSession.Key)
  /// A value in the payload of the n-th action of a type.
  case payload(type: String, Int, Pointer)
  /// The n-th action's input of this number.
  case input(type: String, Int, number: Int, name: String)
  /// A value of the first state.
  case start(Pointer)
  /// A value of the last state.
  case end(Pointer)

  /// The traits of a difference, each with the difference that is needed for it alone.
  static func of(
    _ difference: SessionDifference,
    _ good: ComparedSession,
    _ bad: ComparedSession
  ) -> [(trait: SessionTrait, difference: SessionDifference)] {
    switch difference.kind {
    case .start(let change):
      return [(.start(change.pointer), difference)]
    case .order(let order):
      let moved = order.bad.lowerBound
      let own = (bad.keys[moved], bad.occurrence(ofKey: moved))
      return order.passed.prefix(passedLimit).enumerated().compactMap { number, passed in
        guard let nearer = difference.passing(number + 1) else { return nil }
        let other = (bad.keys[passed.bad], bad.occurrence(ofKey: passed.bad))
        let trait: SessionTrait =
          order.isEarlier
          ? .before(own.0, own.1, other.0, other.1) : .before(other.0, other.1, own.0, own.1)
        return (trait, nearer)
      }
    case .missing(let position):
      return [(.count(good.keys[position]), difference)]
    case .extra(let position):
      return [(.row(bad.keys[position]), difference), (.count(bad.keys[position]), difference)]
    case .payload(let position, _, let change):
      let type = good.steps[position].type
      let number = good.occurrence(ofType: position)
      return [(.payload(type: type, number, change.pointer), difference)]
    case .input(let position, _, let number, let name, _):
      let type = good.steps[position].type
      let which = good.occurrence(ofType: position)
      return [(.input(type: type, which, number: number, name: name), difference)]
    }
  }

  /// The actions that one is compared with when it has moved far.
  private static let passedLimit = 40

  /// Returns the value in a session; nil where it has none.
  func value(in session: ComparedSession) -> JSONValue? {
    switch self {
    case .before(let one, let n, let other, let m):
      guard let a = session.positionsOfKey[one]?.element(n),
        let b = session.positionsOfKey[other]?.element(m)
      else { return nil }
      return .bool(a < b)
    case .count(let key):
      return JSONValue(session.positionsOfKey[key]?.count ?? 0)
    case .row(let key):
      var (longest, current, last) = (0, 0, -2)
      for position in session.positionsOfKey[key] ?? [] {
        current = position == last + 1 ? current + 1 : 1
        (longest, last) = (max(longest, current), position)
      }
      return JSONValue(longest)
    case .payload(let type, let number, let pointer):
      guard let position = session.positionsOfType[type]?.element(number) else { return nil }
      return session.steps[position].carried?[pointer]
    case .input(let type, let which, let number, let name):
      guard let position = session.positionsOfType[type]?.element(which),
        let input = session.steps[position].inputs.element(number), input.name == name
      else { return nil }
      return input.value
    case .start(let pointer): return session.start?[pointer]
    case .end(let pointer): return session.last?[pointer]
    }
  }

  /// The name of the value in an object, by which an identifier is told.
  var name: String? {
    switch self {
    case .payload(_, _, let pointer), .start(let pointer), .end(let pointer):
      pointer.tokens.last { Int($0) == nil }
    case .input(_, _, _, let name): name
    case .before, .count, .row: nil
    }
  }
}

extension Array {
  fileprivate func element(_ position: Int) -> Element? {
    indices.contains(position) ? self[position] : nil
  }
}
