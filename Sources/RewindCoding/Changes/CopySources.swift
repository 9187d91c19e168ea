import RewindJSON

/// Finds values that a state has elsewhere, so that a patch copies them instead of writing them again.
///
/// ```
///   past      [A B C]  ──▶ [A B C D]     {"op":"copy","from":"/document","path":"/past/3"}
///   document   D       ──▶  D'           the change of the document
/// ```
///
/// That is what an undo stack does with each action: its document would fill the log. Others keep the document after
/// its change. Both states are in memory while they are compared: what has the same type and equal memory has the same
/// text (``StateDiffer``). It is looked for in the values around the one that is written, from the innermost one out,
/// in the last state and then in the new one.
final class CopySources {
  /// A value whose members are being compared, in both states, and the length of the path to it.
  private struct Surrounding {
    let old: UnsafeRawPointer
    let new: UnsafeRawPointer
    let shape: UnsafePointer<ValueShape>
    let pathCount: Int
    /// The values in it, in the last state and in the new one; nil until they are asked for.
    var values: [Bool: [Part]] = [:]
  }

  /// The path of a value that can be copied.
  struct Source {
    let path: [UInt8]
    /// True if it is the new state that has it there.
    let isNew: Bool
  }

  /// A value, and the path to it from the surrounding one.
  private struct Part {
    let path: [UInt8]
    let value: UnsafeRawPointer
    let shape: UnsafePointer<ValueShape>
  }

  /// The limits of one search: members, levels of them, and elements of a list.
  private static let (memberLimit, levelLimit, elementLimit) = (64, 3, 1_024)
  /// The bytes of the shortest value that is copied.
  static let shortest = 512

  private var surroundings: [Surrounding] = []
  /// The owners of the values that were found, kept until the states have been compared.
  private var kept: [AnyObject] = []
  /// The searches in vain for values of a type, since one of it was found.
  private var misses: [UnsafePointer<ValueShape>: Int] = [:]
  /// Above 0 while paths lead to other elements than in the last state.
  private var barriers = 0
  /// The bytes that copies may still add before the next whole state, since readers limit them.
  var room = CopySources.fullRoom

  /// The last list that was measured, and the bytes of its text: the next one is mostly the same but for an element.
  fileprivate var measured: (list: ValueBox, size: Int)?

  /// Half of what readers allow (``DocumentGrowth/copyLimit``).
  static let fullRoom = DocumentGrowth.copyLimit / 2

  func forget() {
    surroundings.removeAll(keepingCapacity: true)
    kept.removeAll()
    barriers = 0
  }

  /// Runs `body` while the members of two values are compared.
  @inline(__always)
  func within<Result>(
    _ old: UnsafeRawPointer,
    _ new: UnsafeRawPointer,
    _ shape: UnsafePointer<ValueShape>,
    at pathCount: Int,
    _ body: () -> Result
  ) -> Result {
    surroundings.append(Surrounding(old: old, new: new, shape: shape, pathCount: pathCount))
    defer { surroundings.removeLast() }
    return body()
  }

  /// Runs `body`, in which indexes are not those of the last state.
  @inline(__always)
  func withoutCopies(_ body: () -> Void) {
    barriers += 1
    body()
    barriers -= 1
  }

  /// Returns the path at which a state has a value, other than the one that it is written to; nil if it is not found.
  func source(
    of value: UnsafeRawPointer,
    _ shape: UnsafePointer<ValueShape>,
    otherThan target: [UInt8],
    _ walk: StateDiffer
  ) -> Source? {
    guard barriers == 0, !surroundings.isEmpty, walk.areValues(shape), shape.pointee.mayBeLong,
      isWorthwhile(shape)
    else { return nil }
    for isNew in [false, true] {
      for level in surroundings.indices.reversed() {
        let start = Array(walk.patch.path.prefix(surroundings[level].pathCount))
        for part in parts(at: level, isNew: isNew, walk) {
          guard let found = find(value, shape, in: part) else { continue }
          let path = start + found
          guard !isNew || !path.overlaps(target) else { continue }
          misses[shape] = nil
          return Source(path: path, isNew: isNew)
        }
      }
    }
    misses[shape, default: 0] += 1
    return nil
  }

  /// Returns false for most values of a type of which none was found so far: a list gets new items all the time.
  private func isWorthwhile(_ shape: UnsafePointer<ValueShape>) -> Bool {
    guard let count = misses[shape], count >= 4 else { return true }
    if count.isMultiple(of: 64) { return true }
    misses[shape] = count + 1
    return false
  }

  private func find(
    _ value: UnsafeRawPointer,
    _ shape: UnsafePointer<ValueShape>,
    in part: Part
  ) -> [UInt8]? {
    let comparison = shape.pointee.comparison
    if part.shape == shape {
      return comparison.isEqual(part.value, value) ? part.path : nil
    }
    guard case .list(let list, let element) = part.shape.pointee.form, element == shape else {
      return nil
    }
    var found: Int?
    list.withElements(part.value) { elements in
      guard let base = elements.base else { return }
      found = (0..<min(elements.count, Self.elementLimit)).first {
        comparison.isEqual(base + $0 * shape.pointee.stride, value)
      }
    }
    return found.map { part.path + PatchText.token($0) }
  }

  // MARK: - Values in a state

  private func parts(at level: Int, isNew: Bool, _ walk: StateDiffer) -> [Part] {
    let surrounding = surroundings[level]
    if let values = surrounding.values[isNew] { return values }
    var values: [Part] = []
    let value = isNew ? surrounding.new : surrounding.old
    collect(value, surrounding.shape, [], level: 0, &values, walk)
    surroundings[level].values[isNew] = values
    return values
  }

  private func collect(
    _ value: UnsafeRawPointer,
    _ shape: UnsafePointer<ValueShape>,
    _ path: [UInt8],
    level: Int,
    _ values: inout [Part],
    _ walk: StateDiffer
  ) {
    guard walk.areValues(shape), shape.pointee.mayBeLong, values.count < Self.memberLimit else {
      return
    }
    switch shape.pointee.form {
    case .optional(let optional, let wrapped):
      guard !optional.isNil(value) else { return }
      optional.withWrapped(value) { inner in
        let box = ValueBox(inner, wrapped)
        kept.append(box)
        collect(box.value, wrapped, path, level: level, &values, walk)
      }
    case .large:
      if level > 0 { values.append(Part(path: path, value: value, shape: shape)) }
      guard level < Self.levelLimit, let members = walk.members(of: value, shape) else { return }
      kept.append(members)
      collect(members, path, level: level + 1, &values, walk)
    default:
      values.append(Part(path: path, value: value, shape: shape))
    }
  }

  private func collect(
    _ members: MemberList,
    _ path: [UInt8],
    level: Int,
    _ values: inout [Part],
    _ walk: StateDiffer
  ) {
    if let content = members.content, let value = content.value {
      collect(value, content.shape, path, level: level, &values, walk)
    }
    for member in members.members {
      if let remembered = member.remembered, let value = remembered.value {
        collect(value, remembered.shape, path + member.token, level: level, &values, walk)
      } else if let nested = member.nested {
        collect(nested, path + member.token, level: level, &values, walk)
      }
    }
  }
}

extension ValueShape {
  /// True if the text of a value may be long, since a collection is in it.
  fileprivate var mayBeLong: Bool {
    switch form {
    case .list, .set, .dictionary, .optional, .large: true
    case .scalar, .small: false
    }
  }
}

// MARK: - Copying

extension StateDiffer {
  /// Copies a value that a state has elsewhere to a member; returns false if it has to be written.
  func copies(
    _ value: UnsafeRawPointer,
    _ shape: UnsafePointer<ValueShape>,
    to target: [UInt8]
  ) -> Bool {
    copies(value, shape, otherThan: target) { _ in (target, touched: target) }
  }

  /// Copies a value that a state has elsewhere; returns false if it has to be written.
  ///
  /// `target` returns the path to copy it to from the last state or from the new one, and what is touched by that;
  /// nil if it cannot be copied.
  func copies(
    _ value: UnsafeRawPointer,
    _ shape: UnsafePointer<ValueShape>,
    otherThan own: [UInt8],
    _ target: (_ isNew: Bool) -> ([UInt8], touched: [UInt8])?
  ) -> Bool {
    guard let source = sources.source(of: value, shape, otherThan: own, self),
      let (path, touched) = target(source.isNew)
    else { return false }
    let size = size(of: value, shape)
    guard size >= CopySources.shortest, size <= sources.room,
      patch.copy(from: source.path, to: path, touching: touched, isLast: source.isNew)
    else { return false }
    sources.room -= size
    return true
  }

  /// Returns the bytes of a value's text; of a list from those of the last one, as far as it is the same.
  private func size(of value: UnsafeRawPointer, _ shape: UnsafePointer<ValueShape>) -> Int {
    guard case .list(let list, let element) = shape.pointee.form else {
      return writtenSize(value, shape)
    }
    var size: Int?
    if let (last, lastSize) = sources.measured, last.shape == shape {
      list.withElements(last.value, value) { old, new in
        size = measure(new, element, after: old, lastSize)
      }
    }
    let found = size ?? writtenSize(value, shape)
    sources.measured = (ValueBox(value, shape), found)
    return found
  }

  /// Returns the bytes of a list's text by what differs from one of known size; nil where that is most of it.
  private func measure(
    _ new: ListElements,
    _ shape: UnsafePointer<ValueShape>,
    after old: ListElements,
    _ oldSize: Int
  ) -> Int? {
    guard let a = old.base, let b = new.base, old.count > 0, new.count > 0 else { return nil }
    let (comparison, stride) = (shape.pointee.comparison, shape.pointee.stride)
    let shorter = min(old.count, new.count)
    let head = comparison.commonHead(a, b, shorter)
    let ends = (old: a + old.count * stride, new: b + new.count * stride)
    let tail = comparison.commonTail(ends.old, ends.new, shorter - head)
    guard 2 * (head + tail) > new.count else { return nil }
    func sum(_ base: UnsafeRawPointer, _ count: Int) -> Int {
      (head..<count - tail).reduce(0) { $0 + 1 + writtenSize(base + $1 * stride, shape) }
    }
    return oldSize + sum(b, new.count) - sum(a, old.count)
  }

  private func writtenSize(_ value: UnsafeRawPointer, _ shape: UnsafePointer<ValueShape>) -> Int {
    let start = scratch.count
    defer { scratch.truncate(to: start) }
    write(value, shape, to: scratch)
    return scratch.count - start
  }

  /// Adds a member to the current value.
  func add(_ token: [UInt8], _ value: UnsafeRawPointer, _ shape: UnsafePointer<ValueShape>) {
    if copies(value, shape, to: patch.path + token) { return }
    patch.add(token) { write(value, shape, to: $0) }
  }
}
