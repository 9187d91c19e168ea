/// Initializers in the style of SwiftFlux's own result type.
extension Result {
  /// Makes a success.
  public init(value: Success) {
    self = .success(value)
  }

  /// Makes a failure.
  public init(error: Failure) {
    self = .failure(error)
  }
}
