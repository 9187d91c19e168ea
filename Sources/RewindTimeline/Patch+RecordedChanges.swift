package import RewindJSON

extension Patch {
  /// The changes that the patch makes, with null for the values before; nil if that requires
  /// the document.
  ///
  /// ``Timeline/recordedChanges(of:)`` knows if a log's patches are of this kind.
  /// An object or array that replaces another one may share parts with it, and the pointer of what is moved or
  /// appended depends on the document.
  package var recordedChanges: [Change]? {
    var changes: [Change] = []
    for operation in operations {
      switch operation {
      case .add(let pointer, let value), .replace(let pointer, let value):
        guard value.isScalar, pointer.tokens.last != "-" else { return nil }
        changes.append(Change(pointer, old: operation.name == .add ? nil : .null, new: value))
      case .remove(let pointer):
        changes.append(Change(pointer, old: .null, new: nil))
      case .move, .copy:
        return nil
      case .test:
        break
      }
    }
    return changes
  }
}
