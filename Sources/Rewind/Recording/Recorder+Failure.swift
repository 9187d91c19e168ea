public import RewindSession

extension Recorder {
  /// The reason why nothing, or not everything, is being recorded.
  public enum Failure: Error, Hashable, CustomStringConvertible {
    case cannotCreate(path: String, SystemError)
    case cannotWrite(path: String, SystemError)
    /// `Int` has 32 bits on this platform, as on older watches.
    case unsupportedPlatform
    /// A patch, applied to the previous state, did not give the next one (`Options.verifying`).
    case unfaithful(pointer: String, action: Int)

    public var description: String {
      switch self {
      case .cannotCreate(let path, .alreadyExists):
        "\(path) already exists. A recording never overwrites another. This store is not recorded."
      case .cannotCreate(let path, let error):
        "\(path) cannot be created: \(error). This store is not recorded."
      case .cannotWrite(let path, let error):
        "\(path) cannot be written: \(error). The log will show a gap."
      case .unsupportedPlatform:
        "Int has 32 bits on this platform, and a recorder needs 64. Nothing is recorded."
      case .unfaithful(let pointer, let action):
        """
        The change that was found after action \(action) does not lead to the state at \
        "\(pointer)": what is encoded there depends on more than its own value, or a type is declared \
        a RewindValue but is not a value. From here on, states are compared as text, which is slower \
        but makes no assumptions.
        """
      }
    }
  }

  func fail(_ failure: Failure) {
    let (isFirst, stores) =
      lock.withLock {
        defer { firstFailure = firstFailure ?? failure }
        if case .cannotCreate = failure { unrecordedStores += 1 }
        return (firstFailure == nil, unrecordedStores)
      } ?? (false, 0)
    guard isFirst else {
      if [10, 100, 1_000].contains(stores) { announce("\(stores) stores are not recorded.") }
      return
    }
    announce("\(failure)")
    onFailure(failure)
  }
}
