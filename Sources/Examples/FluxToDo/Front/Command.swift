import ExampleFront

/// The commands of a person.
public enum Command: Equatable, Sendable {
  case fetch
  case arrive
  case fail
  case add(String)
  case finish(Int)
  case delete(Int)
  case plus(Int)
  case minus(Int)

  /// The commands in their typed form.
  static let forms: [CommandForm<Command>] = [
    CommandForm("fetch", help: "ask the service for the list") { _ in .fetch },
    CommandForm("arrive", help: "let the list that was asked for arrive") { _ in .arrive },
    CommandForm("fail", help: "let the request fail instead") { _ in .fail },
    CommandForm("add", "TEXT", help: "add something to do") { .add($0.text()) },
    CommandForm("done", "N", help: "tick item N off") { .finish(try $0.number()) },
    CommandForm("delete", "N", help: "take item N from the list") { .delete(try $0.number()) },
    CommandForm("plus", "N", help: "add N to the result of the calculator") {
      .plus(try $0.number())
    },
    CommandForm("minus", "N", help: "take N from the result of the calculator") {
      .minus(try $0.number())
    },
  ]
}
