import RewindJSON

/// The origin of each value of a state: the value that it was before a patch.
///
/// A member of an object is the one of the same name. In an array:
/// - An element with an ``ElementID`` is the element with the same one in the same array before, wherever the
///   patch shows it: the one that the patch carries there if that has it, otherwise the first of those left.
/// - Any other element is tracked through the patch: an insertion or removal before it shifts it, a
///   `move` carries it, and a `replace` leaves it. Added or copied elements did not exist before.
///
/// Every question about a value's past is answered from this account. It costs what the patch says, not
/// what the arrays hold that it touches.
struct ValueOrigins {
  /// A value that the patch touches, or that holds such values.
  final class Box {
    /// The pointer before, if a `move` brought the value from another container.
    let source: Pointer?
    var children: [CodePoints: Box] = [:]
    /// The elements, if the patch put in or took out some.
    var elements: ElementOrigins?
    /// True if the patch wrote the whole value.
    var isWritten: Bool

    init(source: Pointer? = nil, isWritten: Bool = false) {
      (self.source, self.isWritten) = (source, isWritten)
    }
  }

  let before: JSONValue
  private(set) var after: JSONValue
  let root = Box()
  /// The values that a `move` brought from another container.
  private(set) var moved: [Box] = []

  /// - Parameters:
  ///   - patch: The patch.
  ///   - before: The state before.
  ///   - after: The state after.
  ///   - isProven: True if the state after was made with the patch, which therefore fits.
  /// - Throws: ``PatchError`` if the patch does not fit the state before.
  init(
    _ patch: Patch,
    from before: JSONValue,
    to after: JSONValue,
    isProven: Bool
  ) throws(PatchError) {
    var document = before
    var growth = DocumentGrowth()
    (self.before, self.after) = (before, after)
    for (number, operation) in patch.operations.enumerated() {
      let operation = operation.resolved(in: document)
      follow(operation, document)
      // No operation follows that would need the document, which may be copied for it.
      if isProven, number == patch.operations.count - 1 { break }
      try Patch([operation]).apply(to: &document, &growth)
    }
  }

  /// Makes a document that is equal to `before` what it is after the patch, and finds the origins on the way.
  ///
  /// Nothing of the document is copied if no other value shares its memory. Where the state after the patch
  /// is known, the document becomes that.
  ///
  /// - Throws: ``PatchError`` if the patch does not fit the state before.
  init(
    _ patch: Patch,
    from before: JSONValue,
    advancing document: inout JSONValue,
    _ growth: inout DocumentGrowth,
    to state: JSONValue? = nil
  ) throws(PatchError) {
    (self.before, after) = (before, .null)
    for operation in patch.operations {
      let operation = operation.resolved(in: document)
      follow(operation, document)
      try Patch([operation]).apply(to: &document, &growth)
    }
    if let state { document = state }
    after = document
  }

  /// Returns the pointer of the same value in the state before; nil if it is new.
  func origin(of pointer: Pointer, _ types: ValueTypes) -> Pointer? {
    var place = TypePlace(types: types, type: types.types.state)
    var origin = Pointer.root
    var (old, new): (JSONValue?, JSONValue?) = (before, after)
    var box: Box? = root
    var isWritten = false
    for token in pointer.tokens {
      isWritten = isWritten || box?.isWritten ?? false
      if case .array(let elements) = new, let index = Pointer.arrayIndex(token),
        index < elements.count
      {
        let run = runs(box, old?.array ?? [], elements, isWritten, place.elementID)?.run(at: index)
        if let source = run?.box?.source {
          origin = source
        } else {
          guard case .array = old, let earlier = run == nil ? index : run?.origin else {
            return nil
          }
          origin = origin.appending(earlier)
        }
        box = run == nil ? box?.children[CodePoints(token)] : run?.box
        old = before[origin]
      } else {
        origin = origin.appending(token)
        box = box?.children[CodePoints(token)]
        old = old?.child(token)
      }
      new = new?.child(token)
      place = place.part(token)
    }
    return origin
  }
}

// MARK: - Following a patch

extension ValueOrigins {
  private mutating func follow(_ operation: Patch.Operation, _ document: JSONValue) {
    let document = Surroundings(document: document)
    switch operation {
    case .test: break
    case .replace(let path, _): box(path, document).isWritten = true
    case .add(let path, _), .copy(_, let path): put(ElementOrigins.Run(), at: path, document)
    case .remove(let path): take(path, document)
    case .move(let from, let path):
      guard from != path else { return }
      let source = origin(of: from, document)
      let run = take(from, document)
      if let run, from.parent == path.parent {
        put(run, at: path, document)
      } else if let source {
        let box = Box(source: source, isWritten: run?.box?.isWritten ?? false)
        (box.children, box.elements) = (run?.box?.children ?? [:], run?.box?.elements)
        moved.append(box)
        // Taking the element may have shifted the one that it goes into.
        let rest = Surroundings(document: document.document, removed: from)
        put(ElementOrigins.Run(box: box), at: path, rest)
      } else {
        put(ElementOrigins.Run(), at: path, document)
      }
    }
  }

  /// A document, and the value that was removed from it since, so that it need not be copied.
  private struct Surroundings {
    let document: JSONValue
    var removed: Pointer?

    /// Passes each token of a pointer to `body`, with the value that it leads on from.
    func follow(
      _ pointer: Pointer,
      _ body: (_ token: String, _ value: JSONValue?) -> Void
    )
      -> JSONValue?
    {
      var value: JSONValue? = document
      var isOnWay = removed.map { !$0.tokens.isEmpty } ?? false
      for (depth, token) in pointer.tokens.enumerated() {
        body(token, value)
        var current = token
        if isOnWay, let removed {
          isOnWay = removed.tokens[depth].hasSameCodePoints(as: token)
          if depth == removed.tokens.count - 1 {
            isOnWay = false
            if case .array = value, let index = Pointer.arrayIndex(token),
              let gone = Pointer.arrayIndex(removed.tokens[depth]), index >= gone
            {
              current = String(index + 1)
            }
          }
        }
        value = value?.child(current)
      }
      return value
    }
  }

  private func put(_ run: ElementOrigins.Run, at path: Pointer, _ document: Surroundings) {
    guard let (holder, index) = element(path, document) else {
      box(path, document).isWritten = true
      return
    }
    holder.elements?.insert(run, at: index)
  }

  @discardableResult
  private func take(_ path: Pointer, _ document: Surroundings) -> ElementOrigins.Run? {
    guard let (holder, index) = element(path, document) else {
      box(path, document).isWritten = true
      return nil
    }
    return holder.elements?.remove(at: index)
  }

  /// Returns the array that holds an element, with its elements as they are at this time; nil if the
  /// pointer does not lead into an array.
  private func element(_ path: Pointer, _ document: Surroundings) -> (Box, Int)? {
    guard let parent = path.parent, let index = path.tokens.last.flatMap(Pointer.arrayIndex),
      let count = document.follow(parent, { _, _ in })?.array?.count
    else { return nil }
    let holder = box(parent, document)
    if holder.elements == nil { holder.elements = ElementOrigins(count, holder.children) }
    holder.elements?.fit(count)
    return (holder, index)
  }

  private func box(_ pointer: Pointer, _ document: Surroundings) -> Box {
    var box = root
    _ = document.follow(pointer) { token, value in
      if case .array = value, let index = Pointer.arrayIndex(token),
        let child = box.elements?.box(at: index)
      {
        box = child
      } else {
        let child = box.children[CodePoints(token)] ?? Box()
        box.children[CodePoints(token)] = child
        box = child
      }
    }
    return box
  }

  /// Returns the pointer before the patch of a value that is now at `pointer`; nil if the patch added it.
  private func origin(of pointer: Pointer, _ document: Surroundings) -> Pointer? {
    var origin: Pointer? = .root
    var box: Box? = root
    _ = document.follow(pointer) { token, value in
      if case .array = value, let index = Pointer.arrayIndex(token),
        let run = box?.elements?.run(at: index)
      {
        origin = run.box?.source ?? run.origin.flatMap { origin?.appending($0) }
        box = run.box
      } else {
        origin = origin?.appending(token)
        box = box?.children[CodePoints(token)]
      }
    }
    return origin
  }
}

extension Patch.Operation {
  /// Returns the operation with an index instead of `-`, the end of an array.
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
