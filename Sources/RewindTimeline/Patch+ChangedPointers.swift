package import RewindJSON

extension Patch {
  /// The places that the patch changes.
  package var changedPointers: [Pointer] {
    operations.flatMap { operation -> [Pointer] in
      switch operation {
      case .add(let pointer, _), .remove(let pointer), .replace(let pointer, _),
        .copy(_, let pointer):
        [pointer]
      case .move(let from, let to):
        [from, to]
      case .test:
        []
      }
    }
  }
}
