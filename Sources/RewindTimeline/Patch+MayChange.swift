package import RewindJSON

extension Patch {
  /// Returns true if applying the patch may change the value at `pointer`.
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
  /// Returns true if one of the two values contains the other.
  fileprivate func isRelated(to other: Pointer) -> Bool {
    isPrefix(of: other) || other.isPrefix(of: self)
  }

  /// Returns true if adding or removing a value here may change the target of the other pointer: in an
  /// array, that shifts the later elements.
  fileprivate func mayShift(_ other: Pointer) -> Bool {
    isRelated(to: other) || parent?.isPrefix(of: other) ?? false
  }
}
