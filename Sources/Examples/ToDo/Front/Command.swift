import ExampleFront
public import ToDoExample

/// The commands of a person.
public enum Command: Equatable, Sendable {
  case load
  case add(String)
  case change(Int, TodoStatus)
  case remove(Int)
  case delete(Int)
  case list
  case snapshots
  case previous
  case next

  /// The commands in their typed form.
  static let forms: [CommandForm<Command>] = [
    CommandForm("load", help: "load the initial list") { _ in .load },
    CommandForm("add", "TEXT", help: "add something to do") { .add($0.text()) },
    CommandForm("status", "N STATUS", help: "make item N open, doing or done") {
      .change(try $0.number(), try $0.value("a status", of: statuses))
    },
    CommandForm("remove", "N", help: "cross item N out") { .remove(try $0.number()) },
    CommandForm("delete", "N", help: "take item N from the list") { .delete(try $0.number()) },
    CommandForm("list", help: "go to the list") { _ in .list },
    CommandForm("snapshots", help: "go to the snapshots, the last one first") { _ in .snapshots },
    CommandForm("previous", help: "go to the snapshot before") { _ in .previous },
    CommandForm("next", help: "go to the snapshot after") { _ in .next },
  ]

  private static var statuses: KeyValuePairs<String, TodoStatus> {
    ["open": .open, "doing": .doing, "done": .done]
  }
}
