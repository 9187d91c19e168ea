import RewindJSON

/// The agreement of a client and a server, and the answers to all that needs no work.
struct MCPSession {
  /// The reaction of a server to a message.
  enum Reaction {
    case nothing
    case reply(JSONValue)
    /// Run a tool, and reply with its result.
    case call(MCPRequest, MCPTool, arguments: JSONObject, MCPVersion)
    /// Stop the work on the request of this id, which is not answered.
    case cancel(id: JSONValue)
  }

  let tools: [MCPTool]
  /// The version of a handshake; nil before one.
  private var agreed: MCPVersion?

  init(tools: [MCPTool]) { self.tools = tools }

  /// Returns what to do on a message.
  mutating func reaction(to message: MCPMessage) -> Reaction {
    switch message {
    case .response:
      return .nothing
    case .invalid(let fault, let id):
      return .reply(fault.reply(to: id))
    case .notification(let method, let parameters):
      guard method == "notifications/cancelled", let id = parameters["requestId"] else {
        return .nothing
      }
      return .cancel(id: id)
    case .request(let request):
      do throws(MCPFault) {
        return try reaction(to: request)
      } catch {
        return .reply(error.reply(to: request.id))
      }
    }
  }

  private mutating func reaction(to request: MCPRequest) throws(MCPFault) -> Reaction {
    switch request.method {
    case "initialize": return .reply(initialize(request).reply(to: request.id))
    case "ping" where request.meta.isEmpty || agreed != nil:
      return .reply(MCPResult([:], agreed ?? .newestWithHandshake).reply(to: request.id))
    default: break
    }
    guard Self.methods.contains(request.method) else {
      throw MCPFault(.unknownMethod, "There is no such method.")
    }
    let version = try MCPVersion.of(request, agreed: agreed)
    if request.method == "tools/call" { return try call(request, version) }
    return .reply(try result(request, version).reply(to: request.id))
  }

  private static let methods: Set<String> = [
    "server/discover", "ping", "tools/list", "tools/call", "resources/list", "resources/read",
    "resources/templates/list", "prompts/list", "prompts/get",
  ]

  private mutating func initialize(_ request: MCPRequest) -> MCPResult {
    let wanted = request.parameters["protocolVersion"]?.string.flatMap(MCPVersion.init)
    let version = wanted.flatMap { $0.hasHandshake ? $0 : nil } ?? .newestWithHandshake
    agreed = version
    return MCPResult(
      [
        "protocolVersion": .string(version.rawValue), "capabilities": Self.capabilities,
        "serverInfo": MCPResult.server, "instructions": .string(MCPGuide.instructions),
      ],
      version
    )
  }

  private static let capabilities: JSONValue = ["tools": [:], "resources": [:], "prompts": [:]]

  private func result(
    _ request: MCPRequest,
    _ version: MCPVersion
  ) throws(MCPFault) -> MCPResult {
    switch request.method {
    case "server/discover":
      return .kept(
        [
          "supportedVersions": MCPVersion.names, "capabilities": Self.capabilities,
          "instructions": .string(MCPGuide.instructions),
        ],
        version
      )
    case "tools/list":
      return .kept(["tools": .array(tools.map(\.json))], version)
    case "resources/list":
      return .kept(["resources": .array(MCPGuide.resources.map(\.json))], version)
    case "resources/templates/list":
      return .kept(["resourceTemplates": []], version)
    case "resources/read":
      let uri = request.parameters["uri"]?.string
      guard let resource = MCPGuide.resources.first(where: { $0.uri == uri }) else {
        let uris = MCPGuide.resources.map(\.uri).joined(separator: ", ")
        throw MCPFault(.invalidParameters, "There are these resources: \(uris).")
      }
      return .kept(["contents": [resource.contents]], version)
    case "prompts/list":
      return .kept(["prompts": [MCPGuide.prompt]], version)
    case "prompts/get":
      guard request.parameters["name"]?.string == MCPGuide.promptName else {
        throw MCPFault(.invalidParameters, "There is one prompt: \(MCPGuide.promptName).")
      }
      guard let file = request.parameters["arguments"]?["file"]?.string else {
        throw MCPFault(.invalidParameters, "\(MCPGuide.promptName) needs the argument file.")
      }
      return MCPResult(MCPGuide.messages(about: file), version)
    default:
      return MCPResult([:], version)
    }
  }

  private func call(_ request: MCPRequest, _ version: MCPVersion) throws(MCPFault) -> Reaction {
    guard let name = request.parameters["name"]?.string else {
      throw MCPFault(.invalidParameters, "A call needs the \"name\" of a tool.")
    }
    guard let tool = tools.first(where: { $0.name == name }) else {
      let names = tools.map { $0.name }
      let hint = name.utf8.count < 40 ? name.closest(among: names) : nil
      throw MCPFault(
        .invalidParameters,
        "There is no such tool. "
          + (hint.map { "Did you mean \($0)?" } ?? "There are: \(names.joined(separator: ", ")).")
      )
    }
    let given = request.parameters["arguments"] ?? [:]
    guard let arguments = given.object ?? (given == .null ? JSONObject() : nil) else {
      throw MCPFault(.invalidParameters, "\"arguments\" is a JSON object.")
    }
    return .call(request, tool, arguments: arguments, version)
  }
}
