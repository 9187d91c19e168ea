/// An action on the list: a type and parameters.
///
/// Only the reducer that handles the type knows the types of the parameters. So an action is not
/// `Codable`: a replay decodes it with a closure of the app's.
public struct TodoAction: Sendable {
  public let type: String
  public let params: [String: any Sendable]?

  public init(type: String, params: [String: any Sendable]? = nil) {
    self.type = type
    self.params = params
  }
}

/// The actions of the app.
extension TodoAction {
  /// The initial list has arrived.
  public static func load(titles: [String]) -> TodoAction {
    TodoAction(type: "load", params: ["titles": titles])
  }

  /// An item is added.
  public static func add(title: String) -> TodoAction {
    TodoAction(type: "add", params: ["title": title])
  }

  /// The item at an index gets another status.
  public static func change(index: Int, status: TodoStatus) -> TodoAction {
    TodoAction(type: "change", params: ["index": index, "status": status.rawValue])
  }

  /// The item is set aside: it stays in the list, crossed out.
  public static func remove(index: Int) -> TodoAction {
    TodoAction(type: "remove", params: ["index": index])
  }

  /// The item is deleted.
  public static func delete(index: Int) -> TodoAction {
    TodoAction(type: "delete", params: ["index": index])
  }
}
