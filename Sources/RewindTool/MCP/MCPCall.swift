import RewindJSON
import RewindTimeline

/// A call of a tool with its arguments, checked against the tool's parameters.
struct MCPCall {
  let folder: MCPFolder
  /// The program that replays, as a command line names it: `--app PROGRAM … -- ARGS`.
  let program: MCPProgram
  private let values: JSONObject

  /// - Throws: ``CommandError`` that says what is wrong with an argument.
  init(
    _ tool: MCPTool,
    _ values: JSONObject,
    in folder: MCPFolder,
    by program: MCPProgram
  ) throws {
    (self.values, self.folder, self.program) = (values, folder, program)
    let known = tool.parameters.map(\.name)
    for member in values.members where member.value != .null {
      guard let parameter = tool.parameters.first(where: { $0.name == member.key }) else {
        let hint = member.key.closest(among: known)
        throw CommandError(
          "\(tool.name) has no argument \(Self.quoted(member.key)). "
            + (hint.map { "Did you mean \($0)?" }
              ?? (known.isEmpty ? "It has none." : "It has: \(known.joined(separator: ", "))."))
        )
      }
      try parameter.check(member.value)
    }
    for parameter in tool.parameters where parameter.isRequired && self[parameter.name] == nil {
      throw CommandError("\(tool.name) needs \(parameter.name): \(parameter.help)")
    }
  }

  /// Returns a client's word, short and without invisible characters.
  private static func quoted(_ word: String) -> String {
    "\"\(String(word.prefix(40)).escapedForTerminal)\""
  }

  private subscript(name: String) -> JSONValue? {
    values[name].flatMap { $0 == .null ? nil : $0 }
  }

  /// Returns a text; nil if it is not given.
  func text(_ name: String) -> String? {
    self[name].flatMap { $0.string ?? $0.int.map { "\($0)" } }
  }

  /// Returns a text as an operand of a command that takes a program's own words after `--`.
  func operand(_ name: String) -> String? {
    text(name).map { $0.hasPrefix("-") ? " \($0)" : $0 }
  }

  /// Returns an integer; nil if it is not given.
  func count(_ name: String) -> Int? { self[name]?.int }

  /// Returns a list of texts; none if it is not given.
  func texts(_ name: String) -> [String] { self[name]?.array?.compactMap(\.string) ?? [] }

  /// The session's file as the client names it.
  var fileName: String { text("file") ?? "@last" }

  /// Returns the path of the session's file, which may be read.
  func file() throws -> String { try folder.input(fileName) }

  /// Returns the words that name a session for a command that can read its stores as one.
  ///
  /// A word such as `@last` stands for all of them, as on a command line.
  func session() throws -> [String] {
    let file = try file()
    let isWhole =
      try self["stores"]?.bool
      ?? (SessionReference(fileName) != nil && SessionStores.areSeveral(besides: file))
    return [file] + (isWhole ? [Flag.stores.name] : [])
  }

  /// The session as the client names it, for the next call.
  var sessionArguments: [(String, String)] {
    [("file", fileName)] + (self["stores"]?.bool.map { [("stores", "\($0)")] } ?? [])
  }

  /// Returns the paths of the sessions' files, which may be read.
  func files() throws -> [String] { try texts("files").flatMap(folder.inputs) }

  /// Returns the path of the result's file, which may be written.
  func output(_ suffix: String) throws -> String {
    try folder.output(text("output") ?? "", suffix: suffix)
  }

  /// Returns a flag with a value for a command line; nothing if the value is not given.
  func flag(_ flag: Flag, _ name: String) -> [String] {
    text(name).map { ["\(flag.name)=\($0)"] } ?? []
  }

  /// True if there is an app that replays.
  var canReplay: Bool { !program.flags.isEmpty || EnvironmentPrograms.app != nil }

  /// Returns the words of a command that has to replay.
  func replaying(_ words: [String]) throws -> [String] {
    guard program.flags.isEmpty, EnvironmentPrograms.app == nil else { return program.words(words) }
    throw CommandError(
      "There is no app to replay with. A person has to start the server as `rewind mcp --app PROGRAM`, "
        + "or with the app in the variable REWIND_APP."
    )
  }

  /// The conditions of `never` for a command line.
  var never: [String] { texts("never").map { "\(Flag.never.name)=\($0)" } }
}

/// The program that replays, as the server's own command line names it.
struct MCPProgram {
  /// `--app PROGRAM` and its limits; empty for that of the environment.
  let flags: [String]
  /// `-- ARGS`, or nothing.
  let arguments: [String]

  /// Returns the words of a command that replays, or may replay.
  func words(_ words: [String]) -> [String] { words + flags + arguments }
}
