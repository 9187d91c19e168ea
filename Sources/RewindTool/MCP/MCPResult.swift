import RewindJSON

/// The results of requests, in the form of a version of the protocol.
struct MCPResult {
  private var members: JSONObject
  private let version: MCPVersion

  /// The seconds for which a client may keep a list: they change with a new version of the tool only.
  private static let keptSeconds = 3_600

  /// Makes a result of the members of an object.
  init(_ object: JSONValue, _ version: MCPVersion) {
    (members, self.version) = (object.object ?? JSONObject(), version)
  }

  /// Makes a result that a client may keep for a while.
  static func kept(_ object: JSONValue, _ version: MCPVersion) -> MCPResult {
    var result = MCPResult(object, version)
    if version == .stateless {
      result.members["ttlMs"] = JSONValue(keptSeconds * 1_000)
      result.members["cacheScope"] = "public"
    }
    return result
  }

  /// The name and version of this server.
  static let server: JSONValue = ["name": "rewind", "title": "Rewind", "version": "1"]

  /// Returns the answer to the request of an id.
  func reply(to id: JSONValue) -> JSONValue {
    var members = members
    if version == .stateless {
      members["resultType"] = "complete"
      members["_meta"] = ["io.modelcontextprotocol/serverInfo": Self.server]
    }
    return ["jsonrpc": "2.0", "id": id, "result": .object(members)]
  }
}
