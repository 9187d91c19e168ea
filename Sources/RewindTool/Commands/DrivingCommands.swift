import RewindJSON
import RewindTimeline

extension Command {
  /// The requests that an agent may send to the running app if a person allows it; the live page sends them, too.
  static let driving = [
    Command(
      name: "dispatch",
      operands: [
        .session, Flag("TYPE", .text).key("type").help("As in log: AppAction.cart.add."),
        Flag("[PAYLOAD]", .text).key("payload").help("JSON, as in show."),
      ],
      summary: "Dispatches an action in the running app that writes the session",
      examples: ""
    ) { arguments, terminal in
      let action: JSONValue = [
        "type": .string(arguments.operands[1]), "payload": try payload(arguments[2] ?? "{}"),
      ]
      return try drive(["command": "dispatch", "action": action], arguments, terminal)
    },
    Command(
      name: "jump",
      operands: [.session, Flag("N", .count(0...Int.max)).key("index").help("The action.")],
      summary: "Shows the state after an action in the running app that writes the session",
      examples: ""
    ) { arguments, terminal in
      let index = Int(arguments.operands[1]) ?? 0
      return try drive(["command": "jump", "index": JSONValue(index)], arguments, terminal)
    },
  ]

  private static func payload(_ text: String) throws -> JSONValue {
    do {
      return try JSONValue(parsing: Array(text.utf8))
    } catch {
      throw InputError.isNot("The payload", "JSON: \(error.what)")
    }
  }

  private static func drive(
    _ command: JSONValue,
    _ arguments: Arguments,
    _ terminal: Terminal
  ) throws -> ExitStatus {
    let log = try arguments.openSession(terminal).log
    let client = try LiveClient.found(besideLog: log.path)
    let words = try client.drive(command, session: log.header)
    try terminal.show(PlainAnswer(json: .string(words), statements: [words]))
    return .success
  }
}
