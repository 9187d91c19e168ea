/// An item of the list.
public struct Todo: Codable, Equatable, Sendable {
  public let title: String
  public var isDone: Bool

  public init(title: String, isDone: Bool = false) {
    self.title = title
    self.isDone = isDone
  }
}

/// The reason why an action on the list failed.
public enum TodoError: String, Error, Codable, Equatable, Sendable {
  case serviceUnreachable
  case emptyTitle
}
