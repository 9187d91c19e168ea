import RewindJSON

/// The origin of each value of a state: the value that it was before a patch.
///
/// A member of an object is the one of the same name. In an array:
/// - An element with an `id` is the element with the same `id` in the same array before, wherever the
///   patch shows it: the one that the patch carries there if that has it, otherwise the first of those left.
/// - Any other element is tracked through the patch: an insertion or removal before it shifts it, a
///   `move` carries it, and a `replace` leaves it. Added or copied elements did not exist before.
///
/// Every question about a value's past is answered from this account.
struct ValueOrigins {
  /// A value that the patch touches, or that holds such values.
  final class Box {
    /// The pointer before, if a `move` brought the value from another container.
    let source: Pointer?
    var children: [CodePoints: Box] = [:]
    /// The elements, if the patch put in or took out some.
    var elements: [Slot]?
    /// True if the patch wrote the whole value.
    var isWritten: Bool

    init(source: Pointer? = nil, isWritten: Bool = false) {
      (self.source, self.isWritten) = (source, isWritten)
    }
  }

  /// An element of an array after the patch.
  struct Slot {
    /// Its index before; nil if it was not in this array.
    var origin: Int?
    var box: Box?
  }

  let before: JSONValue
  let after: JSONValue
  let root = Box()

  /// - Throws: ``PatchError`` if the patch does not fit the state before.
  init(_ patch: Patch, from before: JSONValue, to after: JSONValue) throws(PatchError) {
    (self.before, self.after) = (before, after)
    var document = before
    for operation in patch.operations {
      let operation = operation.resolved(in: document)
      follow(operation, document)
      try Patch([operation]).apply(to: &document)
    }
  }

  /// Returns the pointer of the same value in the state before; nil if it is new.
  func origin(of pointer: Pointer) -> Pointer? {
    var origin = Pointer.root
    var (old, new): (JSONValue?, JSONValue?) = (before, after)
    var box: Box? = root
    var isWritten = false
    for token in pointer.tokens {
      isWritten = isWritten || box?.isWritten ?? false
      if case .array(let elements) = new, let index = Pointer.arrayIndex(token),
        index < elements.count
      {
        let slot = slots(box, old?.array ?? [], elements, isWritten)?[index]
        if let source = slot?.box?.source {
          origin = source
        } else {
          guard case .array = old, let place = slot == nil ? index : slot?.origin else {
            return nil
          }
          origin = origin.appending(place)
        }
        box = slot == nil ? box?.children[CodePoints(token)] : slot?.box
        old = before[origin]
      } else {
        origin = origin.appending(token)
        box = box?.children[CodePoints(token)]
        old = old?.child(token)
      }
      new = new?.child(token)
    }
    return origin
  }

  /// Returns the elements of an array with their origins; nil if each is the one at its index before.
  func slots(
    _ box: Box?,
    _ old: [JSONValue],
    _ new: [JSONValue],
    _ isWritten: Bool
  ) -> [Slot]? {
    let isTouched = box?.children.values.contains(where: \.mayHaveNewID) ?? false
    guard isWritten || box?.elements != nil || isTouched else { return nil }
    var slots = box?.elements ?? Slot.inPlace(new.count, box)
    slots.fit(new.count)
    // The elements that are not the ones that the patch carries there, and those that may be.
    var strangers: [Int] = []
    var unnamed: [Int] = []
    for (index, slot) in slots.enumerated() {
      if let origin = slot.origin, origin >= old.count { slots[index].origin = nil }
      guard isWritten || slot.origin == nil || slot.box?.mayHaveNewID ?? false else { continue }
      let id = new[index].identity
      let shown = slot.box?.source.flatMap { before[$0] } ?? slots[index].origin.map { old[$0] }
      if shown?.identity == id, shown != nil { continue }
      if id != nil { strangers.append(index) } else { unnamed.append(index) }
    }
    guard !strangers.isEmpty else { return slots }
    let ids = Set(strangers.compactMap { new[$0].identity })
    for index in strangers { slots[index] = Slot() }
    var isFree = [Bool](repeating: true, count: old.count)
    var freeCount = old.count
    func carry(_ index: Int) {
      guard let origin = slots[index].origin, isFree[origin] else { return }
      isFree[origin] = false
      freeCount -= 1
    }
    var doubtful = unnamed[...]
    for index in slots.indices {
      if doubtful.first == index { doubtful.removeFirst() } else { carry(index) }
    }
    // Nothing left the array: an element that was added is new.
    guard freeCount > 0 else { return slots }
    var free: [JSONValue: [Int]] = [:]
    for index in old.indices.reversed() where isFree[index] {
      if let id = old[index].identity, ids.contains(id) { free[id, default: []].append(index) }
    }
    for index in strangers {
      guard let id = new[index].identity, let origin = free[id]?.popLast() else { continue }
      slots[index] = Slot(origin: origin, box: Box(isWritten: true))
      carry(index)
    }
    for index in unnamed {
      if let origin = slots[index].origin, !isFree[origin] { slots[index] = Slot() }
    }
    return slots
  }
}

extension ValueOrigins.Box {
  /// True if the patch wrote the value, or its `id`.
  fileprivate var mayHaveNewID: Bool { isWritten || children[CodePoints("id")] != nil }
}

extension [ValueOrigins.Slot] {
  /// Leaves out elements behind an array's end, and adds new ones up to it.
  fileprivate mutating func fit(_ size: Int) {
    if count > size { removeLast(count - size) }
    while count < size { append(ValueOrigins.Slot()) }
  }
}

extension ValueOrigins.Slot {
  /// Returns the elements of an array into and from which nothing was put or taken.
  fileprivate static func inPlace(_ count: Int, _ box: ValueOrigins.Box?) -> [Self] {
    var slots = (0..<count).map { Self(origin: $0) }
    for (token, child) in box?.children ?? [:] {
      if let index = Pointer.arrayIndex(token.string), index < count { slots[index].box = child }
    }
    return slots
  }
}

extension ValueOrigins {
  private func follow(_ operation: Patch.Operation, _ document: JSONValue) {
    switch operation {
    case .test: break
    case .replace(let path, _): box(path, document).isWritten = true
    case .add(let path, _), .copy(_, let path): put(Slot(), at: path, document)
    case .remove(let path): take(path, document)
    case .move(let from, let path):
      guard from != path else { return }
      let source = place(of: from, document)
      let slot = take(from, document)
      if let slot, from.parent == path.parent {
        put(slot, at: path, document)
      } else if let source {
        let box = Box(source: source, isWritten: slot?.box?.isWritten ?? false)
        (box.children, box.elements) = (slot?.box?.children ?? [:], slot?.box?.elements)
        // Taking the element may have shifted the one that it goes into.
        var rest = document
        try? Patch([.remove(from)]).apply(to: &rest)
        put(Slot(box: box), at: path, rest)
      } else {
        put(Slot(), at: path, document)
      }
    }
  }

  private func put(_ slot: Slot, at path: Pointer, _ document: JSONValue) {
    guard let (holder, index) = element(path, document) else {
      box(path, document).isWritten = true
      return
    }
    let count = holder.elements?.count ?? 0
    holder.elements?.insert(slot, at: min(index, count))
  }

  @discardableResult
  private func take(_ path: Pointer, _ document: JSONValue) -> Slot? {
    guard let (holder, index) = element(path, document) else {
      box(path, document).isWritten = true
      return nil
    }
    guard index < holder.elements?.count ?? 0 else { return nil }
    return holder.elements?.remove(at: index)
  }

  /// Returns the array that holds an element, with its elements as they are at this time; nil if the
  /// pointer does not lead into an array.
  private func element(_ path: Pointer, _ document: JSONValue) -> (Box, Int)? {
    guard let parent = path.parent, let index = path.tokens.last.flatMap(Pointer.arrayIndex),
      let count = document[parent]?.array?.count
    else { return nil }
    let holder = box(parent, document)
    var elements = holder.elements ?? Slot.inPlace(count, holder)
    elements.fit(count)
    holder.elements = elements
    return (holder, index)
  }

  private func box(_ pointer: Pointer, _ document: JSONValue) -> Box {
    var box = root
    var value: JSONValue? = document
    for token in pointer.tokens {
      if case .array = value, let index = Pointer.arrayIndex(token),
        let elements = box.elements, index < elements.count
      {
        let child = elements[index].box ?? Box()
        box.elements?[index].box = child
        box = child
      } else {
        let child = box.children[CodePoints(token)] ?? Box()
        box.children[CodePoints(token)] = child
        box = child
      }
      value = value?.child(token)
    }
    return box
  }

  /// Returns the pointer before the patch of a value that is now at `pointer`; nil if the patch added it.
  private func place(of pointer: Pointer, _ document: JSONValue) -> Pointer? {
    var origin = Pointer.root
    var box: Box? = root
    var value: JSONValue? = document
    for token in pointer.tokens {
      if case .array = value, let elements = box?.elements, let index = Pointer.arrayIndex(token),
        index < elements.count
      {
        let slot = elements[index]
        guard let next = slot.box?.source ?? slot.origin.map({ origin.appending($0) }) else {
          return nil
        }
        (origin, box) = (next, slot.box)
      } else {
        (origin, box) = (origin.appending(token), box?.children[CodePoints(token)])
      }
      value = value?.child(token)
    }
    return origin
  }
}

extension Patch.Operation {
  /// Returns the operation with an index in place of `-`, the end of an array.
  func resolved(in document: JSONValue) -> Self {
    guard path.tokens.last == "-", let parent = path.parent,
      let count = document[parent]?.array?.count
    else { return self }
    switch self {
    case .add(_, let value): return .add(parent.appending(count), value)
    case .copy(let from, _): return .copy(from: from, to: parent.appending(count))
    case .move(let from, _):
      // An element that moves to the end of its own array leaves it first.
      let leaves = from.parent == parent
      return .move(from: from, to: parent.appending(leaves ? count - 1 : count))
    default: return self
    }
  }
}

extension JSONValue {
  /// The value that distinguishes an element from its siblings.
  var identity: JSONValue? { object?["id"].flatMap { $0 == .null ? nil : $0 } }
}
