import RewindJSON

/// A question that a client can ask: a command of this tool, with the arguments that a program needs.
struct MCPTool: Sendable {
  enum Effect {
    case reads
    /// Starts the app; writes nothing.
    case replays
    /// Starts the app and writes a new file.
    case writes
  }

  let name: String
  let summary: String
  let effect: Effect
  let parameters: [MCPParameter]
  /// Returns the command that answers, and its words.
  let command: @Sendable (MCPCall) throws -> (Command, [String])
  /// Returns what a reader with little room gets of the command's answer.
  let show: @Sendable (Answer, MCPCall) throws -> MCPAnswer

  /// Answers a call; a reason why there is no answer is one as well.
  func answer(_ values: JSONObject, in folder: MCPFolder, by program: MCPProgram) -> MCPAnswer {
    let (call, question): (MCPCall, (command: Command, words: [String]))
    do {
      call = try MCPCall(self, values, in: folder, by: program)
      question = try command(call)
    } catch {
      return .refusal(Invocation.lines(error))
    }
    do {
      let answer = try question.command.answer(Arguments(question.words, for: question.command))
      var shown = try show(answer, call)
      shown.warnings = answer.warnings
      return shown
    } catch {
      return .failure(Invocation.lines(error))
    }
  }

  /// The entry in the list of tools.
  var json: JSONValue {
    var schema = JSONObject([
      ("type", "object"),
      ("properties", .object(JSONObject(parameters.map { ($0.name, $0.schema) }))),
      ("additionalProperties", false),
    ])
    let required = parameters.filter(\.isRequired).map(\.name)
    if !required.isEmpty { schema["required"] = JSONValue(required) }
    return [
      "name": .string(name), "description": .string(summary), "inputSchema": .object(schema),
      "annotations": [
        "readOnlyHint": .bool(effect != .writes), "destructiveHint": false,
        "idempotentHint": .bool(effect != .writes), "openWorldHint": false,
      ],
    ]
  }

  static func named(_ name: String) -> MCPTool? { all.first { $0.name == name } }
}
