/// The results of SwiftFlux were made with these; it had a result type of its own.
extension Result {
  /// The result of what went well.
  public init(value: Success) {
    self = .success(value)
  }

  /// The result of what did not.
  public init(error: Failure) {
    self = .failure(error)
  }
}
