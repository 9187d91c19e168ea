import Foundation
import RewindLog
import RewindReports
import RewindText
import RewindTimeline

extension Command {
  static let actionType = Flag("--action TYPE", .text)
    .help("The app's type of action, such as AppAction (any Action).")
  static let moduleImport = Flag("--import MODULE", .text).repeated.help("A module that it needs.")

  private static let states = Flag("--states")
    .help("A function for states, too, if they are not Codable.")

  static let decoders = Command(
    name: "decoders",
    operands: [.sessions],
    summary: "Writes Swift that decodes recorded actions",
    flags: [actionType, moduleImport, states] + Flag.writing(".swift"),
    details: """
      Recording works with actions of any type; replaying has to decode them. Types that are
      Codable are listed; each of the others gets a function that calls the memberwise
      initializer, with all cases, whether they were recorded or not, since the log tells the
      types. It is a starting point: change it where an initializer differs. With --states,
      replays of a state that is not Codable can begin at any index. Without -o it is printed.
      """,
    examples: """
      decoders recordings/memory-tunes/win.jsonl
        the list of its types, which are Codable
      """
  ) { arguments, terminal in
    let timelines = try arguments.openSessionsOfOneApp(terminal)
    let progress = Progress()
    let options = DecoderSource.Options(
      action: try arguments.swiftType(actionType),
      modules: try arguments.modules(),
      writesStates: arguments.has(states)
    )
    let source = try DecoderSource.read(timelines, options) { progress.show("action \($0)") }
    if arguments[.output] == nil {
      terminal.print(text: String(source.text.dropLast()))
    } else {
      let path = try arguments.outputPath()
      try PrivateFile.write(Array(source.text.utf8), to: path, isShared: true)
      terminal.print("Written to \(path).")
    }
    if !source.leftOut.isEmpty {
      let names = source.leftOut.map(\.escapedForTerminal).joined(separator: ", ")
      terminal.warn("rewind: Left out, as the file says: \(names).")
    }
    return .success
  }
}

extension Arguments {
  /// Opens all named sessions, which must be of one app and store.
  fileprivate func openSessionsOfOneApp(_ terminal: Terminal) throws -> [Timeline] {
    let paths = try SessionFiles.expand(operands, terminal)
    let timelines = try paths.map { try openSession($0, terminal) }
    let apps = timelines.map { [$0.log.header.app, $0.log.header.store].compactMap(\.self) }
    if let other = apps.firstIndex(where: { $0 != apps[0] }) {
      let names = [0, other].map { "\(paths[$0]) is of \(apps[$0].joined(separator: ", "))" }
      throw CommandError(
        "Decoders are for the actions of one store: \(names.joined(separator: ", "))."
      )
    }
    return timelines
  }

  /// Returns the modules of `--import`.
  func modules() throws -> [String] {
    try all(Command.moduleImport).map { name in
      guard name.swiftModule != nil else {
        throw InputError.takes("--import", "the name of a module", not: name)
      }
      return name
    }
  }

  /// Returns the type that a flag gives.
  func swiftType(_ flag: Flag) throws -> String? {
    guard let name = self[flag] else { return nil }
    guard name.allSatisfy({ $0.isLetter || $0.isNumber || "_.<>, &".contains($0) }), !name.isEmpty
    else { throw InputError.takes(flag.name, "a Swift type", not: name) }
    return name
  }
}
