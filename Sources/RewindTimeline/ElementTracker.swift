package import RewindJSON

/// Finds the place of a value before a patch.
///
/// Elements of arrays are tracked:
/// - An element that is an object with a member `id` is the element with the same `id` in the same
///   array before, at any index, if no other has that `id`.
/// - Any other is tracked through the patch: an insertion or removal before it shifts it, a `move`
///   moves it. Added or copied elements did not exist before.
///
/// All other values stay where their pointer says.
struct ElementTracker {
  /// An operation, with `-` replaced by the index.
  private struct Step {
    let operation: Patch.Operation
    /// True if its path leads to an element of an array, in the document at its turn.
    let isInArray: Bool
    /// True if it takes an element from an array.
    let takesElement: Bool
  }

  private var steps: [Step] = []
  private let before: JSONValue
  private let after: JSONValue

  /// - Throws: ``PatchError`` if the patch does not fit the state before.
  init(_ patch: Patch, from before: JSONValue, to after: JSONValue) throws(PatchError) {
    self.before = before
    self.after = after
    var document = before
    for operation in patch.operations {
      steps.append(
        Step(
          operation: operation.resolved(in: document),
          isInArray: document.holdsElement(operation.path),
          takesElement: operation.source.map { document.holdsElement($0) } ?? false
        )
      )
      try Patch([operation]).apply(to: &document)
    }
  }

  /// Returns the pointer of the same value in the state before; nil if the patch added it.
  func origin(of pointer: Pointer) -> Pointer? {
    var origin = Pointer.root
    var passed = Pointer.root
    for token in pointer.tokens {
      let holder = after[passed]
      passed = passed.appending(token)
      guard case .array = holder, let element = after[passed] else {
        origin = origin.appending(token)
        continue
      }
      guard let found = self.element(element, at: passed, in: origin) else { return nil }
      origin = found
    }
    return origin
  }

  /// Returns the place of an element before, if its array was at `holder`.
  private func element(
    _ element: JSONValue,
    at pointer: Pointer,
    in holder: Pointer
  ) -> Pointer? {
    let shown = shownOrigin(of: pointer)
    guard let id = element.identity, case .array(let elements) = before[holder],
      case .array(let siblings) = pointer.parent.flatMap({ after[$0] }),
      siblings.place(of: id) != nil
    else {
      // Without an `id`, the patch determines its place in the tracked array.
      guard let shown, let last = shown.tokens.last else { return nil }
      return shown.parent == pointer.parent.flatMap(shownOrigin) ? holder.appending(last) : shown
    }
    if let place = elements.place(of: id) { return holder.appending(place) }
    // The element came from another array.
    if let shown, before[shown]?.identity == id { return shown }
    return nil
  }

  /// Returns the place before according to the patch, by undoing its operations from the last to the first.
  private func shownOrigin(of pointer: Pointer) -> Pointer? {
    var pointer = pointer
    for step in steps.reversed() {
      switch step.operation {
      case .test, .replace:
        continue
      case .add(let path, _), .copy(_, let path):
        guard let earlier = pointer.beforeAdding(path, step.isInArray) else { return nil }
        pointer = earlier
      case .remove(let path):
        pointer = pointer.beforeRemoving(path, step.isInArray)
      case .move(let from, let to):
        if to.isPrefix(of: pointer) {
          pointer = Pointer(tokens: from.tokens + pointer.tokens.dropFirst(to.tokens.count))
        } else if let earlier = pointer.beforeAdding(to, step.isInArray) {
          pointer = earlier.beforeRemoving(from, step.takesElement)
        }
      }
    }
    return pointer
  }
}

extension Patch.Operation {
  /// Returns the operation with an index in place of `-`, the end of an array.
  package func resolved(in document: JSONValue) -> Self {
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

  /// The pointer that the operation takes its value from.
  var source: Pointer? {
    switch self {
    case .move(let from, _), .copy(let from, _): from
    default: nil
    }
  }
}

extension Pointer {
  /// Returns the pointer before a value was added at `path`; nil if it leads to that value.
  ///
  /// Adding an existing member to an object replaces it, which counts as the same place.
  func beforeAdding(_ path: Pointer, _ isArray: Bool) -> Pointer? {
    guard isArray, let place = place(inArrayOf: path), let added = path.lastIndex else {
      return self
    }
    if place == added { return nil }
    return place > added ? replacing(path.tokens.count - 1, with: place - 1) : self
  }

  /// Returns the pointer before the value at `path` was removed.
  func beforeRemoving(_ path: Pointer, _ isArray: Bool) -> Pointer {
    guard isArray, let place = place(inArrayOf: path), let removed = path.lastIndex,
      place >= removed
    else { return self }
    return replacing(path.tokens.count - 1, with: place + 1)
  }

  private var lastIndex: Int? { tokens.last.flatMap(Pointer.arrayIndex) }

  /// Returns the index at which this pointer passes through the array that contains the element `path`.
  private func place(inArrayOf path: Pointer) -> Int? {
    let depth = path.tokens.count - 1
    guard depth >= 0, tokens.count > depth, path.parent?.isPrefix(of: self) ?? false else {
      return nil
    }
    return Pointer.arrayIndex(tokens[depth])
  }

  private func replacing(_ depth: Int, with index: Int) -> Pointer {
    var pointer = self
    pointer.tokens[depth] = String(index)
    return pointer
  }
}

extension JSONValue {
  /// The value that distinguishes an element from its siblings.
  var identity: JSONValue? { object?["id"] }

  /// Returns true if a pointer's last token refers to an element of an array, or the position for a new one.
  fileprivate func holdsElement(_ pointer: Pointer) -> Bool {
    guard let parent = pointer.parent, case .array = self[parent] else { return false }
    return true
  }
}

extension [JSONValue] {
  /// Returns the index of the only element with this `id`.
  fileprivate func place(of id: JSONValue) -> Int? {
    guard let place = firstIndex(where: { $0.identity == id }) else { return nil }
    return self[(place + 1)...].contains { $0.identity == id } ? nil : place
  }
}
