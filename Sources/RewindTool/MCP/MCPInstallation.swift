import Foundation
import RewindJSON

/// The lines with which clients are told of a server.
struct MCPInstallation {
  /// The absolute path of the server's folder.
  let folder: String
  let program: MCPProgram

  private var tool: String { Bundle.main.executablePath ?? "rewind" }
  private var words: [String] { ["mcp", folder] + program.words }

  var text: String {
    let server: JSONValue = ["command": .string(tool), "args": JSONValue(words)]
    let command = ([tool] + words).map(\.shellWord).joined(separator: " ")
    let toml = """
      [mcp_servers.rewind]
      command = \(JSONValue.string(tool).text)
      args = \(JSONValue(words).text)
      """
    let typed: JSONValue = ["type": "stdio", "command": .string(tool), "args": JSONValue(words)]
    return """
      # Claude Code: type this.
      claude mcp add rewind -- \(command)

      # Claude Code (.mcp.json), Cursor (.cursor/mcp.json), Claude Desktop (claude_desktop_config.json):
      \((["mcpServers": ["rewind": server]] as JSONValue).prettyText)

      # Xcode's Claude agent (~/Library/Developer/Xcode/CodingAssistant/ClaudeAgentConfig/.claude.json): the same
      # entry. Xcode's Codex (.codex/config.toml in the project): as for Codex below. (Neither was ever tried here.)

      # VS Code (.vscode/mcp.json):
      \((["servers": ["rewind": typed]] as JSONValue).prettyText)

      # Codex: type this,
      codex mcp add rewind -- \(command)

      # or write it to ~/.codex/config.toml:
      \(toml)
      """
  }
}
