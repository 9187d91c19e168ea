import Foundation
import RewindDiagnosis

extension Arguments {
  /// Returns the program that `--app` names, or the environment; the words after `--` are its own,
  /// unless they are a command that classifies states.
  func program() throws -> ReplayProgram {
    guard let app else { throw CommandError(missingProgram) }
    return try program(app)
  }

  /// Returns a program as `--app` names it.
  func program(_ app: String) throws -> ReplayProgram {
    let own = judgesByCommand ? [] : rest
    if let script = ReplayScript.named(app) {
      return ReplayProgram(script, named: app, arguments: own)
    }
    let (time, memory) = (timeLimit ?? .seconds(10), memoryLimit ?? 2_048 << 20)
    if let simulated = try SimulatedApp(app) {
      return ReplayProgram(
        [try simulated.executable()] + own,
        named: app,
        in: try simulated.simulator(),
        timeLimit: time,
        memoryLimit: memory
      )
    }
    return ReplayProgram(
      [try Self.executable(app)] + own,
      named: app,
      timeLimit: time,
      memoryLimit: memory
    )
  }

  /// The app that `--app` names, or the environment; nil if neither does.
  var app: String? { self[.app] ?? EnvironmentPrograms.app }

  /// Returns the replay program for a command that does not require one: the one given by `--app`, or
  /// that of the environment, if it is built.
  func optionalProgram() throws -> ReplayProgram? {
    let isBuilt = EnvironmentPrograms.app.map(FileManager.default.isExecutableFile) ?? false
    return try has(.app) || isBuilt ? program() : nil
  }

  /// The time of `--time-limit`; nil if it was not given.
  var timeLimit: Duration? { seconds(.timeLimit) }

  /// The bytes of `--memory-limit`; nil if it was not given.
  var memoryLimit: Int? { count(.memoryLimit).map { $0 << 20 } }

  /// Returns the path of a program, found as a shell finds it: a word with a slash is a path, any other
  /// is searched in the folders of `PATH`.
  static func executable(_ name: String) throws -> String {
    func isProgram(_ path: String) -> Bool {
      FileManager.default.isExecutableFile(atPath: path) && !path.isFolder
    }
    if name.contains("/") {
      guard !isProgram(name) else { return name }
      throw NoProgram(
        description: name.isFolder
          ? "\(name) is a folder. Give the path of the program in it."
          : FileManager.default.fileExists(atPath: name)
            ? "\(name) cannot be executed. If it is the app's program, run chmod +x \(name.shellPath)."
            : "\(name): no such program. Build it first, and give its path."
      )
    }
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    if let path = folders.map({ "\($0)/\(name)" }).first(where: isProgram) { return path }
    throw NoProgram(
      description: isProgram("./\(name)")
        ? "\(name): no such program in PATH. For the one in this folder, write ./\(name)."
        : "\(name): no such program in PATH. Give its path, with a slash in it."
    )
  }
}

extension ReplayProgram {
  /// Returns the program as it is typed in a command line, with other flags before its own arguments.
  func words(with flags: [String] = []) -> String {
    let own = arguments.isEmpty ? [] : ["--"] + arguments.map(\.shellWord)
    return (["--app \(name.shellWord)"] + flags + own).joined(separator: " ")
  }
}

/// A reason why there is no program to start.
struct NoProgram: Error, CustomStringConvertible {
  let description: String
}
