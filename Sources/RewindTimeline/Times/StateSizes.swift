package import RewindJSON

/// The sizes of a session's states, as they change from action to action.
///
/// A slice is a member of the state. Sizes are those of the JSON text; a change costs as much as its patch.
package struct StateSizes: Sendable {
  /// A size from an action on.
  package typealias Point = (index: Int, size: Int)

  /// The bytes of each slice from its first state on, as often as they changed.
  package private(set) var slices: [String: [Point]] = [:]
  /// The bytes by which the actions of each type have changed a slice.
  package private(set) var growth: [String: [String: Int]] = [:]
  /// The numbers of elements of lists and dictionaries that are reached by names alone.
  package private(set) var counts: [Pointer: [Point]] = [:]
  private var state: JSONValue?

  package init() {}

  /// The members on the way to a list whose elements are counted: deeper ones are parts of other lists' elements.
  private static let depthLimit = 4
  /// The number of lists whose elements are counted, so that a dictionary of lists does not fill the memory.
  private static let countLimit = 256

  /// Notes the state after an action, which is of a type, or after a change without one.
  package mutating func note(_ state: JSONValue, at index: Int, by type: String?) {
    let sizes = state.object.map { object in
      Dictionary(object.members.map { ($0.key, $0.value.byteCount) }) { $1 }
    }
    for (name, size) in sizes ?? ["": state.byteCount] {
      add(size - (slices[name]?.last?.size ?? 0), to: name, at: index, by: type)
    }
    if let sizes {
      for (name, points) in slices where sizes[name] == nil {
        add(-(points.last?.size ?? 0), to: name, at: index, by: type)
      }
    }
    count(state, .root, at: index)
    self.state = state
  }

  /// Notes the change of an action of a type, or one without an action; false if it does not fit the state before.
  package mutating func note(_ patch: Patch, at index: Int, by type: String?) -> Bool {
    guard var state = state.take() else { return false }
    var changes: [String: Int] = [:]
    var parents: [Pointer] = []
    for operation in patch.operations {
      let pointer = operation.path
      guard !pointer.tokens.isEmpty,
        let inverse = try? Patch([operation]).applyReversibly(to: &state)
      else { return false }
      // Of a member, the size is that of its value: its name counts where it is part of a slice.
      let isElement = pointer.parent.flatMap { state[$0]?.array } != nil
      let overhead = pointer.tokens.count == 1 ? 0 : isElement ? 1 : pointer.nameByteCount
      var change =
        switch operation {
        case .move(_, let to), .copy(_, let to): (state[to]?.byteCount ?? 0) + overhead
        default: operation.byteCount(overhead)
        }
      if case .move(let from, _) = operation {
        changes[from.tokens.first ?? "", default: 0] -= change
        if let parent = from.parent { parents.append(parent) }
      }
      for operation in inverse.operations { change -= operation.byteCount(overhead) }
      changes[pointer.tokens.first ?? "", default: 0] += change
      if let parent = pointer.parent { parents.append(parent) }
    }
    let isWhole = state.object == nil
    for (name, change) in changes { add(change, to: isWhole ? "" : name, at: index, by: type) }
    for pointer in parents {
      if let value = state[pointer] { _ = countElements(of: value, pointer, at: index) }
    }
    for operation in patch.operations {
      if let value = state[operation.path] { count(value, operation.path, at: index) }
    }
    self.state = state
    return true
  }

  /// Forgets the state where a gap begins.
  package mutating func forget() { state = nil }

  private mutating func add(_ change: Int, to slice: String, at index: Int, by type: String?) {
    guard change != 0 || slices[slice] == nil else { return }
    let size = max(0, (slices[slice]?.last?.size ?? 0) + change)
    slices[slice, default: []].note(size, at: index)
    if let type { growth[slice, default: [:]][type, default: 0] += change }
  }

  /// Counts the elements of a value, and of the lists within its members.
  private mutating func count(_ value: JSONValue, _ pointer: Pointer, at index: Int) {
    guard countElements(of: value, pointer, at: index) else { return }
    for member in value.object?.members ?? [] {
      switch member.value {
      case .array, .object: count(member.value, pointer.appending(member.key), at: index)
      default: break
      }
    }
  }

  /// Counts the elements of a value; returns false if it has none that are counted.
  private mutating func countElements(
    of value: JSONValue,
    _ pointer: Pointer,
    at index: Int
  ) -> Bool {
    guard let size = value.array?.count ?? value.object?.count,
      pointer.tokens.count <= Self.depthLimit, pointer.tokens.allSatisfy({ $0.isMemberName })
    else { return false }
    if counts[pointer] != nil || counts.count < Self.countLimit, !pointer.tokens.isEmpty {
      counts[pointer, default: []].note(size, at: index)
    }
    return true
  }
}

extension [StateSizes.Point] {
  fileprivate mutating func note(_ size: Int, at index: Int) {
    if last?.index == index { removeLast() }
    if last?.size != size { append((index, size)) }
  }

  /// Returns the size before an action, as its reducer met it; O(log changes).
  package func size(before index: Int) -> Int? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].index >= index { high = middle } else { low = middle + 1 }
    }
    return low > 0 ? self[low - 1].size : nil
  }
}

extension JSONValue {
  fileprivate var byteCount: Int {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return bytes.count
  }
}

extension Pointer {
  /// The bytes of a member's name, its colon and a comma.
  fileprivate var nameByteCount: Int { JSONValue.string(tokens.last ?? "").byteCount + 2 }
}

extension Patch.Operation {
  /// The bytes of the value that it puts somewhere, with what is around it.
  fileprivate func byteCount(_ overhead: Int) -> Int {
    switch self {
    case .add(_, let value): value.byteCount + overhead
    case .replace(_, let value): value.byteCount
    default: 0
    }
  }
}
