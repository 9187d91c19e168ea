import Foundation
import RewindReports
import RewindText

extension Command {
  private static let folder = Flag("-o", .folder).help("The new package's folder.")
  private static let package = Flag("--package SOURCE", .text)
    .help("The package with the app's reducers: a folder or an address (APP, beside DIR).")
  private static let recorder = Flag("--rewind SOURCE", .text)
    .help("Rewind's package: a folder or an address (the one this tool was built in).")
  private static let replayableStore = Flag("--store EXPR", .text)
    .help("Swift for the app's ReplayableStore; or, without FILE, a library: \(adapters).")

  private static let adapters = StoreAdapter.all.map(\.name).joined(separator: ", ")

  static let initialize = Command(
    name: "init",
    operands: [Flag("[FILE]", .session)],
    summary: "Writes a package to replay apps that cannot run on this machine",
    required: [folder],
    flags: [folder, package, moduleImport, recorder, replayableStore, actionType],
    isForAgents: false,
    details: """
      `rewind` cannot launch an app on a phone. But its reducers run anywhere: the package has a
      program that replays with them, and decoders for the actions of the session (see `rewind
      help decoders`). Build it, and pass it to --app. Name the app's reducer in main.swift or
      with --store, where recordedActions() stands for its actions.

      Without FILE, it prints the Swift file that attaches a library's store: --store tca is for The
      Composable Architecture. Without anything, in an app's package, it finds the reducer and the
      store, and shows the lines to add.
      """,
    examples: """
      init recordings/memory-tunes/win.jsonl -o replay --package ../game --import MemoryTunes
        then: swift build --package-path replay
      init --store tca
        Feature().recorded(by: recording)
      init
        in the app's package: the three lines that attach its store
      """
  ) { arguments, terminal in
    if arguments.operands.isEmpty, arguments[replayableStore] == nil, arguments[folder] == nil,
      let app = AppPackage(in: FileManager.default.currentDirectoryPath)
    {
      return try attach(app, terminal)
    }
    if arguments.operands.isEmpty {
      let text = try adapter(arguments[replayableStore]).text
      guard arguments[folder] != nil else {
        terminal.print(text: text.trimmingCharacters(in: .newlines))
        return .success
      }
      let path = try arguments.newFolder(folder)
      try write(text, to: URL(fileURLWithPath: path), of: path)
      terminal.print("Written to \(path).")
      return .success
    }
    let timeline = try arguments.openSession(terminal)
    let path = try arguments.newFolder(folder)
    let given = try arguments.modules()
    let modules = given.isEmpty ? [ReplayHostPackage.module(of: timeline.log.header)] : given
    let package = try ReplayHostPackage(
      timeline.log.header,
      decoders: DecoderSource.read(
        [timeline],
        DecoderSource.Options(action: arguments.swiftType(actionType), modules: modules)
      ),
      app: arguments[package].map { ReplayHostPackage.Location(typed: $0, for: path) },
      modules: modules,
      rewind: arguments[recorder].map { ReplayHostPackage.Location(typed: $0, for: path) }
        ?? .ofThisTool(for: path),
      store: arguments[replayableStore]
    )
    for (name, text) in package.files {
      try write(text, to: URL(fileURLWithPath: path).appending(path: name), of: path)
      terminal.print("Written to \(path)/\(name).")
    }
    terminal.print()
    let sources = package.modules.joined(separator: ", ")
    terminal.printWrapped(
      "The reducers come from \(sources) in \(package.app.text.escapedForTerminal): check main.swift. Then"
    )
    terminal.print()
    terminal.printCommand("  swift build --package-path \(path.shellPath)")
    let program = "\(path)/.build/debug/\(package.program)".shellWord
    terminal.printCommand("  rewind verify \(arguments.operands[0].shellPath) --app \(program)")
    for (flag, location) in [(recorder, package.rewind), (Command.package, package.app)] {
      guard let folder = location.missingFolder(for: path) else { continue }
      terminal.warn(
        """
        rewind: \(folder) has no package. Give its location with \(flag.name), or change \
        \(path)/Package.swift.
        """
      )
    }
    return .success
  }

  private static func adapter(_ name: String?) throws -> StoreAdapter {
    guard let name else {
      throw CommandError("Missing FILE, or --store \(adapters): the library to attach.")
    }
    guard let adapter = StoreAdapter.all.first(where: { $0.name == name }) else {
      throw CommandError("Missing FILE. Without one, --store names a library: \(adapters).")
    }
    return adapter
  }

  private static func write(_ text: String, to file: URL, of package: String) throws {
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try text.write(to: file, atomically: true, encoding: .utf8)
    } catch {
      throw CommandError(
        "\(package) cannot be written: \((error as NSError).localizedDescription) Choose another -o."
      )
    }
  }
}

extension Arguments {
  /// Returns the folder that a flag names, which must not exist yet.
  fileprivate func newFolder(_ flag: Flag) throws -> String {
    guard let path = self[flag], !path.isEmpty else {
      throw InputError.missing("\(flag.name) DIR")
    }
    guard !FileManager.default.fileExists(atPath: path) else {
      throw InputError.exists(path, choose: flag.name)
    }
    return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }
}
