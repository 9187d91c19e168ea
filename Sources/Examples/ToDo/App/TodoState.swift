public import Foundation

/// The progress of an item.
public enum TodoStatus: String, Codable, CaseIterable, Sendable {
  case open
  case doing
  case done
}

/// An item of the list.
public struct Todo: Codable, Equatable, Sendable {
  public let title: String
  public let created: Date
  public var status: TodoStatus
  public var isRemoved: Bool

  public init(
    title: String,
    created: Date,
    status: TodoStatus = .open,
    isRemoved: Bool = false
  ) {
    self.title = title
    self.created = created
    self.status = status
    self.isRemoved = isRemoved
  }
}

/// The list, with a copy of it from each change.
///
/// The copies are time travel by hand: a screen steps through them. Their memory grows with every
/// change, which is why the source of this app warns of them.
public struct TodoState: Codable, Equatable, Sendable {
  public var todos: [Todo]
  public var snapshots: [[Todo]]

  public init(todos: [Todo] = [], snapshots: [[Todo]] = []) {
    self.todos = todos
    self.snapshots = snapshots
  }
}
