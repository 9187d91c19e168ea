import RewindJSON

/// A pointer that is moved back through patches that only shift elements, without the states in between.
struct PointerRebase {
  /// The pointer of the value.
  private(set) var pointer: Pointer
  /// The depths at which the pointer passes through an array.
  private let arrays: Set<Int>
  /// The members that identify elements.
  private let ids: Set<String>

  /// Makes a pointer into a state; nil if it has no value there, since there is no element to track.
  init?(_ pointer: Pointer, in state: JSONValue, ids: Set<String>) {
    (self.pointer, self.ids) = (pointer, ids)
    var arrays: Set<Int> = []
    var value: JSONValue? = state
    for (depth, token) in pointer.tokens.enumerated() {
      if case .array = value { arrays.insert(depth) }
      value = value?.child(token)
    }
    guard value != nil else { return nil }
    self.arrays = arrays
  }

  /// Moves back over a patch; false, with no change, if the patch may do more than shift elements.
  mutating func undo(_ patch: Patch) -> Bool {
    var pointer = pointer
    for operation in patch.operations.reversed() {
      switch operation {
      case .test: continue
      case .add(let path, _), .copy(_, let path):
        guard let earlier = shifted(pointer, path, isAddition: true) else { return false }
        pointer = earlier
      case .remove(let path):
        guard let earlier = shifted(pointer, path, isAddition: false) else { return false }
        pointer = earlier
      case .replace(let path, _):
        guard !writesIdentity(path, pointer), !pointer.isRelated(to: path) else { return false }
      case .move(let from, let to) where from == to: continue
      case .move(let from, let to):
        guard let earlier = beforeMoving(pointer, from, to) else { return false }
        pointer = earlier
      }
    }
    self.pointer = pointer
    return true
  }

  /// Returns the pointer before an element moved; nil if the value itself changed, or came from elsewhere.
  private func beforeMoving(_ pointer: Pointer, _ from: Pointer, _ to: Pointer) -> Pointer? {
    guard to.isPrefix(of: pointer) else {
      guard let taken = shifted(pointer, to, isAddition: true) else { return nil }
      return shifted(taken, from, isAddition: false)
    }
    let depth = to.tokens.count - 1
    guard from.parent == to.parent, arrays.contains(depth), !writesIdentity(to, pointer),
      Pointer.arrayIndex(from.tokens[depth]) != nil
    else { return nil }
    return Pointer(tokens: from.tokens + pointer.tokens.dropFirst(depth + 1))
  }

  /// Returns the pointer before an element was added or removed at `path`; nil if the value itself changed.
  private func shifted(_ pointer: Pointer, _ path: Pointer, isAddition: Bool) -> Pointer? {
    guard !writesIdentity(path, pointer) else { return nil }
    guard mayMeet(path, pointer) else { return pointer }
    let depth = path.tokens.count - 1
    guard arrays.contains(depth), Pointer.arrayIndex(path.tokens[depth]) != nil else { return nil }
    return isAddition ? pointer.beforeAdding(path, true) : pointer.beforeRemoving(path, true)
  }

  /// Returns true if a change at `path` writes what identifies an element that holds the value.
  private func writesIdentity(_ path: Pointer, _ pointer: Pointer) -> Bool {
    guard let holder = path.parent, let last = path.tokens.last else { return false }
    return ids.contains(last) && holder.isPrefix(of: pointer)
  }

  /// Returns true if a change at `path` may shift or change the value.
  private func mayMeet(_ path: Pointer, _ pointer: Pointer) -> Bool {
    pointer.isRelated(to: path)
      || path.parent.map { $0.isPrefix(of: pointer) && arrays.contains($0.tokens.count) } ?? true
  }
}

extension Pointer {
  /// Returns the pointer before a value was added at `path`; nil if it leads to that value.
  ///
  /// Adding an existing member to an object replaces it, which counts as the same value.
  func beforeAdding(_ path: Pointer, _ isArray: Bool) -> Pointer? {
    guard isArray, let index = index(inArrayOf: path), let added = path.lastIndex else {
      return self
    }
    if index == added { return nil }
    return index > added ? replacing(path.tokens.count - 1, with: index - 1) : self
  }

  /// Returns the pointer before the value at `path` was removed.
  func beforeRemoving(_ path: Pointer, _ isArray: Bool) -> Pointer {
    guard isArray, let index = index(inArrayOf: path), let removed = path.lastIndex,
      index >= removed
    else { return self }
    return replacing(path.tokens.count - 1, with: index + 1)
  }

  private var lastIndex: Int? { tokens.last.flatMap(Pointer.arrayIndex) }

  /// Returns the index at which this pointer passes through the array that contains the element `path`.
  private func index(inArrayOf path: Pointer) -> Int? {
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
