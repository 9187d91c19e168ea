import RewindTimeline

extension Command {
  /// What agents may do in the running app, where a person allows it; people do the same in the stepper.
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
      try drive("dispatch \(arguments.operands[1]) \(arguments[2] ?? "")", arguments, terminal)
    },
    Command(
      name: "jump",
      operands: [.session, Flag("N", .count(0...Int.max)).key("index").help("The action.")],
      summary: "Shows the state after an action in the running app that writes the session",
      examples: ""
    ) { arguments, terminal in
      try drive("jump \(arguments.operands[1])", arguments, terminal)
    },
  ]

  private static func drive(
    _ line: String,
    _ arguments: Arguments,
    _ terminal: Terminal
  ) throws -> ExitStatus {
    let log = try arguments.openSession(terminal).log
    let client = try LiveClient.found(besideLog: log.path)
    let words = try client.drive(AppCommand.json(line, at: 0), session: log.header)
    try terminal.show(PlainAnswer(json: .string(words), statements: [words]))
    return .success
  }
}
