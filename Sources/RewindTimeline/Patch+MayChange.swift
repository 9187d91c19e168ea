package import RewindJSON

extension Patch {
  /// Whether applying the patch may change the value under `pointer`.
  package func mayChange(_ pointer: Pointer) -> Bool {
    operations.contains { operation in
      switch operation {
      case .test: false
      case .replace(let path, _): path.isRelated(to: pointer)
      case .add(let path, _), .remove(let path), .copy(_, let path): path.mayShift(pointer)
      case .move(let from, let to): from.mayShift(pointer) || to.mayShift(pointer)
      }
    }
  }
}

extension Pointer {
  /// Whether one of the two values holds the other.
  fileprivate func isRelated(to other: Pointer) -> Bool {
    isPrefix(of: other) || other.isPrefix(of: self)
  }

  /// Whether adding or removing here may change what the other pointer leads to: in an array, that
  /// shifts the elements behind.
  fileprivate func mayShift(_ other: Pointer) -> Bool {
    isRelated(to: other) || parent?.isPrefix(of: other) ?? false
  }
}
