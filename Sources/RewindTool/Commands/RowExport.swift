import Foundation
import RewindLog
import RewindReports

/// The tables of `rewind export --rows`.
struct RowExport {
  let rows: SessionRows
  /// The file with the triage's result.
  let triage: String?

  /// The number of sessions with faults that are named one by one.
  private static let namedLimit = 3

  func run(_ arguments: Arguments, _ terminal: Terminal) throws {
    let folder = try folder(arguments)
    let paths = try SessionFiles.expand(arguments.operands, terminal)
    let tables = [rows.actions, rows.sessions]
    let outputs = tables.map { "\(folder)/\($0.fileName)" }
    for output in outputs {
      try arguments.checkIsNew(output)
      try arguments.checkIsNoInput(output, of: paths)
    }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let files = try outputs.map { try PrivateFile.Part(of: $0) }
    Signals.beforeExit { [parts = files.map(\.part)] in for part in parts { unlink(part) } }
    defer { Signals.beforeExit(nil) }
    let count = try write(paths, to: files, terminal)
    for file in files { try file.finish() }
    let words = "\(counted(paths.count, "session")), \(counted(count, "action"))"
    terminal.printWrapped("\(outputs[0]), \(tables[1].fileName): \(words).")
  }

  private func folder(_ arguments: Arguments) throws -> String {
    guard var folder = arguments[.output] else { throw InputError.missing("-o DIR") }
    if folder == "-" { throw InputError.standardStream("-o DIR") }
    while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
    if FileManager.default.fileExists(atPath: folder), !folder.isFolder {
      throw InputError.notAFolder(folder)
    }
    return folder
  }

  /// Writes the rows of sessions, and returns the number of actions.
  private func write(
    _ paths: [String],
    to files: [PrivateFile.Part],
    _ terminal: Terminal
  ) throws -> Int {
    let progress = Progress()
    var (actions, faults, strangers) = (0, 0, 0)
    for (number, path) in paths.enumerated() {
      progress.show("session \(number + 1) of \(paths.count), \(actions) actions")
      let (fault, isGrouped) = try rows.read(
        path,
        action: {
          actions += 1
          try files[0].put($0)
        },
        session: { try files[1].put($0) }
      )
      if !isGrouped { strangers += 1 }
      guard let fault else { continue }
      faults += 1
      if faults <= Self.namedLimit {
        terminal.warn("rewind: \(fault.escapedForTerminal)")
      }
    }
    if faults > Self.namedLimit {
      let more = counted(faults - Self.namedLimit, "more session")
      terminal.warn("rewind: Of \(more), not all could be read: see the column damage.")
    }
    if let triage { terminal.warn(of: strangers, of: paths.count, notIn: triage) }
    return actions
  }
}

extension Terminal {
  /// Warns of sessions that a triage's result lacks.
  func warn(of count: Int, of total: Int, notIn triage: String) {
    guard count > 0 else { return }
    let all = counted(total, "session")
    let which = count == total ? "None of the \(all) is" : "\(count) of \(all) are not"
    warn("rewind: \(which) in \(triage.escapedForTerminal), and so without a group.")
  }
}

extension TriageResult {
  /// Reads what `rewind triage --json` has printed into a file.
  static func read(_ path: String) throws -> TriageResult {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    do {
      let text = String(decoding: data, as: UTF8.self)
      return try TriageResult(text, in: FileManager.default.currentDirectoryPath)
    } catch {
      throw InputError.isNot(path, "an output of `rewind triage --json`: \(error)")
    }
  }
}
