import RewindJSON

/// A command as a question that a client can ask.
struct MCPTool: Sendable {
  let command: Command
  /// The arguments that a client may give.
  let parameters: [Flag]

  init(_ command: Command) {
    self.command = command
    parameters = (command.operands + command.flags).filter(\.isForAgents)
  }

  /// Every tool that only asks, in the order of the list.
  static let all = Command.all.filter(\.isForAgents).map(MCPTool.init)
  /// The tools that drive the running app.
  static let driving = Command.driving.map(MCPTool.init)

  var name: String { command.name }

  /// True if a call has to say what a parameter is.
  func requires(_ parameter: Flag) -> Bool {
    (command.required + command.operands.filter { $0.count.lowerBound > 0 })
      .contains { $0.key == parameter.key }
  }

  /// Answers a call; a reason why there is no answer is one as well.
  func answer(_ values: JSONObject, in folder: MCPFolder, by program: MCPProgram) -> MCPAnswer {
    let call: MCPCall
    do {
      call = try MCPCall(self, values, in: folder, by: program)
    } catch {
      return .refusal(Invocation.lines(error))
    }
    do {
      let answer = try command.answer(call.arguments)
      var shown = try call.show(answer)
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
      ("properties", .object(JSONObject(parameters.map { ($0.key, $0.schema) }))),
    ])
    let required = parameters.filter(requires).map(\.key)
    if !required.isEmpty { schema["required"] = JSONValue(required) }
    let isDriving = Self.driving.contains { $0.name == name }
    let isReading = !isDriving && !parameters.contains { $0.kind.isOutput }
    return [
      "name": .string(name), "description": .string(command.summary),
      "inputSchema": .object(schema),
      "annotations": isReading ? ["readOnlyHint": true] : ["destructiveHint": false],
    ]
  }
}

extension ValueKind {
  /// True for a file that a command writes.
  var isOutput: Bool { if case .output = self { true } else { false } }

  /// The JSON Schema of the values, without their descriptions.
  fileprivate var schema: JSONValue {
    switch self {
    case .toggle: ["type": "boolean"]
    case .count: ["type": "integer"]
    case .seconds: ["type": "number"]
    case .index, .range: ["type": ["integer", "string"]]
    case .choice(let choices): ["enum": JSONValue(choices)]
    default: ["type": "string"]
    }
  }
}

extension Flag {
  /// The JSON Schema of the values.
  fileprivate var schema: JSONValue {
    let one = kind.schema
    var schema =
      repeats ? JSONObject([("type", "array"), ("items", one)]) : one.object ?? JSONObject()
    schema["default"] = agentDefault.map { JSONValue($0) }
    schema["description"] = .string(description)
    return .object(schema)
  }

  private var description: String {
    switch kind {
    case .output(""): "A new folder."
    case .output(let suffix): "A new file, *\(suffix)"
    // A default for people is in parentheses.
    default:
      (agentDefault == nil ? help : String(help.prefix { $0 != "(" })).replacing("--", with: "")
    }
  }

  /// Returns the words of a value that a client gives.
  ///
  /// - Throws: ``InputError`` that says what is expected.
  func words(_ value: JSONValue) throws -> [String] {
    if repeats, let values = value.array { return try values.flatMap(word) }
    return try word(value)
  }

  private func word(_ value: JSONValue) throws -> [String] {
    switch (kind, value) {
    case (.toggle, .bool(let isGiven)): return isGiven ? [""] : []
    case (.toggle, _): throw InputError.takes(key, "true or false", not: value.text)
    case (.index, .number), (.range, .number), (.count, .number), (.seconds, .number):
      return [value.text]
    case (_, .string(let text)): return [text]
    default:
      throw InputError.takes(key, repeats ? "an array of strings" : "a string", not: value.text)
    }
  }
}
