/// Something to be done with the list: what, and with which parameters.
///
/// What the parameters are, only the reducer knows that handles the type. So an action is no
/// `Codable` value: a replay makes it again by a closure of the app's.
public struct TodoAction: Sendable {
  public let type: String
  public let params: [String: any Sendable]?

  public init(type: String, params: [String: any Sendable]? = nil) {
    self.type = type
    self.params = params
  }
}

/// The actions that the app sends.
extension TodoAction {
  /// The initial list has come.
  public static func load(titles: [String]) -> TodoAction {
    TodoAction(type: "load", params: ["titles": titles])
  }

  /// Something more is to be done.
  public static func add(title: String) -> TodoAction {
    TodoAction(type: "add", params: ["title": title])
  }

  /// The item at a place of the list has got on.
  public static func change(index: Int, status: TodoStatus) -> TodoAction {
    TodoAction(type: "change", params: ["index": index, "status": status.rawValue])
  }

  /// The item is put aside: it stays in the list, crossed out.
  public static func remove(index: Int) -> TodoAction {
    TodoAction(type: "remove", params: ["index": index])
  }

  /// The item goes for good.
  public static func delete(index: Int) -> TodoAction {
    TodoAction(type: "delete", params: ["index": index])
  }
}
