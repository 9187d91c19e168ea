public import RewindJSON

/// Makes documents and changes to them; the same seed makes the same (SplitMix64).
public struct RandomJSON {
  private var random: SeededGenerator

  public init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  public mutating func next() -> UInt64 { random.next() }

  public mutating func below(_ bound: Int) -> Int {
    Int(next() % UInt64(bound))
  }

  private static let keys = [
    "id", "a", "b", "c", "", "-", "0", "1", "/", "~", "~1", "a/b", "\"", "é", "e\u{301}", "😀",
  ]

  public mutating func key() -> String {
    Self.keys[below(Self.keys.count)]
  }

  public mutating func scalar() -> JSONValue {
    switch below(6) {
    case 0: nil
    case 1: .bool(below(2) == 0)
    case 2: JSONValue(below(4))
    case 3: .number(JSONNumber(Double(below(8)) / 4) ?? JSONNumber(0))
    case 4: .string(key())
    default: .string(String(repeating: key(), count: below(12)))
    }
  }

  public mutating func value(depth: Int) -> JSONValue {
    guard depth > 0 else { return scalar() }
    switch below(4) {
    case 0: return scalar()
    case 1: return .array((0..<below(7)).map { _ in value(depth: depth - 1) })
    case 2: return items()
    default:
      return .object(JSONObject((0..<below(6)).map { _ in (key(), value(depth: depth - 1)) }))
    }
  }

  /// An array of objects that have an `id` each, as lists in states have.
  public mutating func items() -> JSONValue {
    let ids = shuffled(Array(0..<12)).prefix(below(9))
    return .array(ids.map { item(id: $0) })
  }

  public mutating func item(id: Int) -> JSONValue {
    ["id": JSONValue(id), "title": .string("item \(id)"), "done": .bool(below(2) == 0)]
  }

  public mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
    var elements = elements
    for i in elements.indices.reversed() { elements.swapAt(i, below(i + 1)) }
    return elements
  }

  /// The value with a change somewhere in it.
  public mutating func changed(_ value: JSONValue) -> JSONValue {
    switch value {
    case .array(let elements) where !elements.isEmpty && below(8) > 0:
      return .array(changed(elements))
    case .object(let object) where !object.isEmpty && below(8) > 0:
      return .object(changed(object))
    default:
      return self.value(depth: below(3))
    }
  }

  private mutating func changed(_ elements: [JSONValue]) -> [JSONValue] {
    var elements = elements
    let index = below(elements.count)
    switch below(8) {
    case 0: elements.remove(at: index)
    case 1: elements.insert(value(depth: 1), at: below(elements.count + 1))
    case 2: elements.insert(elements.remove(at: index), at: below(elements.count + 1))
    case 3: elements = shuffled(elements)
    case 4: elements.insert(elements[index], at: below(elements.count + 1))
    default: elements[index] = changed(elements[index])
    }
    return elements
  }

  private mutating func changed(_ object: JSONObject) -> JSONObject {
    var object = object
    let key = object.members[below(object.count)].key
    switch below(6) {
    case 0: object[key] = nil
    case 1: object[self.key()] = value(depth: 1)
    case 2:
      let value = object[key]
      object[key] = nil
      object[self.key()] = value
    default: object[key] = object[key].map { changed($0) }
    }
    return object
  }

  /// An operation that mostly fits the document.
  public mutating func operation(on document: JSONValue) -> Patch.Operation {
    switch below(6) {
    case 0: return .add(newPointer(in: document), value(depth: below(3)))
    case 1: return .remove(pointer(in: document))
    case 2: return .replace(pointer(in: document), value(depth: below(3)))
    case 3: return .move(from: pointer(in: document), to: newPointer(in: document))
    case 4: return .copy(from: pointer(in: document), to: newPointer(in: document))
    default:
      let pointer = pointer(in: document)
      return .test(pointer, document[pointer] ?? nil)
    }
  }

  /// A pointer to a value, or now and then to none.
  public mutating func pointer(in document: JSONValue) -> Pointer {
    var pointer = Pointer.root
    var value = document
    while below(5) > 0 {
      switch value {
      case .array(let elements) where !elements.isEmpty:
        let index = below(elements.count)
        pointer = pointer.appending(index)
        value = elements[index]
      case .object(let object) where !object.isEmpty:
        let member = object.members[below(object.count)]
        pointer = pointer.appending(member.key)
        value = member.value
      default:
        return pointer
      }
    }
    return below(20) == 0 ? pointer.appending(key()) : pointer
  }

  /// A pointer to where a value may be added.
  private mutating func newPointer(in document: JSONValue) -> Pointer {
    let pointer = pointer(in: document)
    switch document[pointer] {
    case .array(let elements):
      let index = below(elements.count + 2)
      return index > elements.count ? pointer.appending("-") : pointer.appending(index)
    case .object: return pointer.appending(key())
    default: return pointer
    }
  }
}
