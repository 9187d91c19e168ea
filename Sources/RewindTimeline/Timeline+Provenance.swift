public import RewindJSON
import RewindSession

/// A step on the way back to the origin of a value.
public struct Provenance: Hashable, Sendable {
  /// The origin of a value: an equal one at the time when it was written.
  public enum Source: Hashable, Sendable {
    /// It was in the initial state.
    case initial
    /// It was set by an external change.
    case external
    /// In the action's payload.
    case payload(Pointer)
    /// In an input of the reducer.
    case input(name: String, Pointer)
    /// In the state before the action; the others are as likely.
    case state(Pointer, others: [Pointer])
    /// In parts, in the payload or in an input.
    case parts([Part])
    /// Not to be told from an equal value: the reducer computed it, or took one of `chances` equal values
    /// in the state before, which are so common that they say nothing.
    case computed(chances: Int)
    /// It was removed.
    case removed
  }

  /// A leaf of the value and the pointer of an equal one.
  public struct Part: Hashable, Sendable {
    /// The leaf, relative to the value.
    public let pointer: Pointer
    /// The name of the input; nil for the payload.
    public let input: String?
    /// Its pointer in the payload or input.
    public let origin: Pointer

    public init(pointer: Pointer, input: String?, origin: Pointer) {
      self.pointer = pointer
      self.input = input
      self.origin = origin
    }
  }

  public let blame: Blame
  public let source: Source
}

extension Timeline {
  /// Returns the origin of the value at a pointer, step by step back.
  ///
  /// Each step is the last writer of a value, and the pointer of an equal value in that action's payload,
  /// in its reducer's inputs, or in the state before it; from a value of the state, the search
  /// continues. Values that are often equal by chance – truth values, null, numbers of one digit, empty
  /// texts and containers – are taken from the state only where what is around them is equal too.
  ///
  /// - Throws: ``SessionLogError`` if the session has no state after `index`.
  public func provenance(
    of pointer: Pointer,
    at index: Int,
    progress: ((_ line: Int) -> Void)? = nil
  ) throws(SessionLogError) -> [Provenance] {
    var line = try knownStateLine(after: index)
    var pointer = pointer
    var steps: [Provenance] = []
    // Each step is before the previous one, so this terminates.
    while let blame = try blame(pointer, upTo: line, .element, progress) {
      let source = try source(of: blame)
      steps.append(Provenance(blame: blame, source: source))
      guard case .state(let origin, _) = source,
        let before = try stateLine(before: lines(of: blame.index).lowerBound)
      else { break }
      (pointer, line) = (origin, before)
    }
    return steps
  }

  private func source(of blame: Blame) throws(SessionLogError) -> Provenance.Source {
    if blame.isExternal { return .external }
    if blame.index == firstIndex { return .initial }
    guard let value = blame.new else { return .removed }
    let after = try state(after: blame.index)
    let target = Occurrence(value, at: blame.pointer, in: after)
    let payload = try action(blame.index).payload ?? .object(JSONObject())
    let inputs = try inputs(of: blame.index)
    let inState =
      try isStateKnown(before: blame.index)
      ? target.likeliest(in: state(before: blame.index)) : nil
    if let inState, inState.isWithEqualParent {
      return .state(inState.pointer, others: inState.others)
    }
    if let found = target.likeliest(in: payload) { return .payload(found.pointer) }
    for input in inputs {
      if let found = target.likeliest(in: input.value) {
        return .input(name: input.name, found.pointer)
      }
    }
    if let inState, !value.isCommon { return .state(inState.pointer, others: inState.others) }
    let parts = value.parts(in: payload, inputs)
    guard parts.isEmpty else { return .parts(parts) }
    return .computed(chances: inState.map { $0.others.count + 1 } ?? 0)
  }
}

/// A value in a document, compared with equal ones elsewhere by the values around them.
private struct Occurrence {
  private let value: JSONValue
  private let pointer: Pointer
  /// The containers of the value, the innermost first.
  private let containers: [JSONValue]

  init(_ value: JSONValue, at pointer: Pointer, in document: JSONValue) {
    (self.value, self.pointer) = (value, pointer)
    containers = Self.containers(of: pointer, in: document)
  }

  private static func containers(of pointer: Pointer, in document: JSONValue) -> [JSONValue] {
    var containers: [JSONValue] = []
    var value: JSONValue? = document
    for token in pointer.tokens {
      if let value { containers.append(value) }
      value = value?.child(token)
    }
    return containers.reversed()
  }

  /// An equal value elsewhere.
  struct Match {
    let pointer: Pointer
    /// Others that are as likely.
    let others: [Pointer]
    /// True if the value's container equals the one there, and is more than a few common values.
    let isWithEqualParent: Bool
  }

  /// Returns the equal value that is the likeliest source.
  ///
  /// The more containers around it equal those around this one, the likelier: the whole was copied. Then the
  /// name of the member counts, and its path within those containers. Of several that are as likely, it is the one
  /// with the longest common path.
  func likeliest(in document: JSONValue) -> Match? {
    let pointers = document.pointers(of: value)
    let ranks = pointers.map { rank(of: $0, in: document) }
    guard
      let best = ranks.indices.max(by: { a, b in
        let (one, other) = (ranks[a], ranks[b])
        return (one.equal, one.name, one.path, b) < (other.equal, other.name, other.path, a)
      })
    else { return nil }
    let alike = ranks.indices.filter {
      $0 != best && (ranks[$0].equal, ranks[$0].name) == (ranks[best].equal, ranks[best].name)
    }
    return Match(
      pointer: pointers[best],
      others: alike.map { pointers[$0] },
      isWithEqualParent: containers.prefix(ranks[best].equal).contains(where: \.isDistinct)
    )
  }

  /// True if the value is an element of a list of what each element of another list has under a name.
  private func isInColumn(_ other: Pointer, _ others: [JSONValue]) -> Bool {
    let place = other.tokens.suffix(2)
    guard others.count > 1, let name = place.last, place.first == pointer.tokens.last,
      let list = containers.first?.array, let rows = others[1].array, rows.count == list.count
    else { return false }
    return zip(list, rows).allSatisfy { $0 == $1.object?[name] }
  }

  private func rank(
    of other: Pointer,
    in document: JSONValue
  ) -> (equal: Int, name: Int, path: Int) {
    let others = Self.containers(of: other, in: document)
    var equal = zip(containers, others).prefix { $0 == $1 }.count
    if equal == 0, isInColumn(other, others) { equal = 1 }
    func common(_ a: some Sequence<String>, _ b: some Sequence<String>) -> Int {
      zip(a, b).prefix { $0.hasSameCodePoints(as: $1) }.count
    }
    return (
      equal, min(max(1, equal), common(other.tokens.reversed(), pointer.tokens.reversed())),
      common(other.tokens, pointer.tokens)
    )
  }
}

extension JSONValue {
  /// True if the value has so little content that an equal one elsewhere is likely a coincidence.
  fileprivate var isCommon: Bool {
    switch self {
    case .null, .bool: true
    case .number(let number): number.text.utf8.count == 1
    case .string(let string): string.isEmpty
    case .array(let elements): elements.isEmpty
    case .object(let object): object.isEmpty
    }
  }

  /// True if a container has so much content that an equal one elsewhere is hardly a coincidence: a value
  /// that is not common.
  fileprivate var isDistinct: Bool {
    switch self {
    case .array(let elements): elements.contains(where: \.isDistinct)
    case .object(let object): object.members.contains(where: \.value.isDistinct)
    case .null, .bool, .number, .string: !isCommon
    }
  }

  /// Returns pointers to the values in this one that are equal to another.
  fileprivate func pointers(of value: JSONValue) -> [Pointer] {
    var pointers: [Pointer] = []
    walk { part, path in
      if part == value { pointers.append(Pointer(tokens: path)) }
      return true
    }
    return pointers
  }

  /// Returns the leaves that are also in the payload or in an input.
  fileprivate func parts(
    in payload: JSONValue,
    _ inputs: [RecordedInput],
    _ pointer: Pointer = .root
  ) -> [Provenance.Part] {
    switch self {
    case .array(let elements):
      return elements.enumerated().flatMap {
        $0.element.parts(in: payload, inputs, pointer.appending($0.offset))
      }
    case .object(let object):
      return object.members.flatMap {
        $0.value.parts(in: payload, inputs, pointer.appending($0.key))
      }
    default:
      guard !isCommon, !pointer.tokens.isEmpty else { return [] }
      if let origin = payload.pointers(of: self).first {
        return [Provenance.Part(pointer: pointer, input: nil, origin: origin)]
      }
      for input in inputs {
        if let origin = input.value.pointers(of: self).first {
          return [Provenance.Part(pointer: pointer, input: input.name, origin: origin)]
        }
      }
      return []
    }
  }
}
