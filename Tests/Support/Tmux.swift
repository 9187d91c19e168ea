import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A shell in a hidden terminal: tmux plays the terminal.
public struct Tmux: Sendable {
  private let socket: String
  private let folder: TemporaryFolder

  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  private static let program = ["/usr/bin/tmux", "/usr/local/bin/tmux", "/opt/homebrew/bin/tmux"]
    .first(where: FileManager.default.isExecutableFile(atPath:))

  /// Whether there is a tmux.
  public static var isThere: Bool { program != nil }

  /// Runs `body` with a shell in a terminal of some size, in an empty folder, which finds the package's
  /// programs by their names.
  public static func with<Result>(
    columns: Int,
    rows: Int,
    environment: [String: String] = [:],
    _ body: (Tmux) throws -> Result
  ) throws -> Result {
    try TemporaryFolder.with { folder in
      let tmux = Tmux(socket: folder.path("tmux"), folder: folder)
      let products = URL(fileURLWithPath: Program("rewind").path).deletingLastPathComponent().path
      // By `env`: what tmux is given for the session, a shell's own profile may set again. Nothing comes
      // from the surroundings of the tests, where `CI` would take the pager away.
      var variables = [
        "PATH": "\(products):/usr/bin:/bin", "PS1": "$ ", "ENV": "", "LC_ALL": "C.UTF-8",
        "TERM": "screen", "HOME": folder.url.path, "TMPDIR": NSTemporaryDirectory(),
      ]
      variables.merge(Sanitizer.environment.merging(environment) { $1 }) { $1 }
      try tmux.run(
        ["-u", "-f", "/dev/null", "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)"]
          + ["-c", folder.url.path, "/usr/bin/env", "-i"]
          + variables.map { "\($0)=\($1)" } + ["/bin/sh"]
      )
      // Asked to go, the server would wait for the end of its shell, and never hear of it where the
      // test runner has that signal blocked.
      let server = try tmux.run(["display-message", "-p", "#{pid}"])
      defer { if let server = pid_t(server.prefix { $0.isNumber }) { _ = signal(server, SIGKILL) } }
      try tmux.run(["set-option", "-g", "status", "off"])
      try tmux.run(["set-option", "-s", "set-clipboard", "on"])
      try tmux.run(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
      return try body(tmux)
    }
  }

  /// Types text as it is; a line feed is the Return key.
  public func type(_ text: String) throws {
    for (index, line) in text.components(separatedBy: "\n").enumerated() {
      if index > 0 { try press("Enter") }
      if !line.isEmpty { try run(["send-keys", "-l", "--", line]) }
    }
  }

  /// Presses keys by tmux' names: `Up`, `Escape`, `C-z`.
  public func press(_ keys: String...) throws {
    try run(["send-keys"] + keys)
  }

  /// Gives the terminal another size.
  public func resize(columns: Int, rows: Int) throws {
    try run(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
  }

  /// What the terminal shows; with the sequences that paint it, if that is wanted.
  public func screen(painted: Bool = false) throws -> String {
    try run(["capture-pane", "-p"] + (painted ? ["-e"] : []))
  }

  /// What a program has put on the terminal's clipboard.
  public func clipboard() throws -> String { try run(["show-buffer"]) }

  /// Ends a process.
  private static func signal(_ process: pid_t, _ number: CInt) -> CInt {
    #if canImport(Darwin)
    Darwin.kill(process, number)
    #elseif canImport(Glibc)
    Glibc.kill(process, number)
    #elseif canImport(Musl)
    Musl.kill(process, number)
    #endif
  }

  /// Sends a signal, by its name, to the process whose number a text is.
  public static func kill(_ signal: String, _ process: String) throws {
    let run = Process()
    run.executableURL = URL(fileURLWithPath: "/bin/sh")
    run.arguments = ["-c", "kill -s \(signal) \(process)"]
    try run.start()
    run.waitUntilExit()
  }

  /// A file in the shell's folder.
  public func file(_ name: String) throws -> String {
    try String(contentsOfFile: folder.path(name), encoding: .utf8)
  }

  /// Where a file of the shell's folder is.
  public func path(_ name: String) -> String { folder.path(name) }

  /// Looks at the terminal until it shows a text; each look takes a process, so that nothing is burnt.
  ///
  /// - Throws: ``Failure`` with what it shows instead, when the program counts as hanging.
  public func wait(for text: String) throws {
    try wait(until: text) { $0.contains(text) }
  }

  /// Looks at the terminal until what it shows is right.
  public func wait(until what: String, _ isRight: (_ screen: String) -> Bool) throws {
    let end = ContinuousClock.now + .seconds(hangingSeconds)
    var screen = ""
    repeat {
      screen = try self.screen()
      if isRight(screen) { return }
    } while .now < end
    throw Failure(description: "The terminal never showed \(what). It shows:\n\(screen)")
  }

  /// Runs tmux once and gives what it printed.
  ///
  /// Not with `Process`, which waits until a pipe of its own is closed, and the server that the first
  /// call leaves behind keeps it open.
  @discardableResult
  private func run(_ arguments: [String]) throws -> String {
    let printed = try folder.file("printed", "").path
    let words = [Self.program ?? "", "-S", socket] + arguments
    #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    #else
    var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, printed, O_WRONLY | O_TRUNC, 0)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    var child: pid_t = 0
    let code = oneStart.withLock {
      words.withCStrings { posix_spawn(&child, words[0], &actions, nil, $0, environ) }
    }
    guard code == 0 else { throw Failure(description: "tmux cannot be started: \(code).") }
    var status: CInt = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    let text = try String(contentsOfFile: printed, encoding: .utf8)
    guard status == 0 else {
      throw Failure(description: "tmux \(arguments.joined(separator: " ")): \(text)")
    }
    return text
  }
}

extension [String] {
  /// Lends the strings as C wants them: pointers, with nil after the last.
  fileprivate func withCStrings<Result>(
    _ body: ([UnsafeMutablePointer<CChar>?]) throws -> Result
  ) rethrows -> Result {
    let pointers = map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    return try body(pointers + [nil])
  }
}
