/// A difference of two states.
public struct Change: Hashable, Sendable {
  public let pointer: Pointer
  /// The value before; nil if there was none.
  public let old: JSONValue?
  /// The value after; nil if there is none any more.
  public let new: JSONValue?

  public init(_ pointer: Pointer, old: JSONValue?, new: JSONValue?) {
    self.pointer = pointer
    self.old = old
    self.new = new
  }

  /// The change value by value, if an object replaced an object or an array one of the same length;
  /// otherwise only the change itself.
  public var details: [Change] {
    guard let old, let new else { return [self] }
    switch (old, new) {
    case (.object(let old), .object(let new)):
      let kept = old.members.flatMap { member -> [Change] in
        let change = Change(pointer.appending(member.key), old: member.value, new: new[member.key])
        return member.value == new[member.key] ? [] : change.details
      }
      let added = new.members.filter { old[$0.key] == nil }
        .map { Change(pointer.appending($0.key), old: nil, new: $0.value) }
      return kept + added
    case (.array(let old), .array(let new)) where old.count == new.count && !old.isEmpty:
      return old.indices.flatMap { index -> [Change] in
        let change = Change(pointer.appending(index), old: old[index], new: new[index])
        return old[index] == new[index] ? [] : change.details
      }
    default:
      return [self]
    }
  }
}

extension Patch {
  /// Returns the changes that the patch makes, operation by operation, in a document that it fits; what it copies comes
  /// last, since it says less than what is new.
  public func changes(of document: JSONValue) throws(PatchError) -> [Change] {
    var document = document
    var changes = FoundChanges()
    for operation in operations {
      changes.add(operation, on: document)
      // A scalar fits wherever there is a value: a document with one small change is not copied for it.
      if operations.count == 1, case .replace(let pointer, let value) = operation, value.isScalar,
        document[pointer] != nil
      {
        break
      }
      try Patch([operation]).apply(to: &document)
    }
    return changes.all
  }
}

extension Patch {
  /// Changes a document in place; returns the patch that undoes it, and the changes that ``changes(of:)`` gives.
  ///
  /// `growth` counts the growth since the document was read as a whole.
  ///
  /// - Throws: ``PatchError`` if an operation does not fit; the document is then unchanged.
  package func applyReversibly(
    to document: inout JSONValue,
    _ growth: inout DocumentGrowth,
    changes: inout [Change]
  ) throws(PatchError) -> Patch {
    var found = FoundChanges()
    let inverse = try applyReversibly(to: &document, &growth) { found.add($0, on: $1) }
    changes += found.all
    return inverse
  }
}

/// The changes of a patch, those by copies last.
private struct FoundChanges {
  private var made: [Change] = []
  private var copied: [Change] = []

  var all: [Change] { copied.isEmpty ? made : made + copied }

  mutating func add(_ operation: Patch.Operation, on document: JSONValue) {
    let changes = operation.detailedChanges(on: document)
    if case .copy = operation { copied += changes } else { made += changes }
  }
}

extension Patch.Operation {
  /// Returns the changes that the operation would make in a document, value by value.
  fileprivate func detailedChanges(on document: JSONValue) -> [Change] {
    // A value that is replaced by an equal one has not changed.
    let made = changes(on: document).filter { $0.old != $0.new }
    switch self {
    // One change each: the parts may be shared, and have more paths than the log has bytes.
    case .move, .copy: return made
    case .add, .remove, .replace, .test: return made.flatMap(\.details)
    }
  }

  /// Returns the changes that the operation would make in a document.
  fileprivate func changes(on document: JSONValue) -> [Change] {
    switch self {
    case .test:
      []
    case .add(let pointer, let value):
      [document.addition(of: value, at: pointer)]
    case .remove(let pointer):
      [Change(pointer, old: document[pointer], new: nil)]
    case .replace(let pointer, let value):
      [Change(pointer, old: document[pointer], new: value)]
    case .move(let from, let to):
      [
        Change(from, old: document[from], new: nil),
        document.addition(of: document[from] ?? .null, at: to),
      ]
    case .copy(let from, let to):
      [document.addition(of: document[from] ?? .null, at: to)]
    }
  }
}

extension JSONValue {
  /// True for a value that contains no others.
  package var isScalar: Bool {
    switch self {
    case .array, .object: false
    case .null, .bool, .number, .string: true
    }
  }

  /// Returns the change that adding makes: in an array nothing is replaced, and `-` is its end.
  fileprivate func addition(of value: JSONValue, at pointer: Pointer) -> Change {
    guard let parent = pointer.parent, let elements = self[parent]?.array else {
      return Change(pointer, old: self[pointer], new: value)
    }
    let isEnd = pointer.tokens.last == "-"
    return Change(isEnd ? parent.appending(elements.count) : pointer, old: nil, new: value)
  }
}
