public import Foundation
public import RewindJSON

/// Messages of the Model Context Protocol, as a client of either era writes them.
public enum MCPClient {
  /// The era of a client: with a handshake, or with a version in each request.
  public enum Era: String, CaseIterable, Sendable {
    case june2025 = "2025-06-18"
    case november2025 = "2025-11-25"
    case stateless = "2026-07-28"

    /// What a client sends before its first question.
    public var opening: [JSONValue] {
      guard self != .stateless else { return [] }
      return [
        [
          "jsonrpc": "2.0", "id": "opening", "method": "initialize",
          "params": [
            "protocolVersion": .string(rawValue), "capabilities": [:],
            "clientInfo": ["name": "test", "version": "1"],
          ],
        ],
        ["jsonrpc": "2.0", "method": "notifications/initialized"],
      ]
    }

    /// A request of this era.
    public func request(
      _ id: JSONValue,
      _ method: String,
      _ parameters: KeyValuePairs<String, JSONValue> = [:],
      meta: KeyValuePairs<String, JSONValue> = [:]
    ) -> JSONValue {
      var members = JSONObject(parameters.map { ($0.key, $0.value) })
      var own = JSONObject(meta.map { ($0.key, $0.value) })
      if self == .stateless {
        own["io.modelcontextprotocol/protocolVersion"] = .string(rawValue)
        own["io.modelcontextprotocol/clientCapabilities"] = [:]
      }
      if !own.isEmpty { members["_meta"] = .object(own) }
      return ["jsonrpc": "2.0", "id": id, "method": .string(method), "params": .object(members)]
    }

    /// A call of a tool.
    public func call(
      _ id: JSONValue,
      _ tool: String,
      _ arguments: KeyValuePairs<String, JSONValue> = [:],
      meta: KeyValuePairs<String, JSONValue> = [:]
    ) -> JSONValue {
      let values = JSONValue.object(JSONObject(arguments.map { ($0.key, $0.value) }))
      return request(
        id,
        "tools/call",
        ["name": .string(tool), "arguments": values],
        meta: meta
      )
    }
  }

  /// Runs a server on lines and gives what it wrote, a value a line.
  public static func replies(
    to lines: [String],
    _ arguments: [String] = [],
    environment: [String: String] = [:],
    in folder: URL
  ) throws -> [JSONValue] {
    let run = try Program("rewind").run(
      ["mcp"] + arguments,
      input: lines.map { $0 + "\n" }.joined(),
      environment: environment,
      in: folder
    )
    guard run.exit == .status(0), run.errors.isEmpty else {
      throw Failure(description: "\(run.exit) \(run.errors)")
    }
    return try run.lines.map { try JSONValue(parsing: $0) }
  }

  /// Runs a server on the requests of a client and gives its answers by their ids.
  public static func answers(
    to requests: [JSONValue],
    _ era: Era = .stateless,
    _ arguments: [String] = [],
    environment: [String: String] = [:],
    in folder: URL
  ) throws -> [JSONValue: JSONValue] {
    let replies = try replies(
      to: (era.opening + requests).map(\.text),
      arguments,
      environment: environment,
      in: folder
    )
    return Dictionary(
      replies.filter { $0["id"] != nil }.map { ($0["id"] ?? .null, $0) },
      uniquingKeysWith: { $1 }
    )
  }

  public struct Failure: Error, CustomStringConvertible {
    public let description: String

    public init(description: String) {
      self.description = description
    }
  }
}

extension JSONValue {
  /// The text of a tool's answer.
  public var toolText: String { self["result"]?["content"]?.array?.first?["text"]?.string ?? "" }
  /// The lines of the data in a tool's answer.
  public var toolData: [String] {
    let lines = toolText.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let start = lines.firstIndex(where: { $0.hasPrefix("<<<<<<") }),
      let end = lines.lastIndex(where: { $0.hasPrefix(">>>>>>") })
    else { return [] }
    return Array(lines[(start + 1)..<end])
  }
  /// True if a tool's answer says why there is none.
  public var isToolError: Bool { self["result"]?["isError"]?.bool ?? false }
}
