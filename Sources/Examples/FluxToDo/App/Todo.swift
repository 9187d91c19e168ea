/// Something to do.
public struct Todo: Codable, Equatable, Sendable {
  public let title: String
  public var isDone: Bool

  public init(title: String, isDone: Bool = false) {
    self.title = title
    self.isDone = isDone
  }
}

/// Why something could not be done with the list.
public enum TodoError: String, Error, Codable, Equatable, Sendable {
  case serviceUnreachable
  case emptyTitle
}
