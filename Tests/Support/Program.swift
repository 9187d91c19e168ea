public import Foundation
public import RewindJSON
import RewindTool
public import Testing

/// A built program of the package, run as a person or a script would.
public struct Program: Sendable {
  private let name: String

  public init(_ name: String) {
    self.name = name
  }

  /// True if the programs are optimized: a failed check then prints nothing, and functions are inlined.
  public static let isOptimized: Bool = {
    #if DEBUG
    false
    #else
    true
    #endif
  }()

  /// What became of a run.
  public struct Run: Sendable {
    public let output: String
    public let errors: String
    public let exit: Exit

    public init(output: String, errors: String, exit: Exit) {
      (self.output, self.errors, self.exit) = (output, errors, exit)
    }

    /// The lines of the output.
    public var lines: [String] {
      output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init).dropLast()
    }

    /// The output as one value of JSON.
    public func json() throws -> JSONValue { try JSONValue(parsing: output) }

    /// The lines of the output as values of JSON.
    public func rows() throws -> [JSONValue] { try lines.map { try JSONValue(parsing: $0) } }
  }

  public enum Exit: Hashable, Sendable {
    case status(Int32)
    /// Killed by what a failed check of Swift raises.
    case trap
    case signal(Int32)
  }

  /// The cache folder of the programs that these tests run.
  public static let cacheFolder =
    FileManager.default.temporaryDirectory
    .appending(path: "rewind-tests-\(ProcessInfo.processInfo.processIdentifier)").path

  /// The program's path.
  public var path: String { Self.productsFolder.appending(path: name).path }

  /// Runs the program until it ends: the tool within this process where nothing tells the two apart, any other
  /// in a process of its own.
  ///
  /// `ProcessContractTests` runs the tool in both ways. A command that reads its standard input, or is given an
  /// environment or a folder, has a process.
  @discardableResult
  public func run(
    _ arguments: [String],
    input: String = "",
    environment: [String: String] = [:],
    in folder: URL? = nil,
    by script: String? = nil
  ) throws -> Run {
    let readsInput = arguments.contains("-") || ["live", "mcp", "step"].contains(arguments.first)
    guard name == "rewind", input.isEmpty, environment.isEmpty, folder == nil, script == nil,
      !arguments.isEmpty, !readsInput
    else {
      return try start(
        arguments,
        input: input,
        environment: environment,
        in: folder,
        by: script
      )
    }
    return Self.captured(arguments)
  }

  /// Runs the command `rewind` in this process.
  private static func captured(_ arguments: [String]) -> Run {
    CapturedRun.useCache(in: cacheFolder)
    let run = CapturedRun.of(arguments)
    return Run(
      output: String(decoding: run.output, as: UTF8.self),
      errors: String(decoding: run.errors, as: UTF8.self),
      exit: .status(run.status)
    )
  }

  /// Runs the program in a process of its own until it ends.
  ///
  /// Input and output go through files: a pipe would have to be emptied while the program runs.
  /// Where there is a `script`, a shell runs that; in it, `"$@"` is the program with its arguments.
  public func start(
    _ arguments: [String],
    input: String = "",
    environment: [String: String] = [:],
    in folder: URL? = nil,
    by script: String? = nil
  ) throws -> Run {
    try TemporaryFolder.with { files in
      let process = Process()
      process.executableURL = URL(fileURLWithPath: script == nil ? path : "/bin/sh")
      process.arguments = (script.map { ["-c", $0, "sh", path] } ?? []) + arguments
      process.currentDirectoryURL = folder
      // A backtrace takes seconds and is not what is tested.
      process.environment = [
        "SWIFT_BACKTRACE": "enable=no", "PATH": "/usr/bin:/bin", "XDG_CACHE_HOME": Self.cacheFolder,
      ]
      .merging(Sanitizer.environment) { $1 }.merging(environment) { $1 }
      process.standardInput = try FileHandle(forReadingFrom: files.file("in", input))
      process.standardOutput = try FileHandle(forWritingTo: files.file("out", ""))
      process.standardError = try FileHandle(forWritingTo: files.file("err", ""))
      try process.start()
      process.waitUntilExit()
      return Run(
        output: try String(contentsOf: files.url.appending(path: "out"), encoding: .utf8),
        errors: try String(contentsOf: files.url.appending(path: "err"), encoding: .utf8),
        exit: Self.exit(of: process)
      )
    }
  }

  /// Runs the program until it ends.
  @discardableResult
  public func run(_ arguments: String..., input: String = "") throws -> Run {
    try run(arguments, input: input)
  }

  /// Runs the program until it ends; another exit status than the given one is an issue.
  @discardableResult
  public func run(
    _ arguments: [String],
    input: String = "",
    environment: [String: String] = [:],
    in folder: URL? = nil,
    by script: String? = nil,
    exits status: Int32,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Run {
    let run = try run(arguments, input: input, environment: environment, in: folder, by: script)
    #expect(run.exit == .status(status), "\(run)", sourceLocation: sourceLocation)
    return run
  }

  /// Runs the program until it ends; another exit status than the given one is an issue.
  @discardableResult
  public func run(
    _ arguments: String...,
    exits status: Int32,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Run {
    try run(arguments, exits: status, sourceLocation: sourceLocation)
  }

  private static func exit(of process: Process) -> Exit {
    guard process.terminationReason == .uncaughtSignal else {
      return .status(process.terminationStatus)
    }
    let isTrap = [SIGILL, SIGTRAP].contains(process.terminationStatus)
    return isTrap ? .trap : .signal(process.terminationStatus)
  }

  /// Where the package's programs lie: beside the test bundle, or beside the test program.
  private static var productsFolder: URL {
    #if os(macOS)
    Bundle(for: Marker.self).bundleURL.deletingLastPathComponent()
    #else
    Bundle.main.bundleURL
    #endif
  }

  private final class Marker {}
}

extension Process {
  /// Runs the program, one start at a time, so that ctrl-C and a closed terminal end it.
  ///
  /// Foundation on Linux waits until all copies of a socket are closed that only its program should have.
  /// A program that another thread starts meanwhile inherits it, too, and were that a browser that lives
  /// as long as the tests do, the wait would not end before them.
  ///
  /// A child ignores and blocks what its parent does. Whoever starts the tests in the background, or by
  /// `nohup`, has them ignore both signals, and Dispatch's threads, on which tests run, block most.
  public func start() throws {
    try oneStart.withLock {
      for signal in [SIGINT, SIGTERM, SIGHUP] { Foundation.signal(signal, SIG_DFL) }
      var (none, blocked) = (sigset_t(), sigset_t())
      sigemptyset(&none)
      pthread_sigmask(SIG_SETMASK, &none, &blocked)
      defer { pthread_sigmask(SIG_SETMASK, &blocked, nil) }
      try run()
    }
  }
}

/// Held by whoever starts a program.
let oneStart = NSLock()
