import Foundation
import RewindLog
import RewindSession
import RewindText

extension Command {
  private static let install = Flag("--install")
    .help("Print the lines for the configuration of clients; writes nothing.")
  private static let skill = Flag("--skill", .folder)
    .help("Write SKILL.md, which tells an agent when and how to ask, to this folder; no more.")
  private static let drive = Flag("--drive")
    .help("Let agents dispatch and jump in the running app, by way of `rewind live`.")

  static let mcp = Command(
    name: "mcp",
    operands: [Flag("[DIR]", .folder)],
    summary: "Serves sessions to agents (Model Context Protocol)",
    flags: Flag.replaying + [install, skill, drive],
    isForAgents: false,
    details: """
      A server of the Model Context Protocol on standard input and output, for programs that fix
      code. Its tools are the commands that ask about sessions. An answer has at most 20,000 characters, marks
      what comes from a log as data, and mostly ends with the call to make next. The resource
      rewind://guide is one page on the way from a crash to a fix, the prompt fix_crash begins it;
      rewind://expressions is on conditions.

      @last, @2 are sessions in DIR; if that has none, those of the app, and otherwise all of this machine.

      Only sessions in DIR (the current folder) and those that recorders wrote on this machine are
      read. minimize, edit, test, decoders and explore write new files in DIR; no file is replaced. Only the
      program of --app is replayed with, or that of REWIND_APP.

      --install prints the lines for well-known clients.
      """,
    examples: """
      mcp --install --app .build/debug/memory-tunes
        how to tell your client of this server
      mcp recordings/memory-tunes --app .build/debug/memory-tunes < requests.jsonl
        answers requests from a file
      """
  ) { arguments, terminal in
    let folder = arguments[0] ?? "."
    guard folder.isFolder else { throw InputError.notAFolder(folder) }
    let program = try arguments.programOfServer()
    if arguments.has(install) {
      terminal.print(text: MCPInstallation(folder: folder.resolvedPath, program: program).text)
      return .success
    }
    if let skills = arguments[skill] { return try write(skills, terminal) }
    guard FileManager.default.changeCurrentDirectoryPath(folder) else {
      throw InputError.cannotBeRead(folder, .last)
    }
    let (input, output) = try takeStandardStreams()
    let app = program.flags.first { $0.flag.name == Flag.app.name }
      .map { URL(fileURLWithPath: $0.value).lastPathComponent }
    MCPServer(
      MCPFolder(".", scope: SessionCatalog.Scope(isOfFolder: arguments[0] != nil, app: app)),
      by: program,
      MCPTool.all + (arguments.has(drive) ? MCPTool.driving : []),
      from: input,
      to: output
    ).run()
    return .success
  }

  /// Writes an agent's skill to a folder.
  private static func write(_ folder: String, _ terminal: Terminal) throws -> ExitStatus {
    let path = "\(folder)/SKILL.md"
    guard !FileManager.default.fileExists(atPath: path) else {
      throw InputError.exists(path, choose: skill.name)
    }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try PrivateFile.write(Array(MCPGuide.skill.utf8), to: path, isShared: true)
    terminal.print("Written to \(path.escapedForTerminal).")
    return .success
  }

  /// Takes standard input and output for messages: whatever else is printed goes to standard error, and
  /// nothing else reads.
  private static func takeStandardStreams() throws -> (input: CInt, output: CInt) {
    let (input, output) = (fcntl(0, F_DUPFD_CLOEXEC, 3), fcntl(1, F_DUPFD_CLOEXEC, 3))
    let null = open("/dev/null", O_RDONLY | O_CLOEXEC)
    guard input >= 0, output >= 0, null >= 0, dup2(null, 0) == 0, dup2(2, 1) == 1 else {
      throw InputError.cannotBeRead("Standard input", .last)
    }
    return (input, output)
  }
}

extension Arguments {
  /// Returns the program that replays for a server, which works in another folder; it need not exist yet.
  fileprivate func programOfServer() throws -> MCPProgram {
    var flags: [(flag: Flag, value: String)] = []
    if let app = self[.app] {
      let isPath = app.contains("/") && !app.hasPrefix("/")
      let here = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
      let absolute =
        try SimulatedApp(app) != nil
        ? SimulatedApp.absolute(app, in: here) ?? app
        : isPath ? here.appending(path: app).standardizedFileURL.path : app
      flags.append((.app, absolute))
    }
    for flag in [Flag.timeLimit, .memoryLimit] { flags += self[flag].map { [(flag, $0)] } ?? [] }
    guard rest.isEmpty || has(.app) else { throw InputError.needs("--", Flag.app.usage) }
    return MCPProgram(flags: flags, arguments: rest)
  }
}
