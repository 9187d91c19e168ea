import RewindJSON

/// A call of a tool with its arguments, checked against the tool's parameters.
struct MCPCall {
  let tool: MCPTool
  let folder: MCPFolder
  /// The command's own arguments.
  let arguments: Arguments
  /// True if there is an app that replays.
  let canReplay: Bool
  /// What the client gave.
  private let values: JSONObject

  /// - Throws: ``InputError`` that says what is wrong with an argument.
  init(
    _ tool: MCPTool,
    _ values: JSONObject,
    in folder: MCPFolder,
    by program: MCPProgram
  ) throws {
    (self.tool, self.values, self.folder) = (tool, values, folder)
    let command = tool.command
    try Self.checkKeys(values, of: tool)
    canReplay = !program.flags.isEmpty || EnvironmentPrograms.app != nil
    var texts: [String: [String]] = [:]
    for parameter in tool.parameters {
      let value = values[parameter.key] ?? .null
      let words =
        try value == .null
        ? parameter.agentDefault.map { ["\($0)"] } ?? [] : parameter.words(value)
      for word in words { try parameter.kind.check(word, of: parameter.key) }
      if tool.requires(parameter), words.isEmpty {
        throw CommandError("\(tool.name) needs \(parameter.key): \(parameter.help)")
      }
      if !words.isEmpty {
        texts[parameter.key] = try words.flatMap { try folder.words($0, for: parameter) }
      }
    }
    let searchesCrash = command.name == Command.bisect.name && texts[Flag.never.key] == nil
    guard canReplay || !(searchesCrash || command.required.contains { $0.name == Flag.app.name })
    else {
      throw CommandError(
        "There is no app to replay with. A person has to start the server as `rewind mcp --app PROGRAM`, "
          + "or with the app in the variable REWIND_APP."
      )
    }
    for (flag, value) in program.flags where command.flags.contains(where: { $0.name == flag.name })
    {
      texts[flag.key] = [value]
    }
    var arguments = try Arguments(texts, rest: program.arguments, for: command)
    try arguments.resolveSessions(of: command)
    self.arguments = arguments
  }

  private static func checkKeys(_ values: JSONObject, of tool: MCPTool) throws {
    let known = tool.parameters.map(\.key)
    for member in values.members where member.value != .null && !known.contains(member.key) {
      let hint = member.key.closest(among: known)
      // A client's word, short and without invisible characters.
      let word = String(member.key.prefix(40)).escapedForTerminal
      throw CommandError(
        "\(tool.name) has no argument \"\(word)\". "
          + (hint.map { "Did you mean \($0)?" } ?? "It has: \(known.joined(separator: ", ")).")
      )
    }
  }

  subscript(key: String) -> JSONValue? { values[key].flatMap { $0 == .null ? nil : $0 } }

  /// Returns a text; nil if it is not given.
  func text(_ key: String) -> String? { self[key].map { $0.string ?? $0.text } }

  /// Returns the call of another tool with some arguments, and with those of this call that mean the same there.
  func next(_ command: Command, _ own: [String: JSONValue] = [:]) -> MCPNext {
    let next = MCPTool(command)
    let arguments = next.parameters.compactMap { parameter -> (String, JSONValue)? in
      let isShared = tool.parameters.contains {
        $0.key == parameter.key && $0.kind == parameter.kind
      }
      let value = own[parameter.key] ?? (isShared ? self[parameter.key] : nil)
      return value.map { (parameter.key, $0) }
    }
    return MCPNext(tool: next.name, arguments: arguments)
  }
}

/// The program that replays, as the server's own command line names it.
struct MCPProgram {
  /// `--app PROGRAM` and its limits; empty for that of the environment.
  let flags: [(flag: Flag, value: String)]
  /// The program's own arguments.
  let arguments: [String]

  /// The words that name it in a command line.
  var words: [String] {
    flags.flatMap { [$0.flag.name, $0.value] } + (arguments.isEmpty ? [] : ["--"] + arguments)
  }
}

extension MCPFolder {
  /// Returns the words of a command line for one that a client gives.
  ///
  /// - Throws: ``InputError`` if it names a file that may not be read or written.
  fileprivate func words(_ word: String, for parameter: Flag) throws -> [String] {
    switch parameter.kind {
    case .session:
      let path = try input(word)
      // The logs of a crash reporter's event are searched in the folder.
      if path.hasSuffix(".json") { _ = try folder(".") }
      return [word.hasPrefix("@") ? word : path]
    case .sessions where parameter.repeats: return try inputs(word)
    case .sessions: return word.isFolder ? [try folder(word)] : [try input(word)]
    case .folder: return [try folder(word)]
    case .output(let suffix): return [try output(word, suffix: suffix)]
    case .file, .program: throw CommandError("\(parameter.key) is not for agents.")
    default: return [word]
    }
  }
}
