package import RewindJSON
import RewindTimeline

/// A description by which actions of several sessions are the same.
package enum ActionName: Hashable, Sendable {
  case type(String)
  /// A failed Flux action of a type.
  case failed(String)
  /// One that carries all the same, but for identifiers, times and redacted values.
  case key(ComparedSession.Key)

  /// Returns the names of an action, the widest first.
  static func all(of position: Int, in session: ComparedSession) -> [ActionName] {
    let (step, key) = (session.steps[position], session.keys[position])
    var names: [ActionName] = [.type(step.type)]
    if step.error != nil { names.append(.failed(step.type)) }
    return key.carriesMore ? names + [.key(key)] : names
  }
}

/// A property that each of many sessions has in some form: the order of two actions, the number of one, a value.
///
/// A difference between two sessions has some; a search among many looks for the trait that separates the good
/// ones from the bad.
package enum SessionTrait: Hashable, Sendable {
  /// True where the n-th action of a name, from 0, comes before the m-th of another one.
  case before(ActionName, Int, ActionName, Int)
  /// The number of the actions of a name; before the last one of a type, if there is one.
  case count(ActionName, before: String?)
  case value(Place, Pointer)
  /// The number of the elements of a list.
  case length(Place, Pointer)

  package enum Place: Hashable, Sendable {
    /// The content of the n-th action of a type, from 0.
    case payload(String, Int)
    /// The n-th action's input of this number.
    case input(String, Int, number: Int, name: String)
    /// The first state.
    case start
    /// The last state.
    case end
  }

  /// Returns the traits of a difference, each with the difference that is needed for it alone.
  ///
  /// - Parameters:
  ///   - difference: The difference.
  ///   - pair: The sessions.
  ///   - fatal: The type of the action at which the bad sessions end, so that nothing counts after it.
  /// - Returns: The traits, the one that says most first.
  static func all(
    of difference: SessionDifference,
    in pair: SessionPair,
    before fatal: String?
  ) -> [(trait: SessionTrait, difference: SessionDifference)] {
    func counts(_ position: Int, _ session: ComparedSession) -> [SessionTrait] {
      let end = session.steps[position].type == fatal ? nil : fatal
      return ActionName.all(of: position, in: session).map { .count($0, before: end) }
    }
    func values(
      _ place: Place,
      _ change: Change,
      _ kind: (Change) -> SessionDifference.Kind
    ) -> [(trait: SessionTrait, difference: SessionDifference)] {
      let value = (SessionTrait.value(place, change.pointer), difference)
      guard let old = change.old?.array, let new = change.new?.array, old.count != new.count
      else { return [value] }
      var other = difference
      let list = JSONValue.array(Array(old.prefix(new.count) + new.dropFirst(old.count)))
      other.kind = kind(Change(change.pointer, old: change.old, new: list))
      return [(.length(place, change.pointer), other), value]
    }
    switch difference.kind {
    case .start(let change): return values(.start, change) { .start($0) }
    case .order(let order):
      return order.passed.indices.prefix(passedLimit).flatMap { number in
        difference.passing(number + 1).map { nearer in
          orders(of: nearer, in: pair).map { ($0, nearer) }
        } ?? []
      }
    case .missing(let position): return counts(position, pair.good).map { ($0, difference) }
    case .extra(let position): return counts(position, pair.bad).map { ($0, difference) }
    case .payload(let good, let bad, let change):
      let type = pair.good.steps[good].type
      let place = Place.payload(type, pair.good.occurrence(of: .type(type), good))
      return values(place, change) { .payload(good: good, bad: bad, $0) }
        + counts(bad, pair.bad).map { ($0, difference) }
    case .input(let position, _, let number, let name, _):
      let type = pair.good.steps[position].type
      let which = pair.good.occurrence(of: .type(type), position)
      let place = Place.input(type, which, number: number, name: name)
      return [(.value(place, .root), difference)]
    }
  }

  /// The actions that one is compared with when it has moved far.
  private static let passedLimit = 40

  /// Returns the traits of a move: the order of the action and of the last one that it passes.
  static func orders(of difference: SessionDifference, in pair: SessionPair) -> [SessionTrait] {
    guard case .order(let order) = difference.kind, let passed = order.passed.last else {
      return []
    }
    let positions = [order.bad.lowerBound, passed.bad]
    let (own, other) = (pair.bad.keys[positions[0]], pair.bad.keys[positions[1]])
    let names: [[ActionName]] = [
      own.type == other.type ? [] : [.type(own.type), .type(other.type)],
      [own, other].map { $0.carriesMore ? .key($0) : .type($0.type) },
    ]
    return names.filter { !$0.isEmpty }.map { names in
      let numbers = zip(names, positions).map { pair.bad.occurrence(of: $0, $1) }
      return order.isEarlier
        ? .before(names[0], numbers[0], names[1], numbers[1])
        : .before(names[1], numbers[1], names[0], numbers[0])
    }
  }

  /// Returns the value in a session, which may be absent; nil where there is nothing that could have one.
  func value(in session: ComparedSession) -> JSONValue?? {
    switch self {
    case .before(let one, let n, let other, let m):
      guard let a = session.positions(of: one).element(n),
        let b = session.positions(of: other).element(m)
      else { return nil }
      return JSONValue.bool(a < b)
    case .count(let name, let fatal):
      let positions = session.positions(of: name)
      guard let fatal else { return JSONValue(positions.count) }
      guard let end = session.positions(of: .type(fatal)).last else { return nil }
      return JSONValue(positions.count { $0 < end })
    case .value(let place, let pointer): return place.value(in: session).map { $0?[pointer] }
    case .length(let place, let pointer):
      guard let list = (place.value(in: session) ?? nil)?[pointer]?.array else { return nil }
      return JSONValue(list.count)
    }
  }

  /// The name of the value in an object, by which an identifier is told.
  var name: String? {
    switch self {
    case .value(.input(_, _, _, let name), _): name
    case .value(_, let pointer): pointer.tokens.last { Int($0) == nil }
    case .before, .count, .length: nil
    }
  }
}

extension SessionTrait.Place {
  fileprivate func value(in session: ComparedSession) -> JSONValue?? {
    func step(_ type: String, _ number: Int) -> SessionStep? {
      session.positions(of: .type(type)).element(number).map { session.steps[$0] }
    }
    switch self {
    case .payload(let type, let number): return step(type, number).map(\.carried)
    case .input(let type, let which, let number, let name):
      guard let input = step(type, which)?.inputs.element(number), input.name == name else {
        return nil
      }
      return input.value
    case .start: return session.start
    case .end: return session.last
    }
  }
}

extension ComparedSession {
  /// Returns which one of the actions of a name a step is, from 0.
  func occurrence(of name: ActionName, _ position: Int) -> Int {
    positions(of: name).firstIndex(of: position) ?? 0
  }
}

extension Array {
  fileprivate func element(_ position: Int) -> Element? {
    indices.contains(position) ? self[position] : nil
  }
}
