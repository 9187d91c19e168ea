import Foundation
import RewindJSON
import RewindTestSupport

/// A simulator with one installed app, by a program that stands for `xcrun`; no Mac is needed, and none
/// was asked.
struct FakeSimulator {
  enum Fault: String {
    case noSimctl = "no-simctl"
    case slow
    case dies
    case interrupts
  }

  let folder: TemporaryFolder
  private let fault: Fault?
  private let search: String

  static let bundle = "com.example.app"
  static let device = "iPhone 15 Pro"
  private static let programs = Recordings.fixture("Simulator").path

  /// - Parameters:
  ///   - folder: Where the simulator and the app's folder are made.
  ///   - program: The path of the program that is the app.
  ///   - fault: What goes wrong.
  ///   - isBooted: Whether the simulator is running.
  ///   - hasXcrun: Whether the machine has Xcode.
  /// - Throws: Errors of the file system.
  init(
    in folder: TemporaryFolder,
    with program: String,
    fault: Fault? = nil,
    isBooted: Bool = true,
    hasXcrun: Bool = true
  ) throws {
    (self.folder, self.fault) = (folder, fault)
    search = "\(hasXcrun ? "\(Self.programs):" : "")/usr/bin:/bin"
    if isBooted { try folder.file("name", Self.device) }
    let files = FileManager.default
    try files.createDirectory(at: app, withIntermediateDirectories: true)
    try files.createSymbolicLink(
      at: app.appending(path: "The App"),
      withDestinationURL: URL(fileURLWithPath: program)
    )
    try write(information: Self.information(executable: "The App"))
    let apps = folder.url.appending(path: "apps")
    try files.createDirectory(at: apps, withIntermediateDirectories: true)
    try files.createSymbolicLink(at: apps.appending(path: Self.bundle), withDestinationURL: app)
  }

  /// The app's folder, with all that a shell would take for more than a word.
  var app: URL { folder.url.appending(path: "An App; exit 3 @ $HOME.app") }

  /// Writes the app's Info.plist.
  func write(information: String) throws {
    try Data(information.utf8).write(to: app.appending(path: "Info.plist"))
  }

  static func information(executable: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0"><dict>
      <key>CFBundleIdentifier</key><string>\(bundle)</string>
      <key>CFBundleExecutable</key><string>\(executable)</string>
    </dict></plist>
    """
  }

  /// Runs the tool on the simulator's machine, in the folder that holds it.
  func run(_ arguments: [String]) throws -> Program.Run {
    let path = folder.url.path
    var environment = ["PATH": search, "FAKE_SIMULATOR": path, "XDG_STATE_HOME": path]
    environment["FAKE_SIMULATOR_FAULT"] = fault?.rawValue
    return try rewind.run(arguments, environment: environment, in: folder.url)
  }

  /// The calls of simctl, word by word.
  func calls() throws -> [[String]] {
    try lines("calls").map { line in
      try JSONValue(parsing: line).array?.compactMap(\.string) ?? []
    }
  }

  /// The processes of the app so far.
  func processes() throws -> [pid_t] { try lines("processes").compactMap { pid_t($0) } }

  private func lines(_ name: String) throws -> [String] {
    guard FileManager.default.fileExists(atPath: folder.path(name)) else { return [] }
    return try folder.text(name)
      .split(separator: "\n").map(String.init)
  }
}
