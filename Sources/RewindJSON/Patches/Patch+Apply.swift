/// The growth of a document under patches; its limit keeps a short log from filling the memory.
///
/// Twenty lines that copy a document into itself multiply it by a million, so the copies are counted
/// from one whole state to the next; parts that they share are stored and measured once.
public struct DocumentGrowth: Sendable {
  /// The maximum number of bytes of JSON text that `copy` operations may add to a document.
  ///
  /// The recorder stops at half of it, and copies again after the next whole state; 64 MB are more than the states
  /// of apps have.
  public static let copyLimit = 1 << 26

  /// The bytes of JSON text that copies have added.
  fileprivate var copied = 0
  /// A depth that the document does not exceed; nil before it matters.
  fileprivate var nesting: Int?

  /// The growth of a document that was read as a whole.
  public init() {}

  /// Forgets the copies since an earlier state: the document has that state again.
  public mutating func undo(to earlier: Self) {
    copied = earlier.copied
  }
}

extension Patch {
  /// Changes a document in place.
  ///
  /// O(depth) for an operation, besides shifting array elements; unchanged parts are not copied.
  ///
  /// - Throws: ``PatchError`` if an operation does not fit; the document is then unchanged.
  public func apply(to document: inout JSONValue) throws(PatchError) {
    var growth = DocumentGrowth()
    try apply(to: &document, &growth)
  }

  /// Changes a document in place, one of several patches to it.
  ///
  /// `growth` counts the growth since the document was read as a whole.
  ///
  /// - Throws: ``PatchError`` if an operation does not fit; the document is then unchanged.
  public func apply(
    to document: inout JSONValue,
    _ growth: inout DocumentGrowth
  ) throws(PatchError) {
    _ = try applyReversibly(to: &document, &growth)
  }

  /// Changes a document in place and returns the patch that undoes it.
  ///
  /// Applying the result to the changed document restores it, member order included.
  ///
  /// - Throws: ``PatchError`` if an operation does not fit; the document is then unchanged.
  public func applyReversibly(to document: inout JSONValue) throws(PatchError) -> Patch {
    var growth = DocumentGrowth()
    return try applyReversibly(to: &document, &growth)
  }

  /// Changes a document in place, one of several patches to it, and returns the patch that undoes it.
  ///
  /// `growth` counts the growth since the document was read as a whole.
  ///
  /// - Returns: The patch that undoes the change.
  /// - Throws: ``PatchError`` if an operation does not fit; the document is then unchanged.
  public func applyReversibly(
    to document: inout JSONValue,
    _ growth: inout DocumentGrowth
  ) throws(PatchError) -> Patch {
    try applyReversibly(to: &document, &growth) { _, _ in }
  }

  /// Changes a document in place, and passes each operation with the document before it to `observe`.
  func applyReversibly(
    to document: inout JSONValue,
    _ growth: inout DocumentGrowth,
    _ observe: (Operation, JSONValue) -> Void
  ) throws(PatchError) -> Patch {
    var editor = Editor(growth)
    for (number, operation) in operations.enumerated() {
      observe(operation, document)
      do {
        try editor.perform(operation, position: positions[number], on: &document)
      } catch {
        editor.undoAll(on: &document)
        throw .inapplicable(number, operation.name, operation.path, error)
      }
    }
    growth = editor.growth ?? growth
    return editor.inverse
  }
}

/// Performs operations on a document and remembers how to undo them.
private struct Editor {
  /// The growth of the document; nil while values are restored that were there before, so that no limit
  /// applies to them.
  private(set) var growth: DocumentGrowth?
  private var undos: [Undo] = []

  /// An operation that undoes a step, and the position of the member that it adds.
  private struct Undo {
    var operation: Patch.Operation
    var position: Int?
  }

  init(_ growth: DocumentGrowth?) {
    self.growth = growth
  }

  /// The operations that undo everything done, the last first.
  var inverse: Patch {
    var positions: [Int: Int] = [:]
    for (number, undo) in undos.reversed().enumerated() { positions[number] = undo.position }
    return Patch(undos.reversed().map(\.operation), positions: positions)
  }

  func undoAll(on document: inout JSONValue) {
    var editor = Editor(nil)
    for undo in undos.reversed() {
      do {
        try editor.perform(undo.operation, position: undo.position, on: &document)
      } catch {
        fatalError("\(undo.operation) must undo a step of a patch, but: \(error)")
      }
    }
  }

  mutating func perform(
    _ operation: Patch.Operation,
    position: Int?,
    on document: inout JSONValue
  ) throws(PatchError.Reason) {
    switch operation {
    case .add(let path, let value):
      try limitNesting(value.nesting, at: path)
      try add(value, at: path, position: position, in: &document)
    case .remove(let path):
      let removed = try document.remove(at: path)
      undos.append(Undo(operation: .add(path, removed.value), position: removed.position))
    case .replace(let path, let value):
      try limitNesting(value.nesting, at: path)
      let old = try document.replace(at: path, with: value)
      undos.append(Undo(operation: .replace(path, old)))
    case .move(let from, let path):
      try move(from, to: path, position: position, in: &document)
    case .copy(let from, let path):
      let value = try document.value(at: from)
      try limitCopy(of: value, to: path)
      try add(value, at: path, position: position, in: &document)
    case .test(let path, let value):
      let found = try document.value(at: path)
      guard found == value else { throw .differs(found: found) }
    }
  }

  private mutating func add(
    _ value: JSONValue,
    at path: Pointer,
    position: Int?,
    in document: inout JSONValue
  ) throws(PatchError.Reason) {
    switch try document.add(value, at: path, position: position) {
    case .new(let path): undos.append(Undo(operation: .remove(path)))
    case .replaced(let old): undos.append(Undo(operation: .replace(path, old)))
    }
  }

  private mutating func move(
    _ from: Pointer,
    to path: Pointer,
    position: Int?,
    in document: inout JSONValue
  ) throws(PatchError.Reason) {
    let value = try document.value(at: from)
    if from == path { return }
    guard !from.isPrefix(of: path) else { throw .intoItself(from: from) }
    try limitNesting(of: value, from, to: path, in: document)
    let removed = try document.remove(at: from)
    let undo = Undo(operation: .add(from, removed.value), position: removed.position)
    do {
      switch try document.add(removed.value, at: path, position: position) {
      // From inside an element to before it: expressed by pointers, the inverse would move a value
      // into itself.
      case .new(let path) where path.isPrefix(of: from):
        undos.append(undo)
        undos.append(Undo(operation: .remove(path)))
      case .new(let path):
        undos.append(Undo(operation: .move(from: path, to: from), position: removed.position))
      case .replaced(let old):
        undos.append(undo)
        undos.append(Undo(operation: .replace(path, old)))
      }
    } catch {
      undos.append(undo)
      throw error
    }
  }

  private mutating func limitNesting(
    _ nesting: Int,
    at path: Pointer
  ) throws(PatchError.Reason) {
    guard let growth else { return }
    let levels = path.tokens.count + nesting
    guard levels <= JSONValue.nestingLimit else { throw .tooDeep(limit: JSONValue.nestingLimit) }
    if let known = growth.nesting { self.growth?.nesting = max(known, levels) }
  }

  /// Measures a value that moves only if it may become too deep, so that a large one moves at no cost.
  private mutating func limitNesting(
    of value: JSONValue,
    _ from: Pointer,
    to path: Pointer,
    in document: JSONValue
  ) throws(PatchError.Reason) {
    let deeper = path.tokens.count - from.tokens.count
    guard let growth, deeper > 0 else { return }
    let limit = JSONValue.nestingLimit
    if let known = growth.nesting, known + deeper <= limit {
      self.growth?.nesting = known + deeper
      return
    }
    let known = document.nesting
    self.growth?.nesting = min(known + deeper, limit)
    if known + deeper > limit { try limitNesting(value.nesting, at: path) }
  }

  private mutating func limitCopy(
    of value: JSONValue,
    to path: Pointer
  ) throws(PatchError.Reason) {
    guard let growth else { return }
    let limit = DocumentGrowth.copyLimit
    let size = value.sharedSize(upTo: limit - growth.copied)
    guard growth.copied + size.text <= limit else { throw .copiesTooMuch(limit: limit) }
    self.growth?.copied += size.text
    try limitNesting(size.nesting, at: path)
  }
}
