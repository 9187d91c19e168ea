import RewindJSON

/// A revision of the protocol.
enum MCPVersion: String, CaseIterable {
  /// No handshake: each request says the version and what the client can.
  case stateless = "2026-07-28"
  case november2025 = "2025-11-25"
  case june2025 = "2025-06-18"

  /// The names of all, the newest first.
  static let names = JSONValue(allCases.map(\.rawValue))

  /// True if a session begins with `initialize`.
  var hasHandshake: Bool { self != .stateless }

  /// The newest version that begins with `initialize`.
  static let newestWithHandshake = november2025

  private static let key = "io.modelcontextprotocol/protocolVersion"
  private static let capabilitiesKey = "io.modelcontextprotocol/clientCapabilities"

  /// The version that a request names, or on which a handshake agreed.
  static func of(_ request: MCPRequest, agreed: MCPVersion?) throws(MCPFault) -> MCPVersion {
    guard let value = request.meta[key] else {
      if let agreed { return agreed }
      throw MCPFault(
        .invalidParameters,
        "A request needs params._meta with \"\(key)\" and \"\(capabilitiesKey)\", unless `initialize` came before."
      )
    }
    guard let name = value.string else {
      throw MCPFault(
        .invalidParameters,
        "\"\(key)\" is a string, such as \"\(stateless.rawValue)\"."
      )
    }
    guard let version = MCPVersion(rawValue: name), !version.hasHandshake || version == agreed
    else {
      throw MCPFault(
        .unsupportedVersion,
        "This version of the protocol is not supported.",
        data: ["supported": names, "requested": .string(name)]
      )
    }
    guard version.hasHandshake || request.meta[capabilitiesKey]?.object != nil else {
      throw MCPFault(.invalidParameters, "params._meta needs an object \"\(capabilitiesKey)\".")
    }
    return version
  }
}
