extension Patch {
  /// The maximum number of bytes of JSON text that the `copy` operations of one patch may add.
  ///
  /// Forty copies of a document into itself multiply it by a trillion. Sixteen million bytes are
  /// more than the states of apps have, and are counted in a tenth of a second.
  public static let copyLimit = 16_777_216

  /// Changes a document in place.
  ///
  /// O(depth) for an operation, besides shifting array elements; unchanged parts are not copied.
  ///
  /// - Throws: ``PatchError`` if an operation does not fit; the document is then unchanged.
  public func apply(to document: inout JSONValue) throws(PatchError) {
    _ = try applyReversibly(to: &document)
  }

  /// Changes a document in place and returns the patch that undoes it.
  ///
  /// Applying the result to the changed document restores it, member order included.
  ///
  /// - Throws: ``PatchError`` if an operation does not fit; the document is then unchanged.
  public func applyReversibly(to document: inout JSONValue) throws(PatchError) -> Patch {
    var editor = Editor(limitsNesting: true)
    for (number, operation) in operations.enumerated() {
      do {
        try editor.perform(operation, place: places[number], on: &document)
      } catch {
        editor.undoAll(on: &document)
        throw .inapplicable(number, operation.name, operation.path, error)
      }
    }
    return editor.inverse
  }
}

/// Performs operations on a document and remembers how to undo them.
private struct Editor {
  let limitsNesting: Bool
  private var undos: [Undo] = []
  private var copied = 0

  /// An operation that undoes a step, and the place of the member that it adds.
  private struct Undo {
    var operation: Patch.Operation
    var place: Int?
  }

  init(limitsNesting: Bool) {
    self.limitsNesting = limitsNesting
  }

  /// The operations that undo everything done, the last first.
  var inverse: Patch {
    var places: [Int: Int] = [:]
    for (number, undo) in undos.reversed().enumerated() { places[number] = undo.place }
    return Patch(undos.reversed().map(\.operation), places: places)
  }

  func undoAll(on document: inout JSONValue) {
    // Restored values were there before, so no limit applies to them.
    var editor = Editor(limitsNesting: false)
    for undo in undos.reversed() {
      do {
        try editor.perform(undo.operation, place: undo.place, on: &document)
      } catch {
        fatalError("\(undo.operation) must undo a step of a patch, but: \(error)")
      }
    }
  }

  mutating func perform(
    _ operation: Patch.Operation,
    place: Int?,
    on document: inout JSONValue
  ) throws(PatchError.Reason) {
    switch operation {
    case .add(let path, let value):
      try add(value, at: path, place: place, in: &document)
    case .remove(let path):
      let removed = try document.remove(at: path)
      undos.append(Undo(operation: .add(path, removed.value), place: removed.place))
    case .replace(let path, let value):
      try checkNesting(of: value, at: path)
      let old = try document.replace(at: path, with: value)
      undos.append(Undo(operation: .replace(path, old)))
    case .move(let from, let path):
      try move(from, to: path, place: place, in: &document)
    case .copy(let from, let path):
      let value = try document.value(at: from)
      try count(value)
      try add(value, at: path, place: place, in: &document)
    case .test(let path, let value):
      let found = try document.value(at: path)
      guard found == value else { throw .differs(found: found) }
    }
  }

  private mutating func add(
    _ value: JSONValue,
    at path: Pointer,
    place: Int?,
    in document: inout JSONValue
  ) throws(PatchError.Reason) {
    try checkNesting(of: value, at: path)
    switch try document.add(value, at: path, place: place) {
    case .new(let path): undos.append(Undo(operation: .remove(path)))
    case .replaced(let old): undos.append(Undo(operation: .replace(path, old)))
    }
  }

  private mutating func move(
    _ from: Pointer,
    to path: Pointer,
    place: Int?,
    in document: inout JSONValue
  ) throws(PatchError.Reason) {
    let value = try document.value(at: from)
    if from == path { return }
    guard !from.isPrefix(of: path) else { throw .intoItself(from: from) }
    // A value that does not get deeper cannot become too deep.
    if path.tokens.count > from.tokens.count { try checkNesting(of: value, at: path) }
    let removed = try document.remove(at: from)
    let undo = Undo(operation: .add(from, removed.value), place: removed.place)
    do {
      switch try document.add(removed.value, at: path, place: place) {
      // From inside an element to before it: expressed by pointers, the inverse would move a value
      // into itself.
      case .new(let path) where path.isPrefix(of: from):
        undos.append(undo)
        undos.append(Undo(operation: .remove(path)))
      case .new(let path):
        undos.append(Undo(operation: .move(from: path, to: from), place: removed.place))
      case .replaced(let old):
        undos.append(undo)
        undos.append(Undo(operation: .replace(path, old)))
      }
    } catch {
      undos.append(undo)
      throw error
    }
  }

  private func checkNesting(of value: JSONValue, at path: Pointer) throws(PatchError.Reason) {
    let limit = JSONValue.nestingLimit
    guard limitsNesting, path.tokens.count + value.nesting > limit else { return }
    throw .tooDeep(limit: limit)
  }

  private mutating func count(_ value: JSONValue) throws(PatchError.Reason) {
    copied += value.textCount(upTo: Patch.copyLimit - copied)
    guard copied <= Patch.copyLimit else { throw .copiesTooMuch(limit: Patch.copyLimit) }
  }
}
