#if os(Linux)
import Foundation
import RewindTestSupport
import Testing

/// A program that contains Swift's runtime, as `--static-swift-stdlib` links it for a server.
@Suite("An app that contains the runtime", .process, .timeLimit(.minutes(hangingMinutes)))
struct StaticProgramTests {
  private let folder = TemporaryFolder()

  /// Takes the last of a list: two functions do so, and both die of an empty one.
  private static let app = ##"""
    #if canImport(Glibc)
    import Glibc
    #endif
    @inline(never) func lastPaid(_ list: [Int]) -> Int { list[list.count - 1] }
    @inline(never) func lastOpen(_ list: [Int]) -> Int { list[list.count - 1] }
    setvbuf(stdout, nil, _IOLBF, 0)
    print(#"{"rewind":1,"replay":1,"actions":["Clear","Pay","Open"]}"#)
    let states = (readLine() ?? "").contains(#""states":"none""#)
    var (list, index) = ([1], "0")
    if !states { print(#"{"after":0,"state":[1]}"#) }
    while let line = readLine() {
      if line.hasPrefix(#"{"after""#) { list = line.contains("[1]") ? [1] : [] }
      guard line.hasPrefix(#"{"index":"#) else { continue }
      index = String(line.dropFirst(9).prefix { $0 != "," })
      let type = line.contains("Clear") ? "Clear" : line.contains("Pay") ? "Pay" : "Open"
      print(#"{"index":\#(index),"action":{"type":"\#(type)"}}"#)
      switch type {
      case "Clear": list = []
      case "Pay": list = [lastPaid(list)]
      default: list = [lastOpen(list)]
      }
      if !states { print(#"{"after":\#(index),"state":\#(list)}"#) }
    }
    print(#"{"end":"closed"}"#)

    """##

  /// The compiler on `PATH` that has a runtime to be linked into a program; nil if there is none.
  private static let compiler: URL? =
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    .map { URL(fileURLWithPath: "\($0)/swiftc") }
    .first {
      let tools = $0.resolvingSymlinksInPath().deletingLastPathComponent()
      let runtime = tools.appending(path: "../lib/swift_static/linux/libswiftCore.a")
      return FileManager.default.fileExists(atPath: runtime.standardizedFileURL.path)
    }

  private static func compile(in folder: TemporaryFolder) throws -> String {
    let process = Process()
    process.executableURL = compiler
    process.arguments = [
      "-Onone", "-g", "-static-stdlib", try folder.file("main.swift", app).path, "-o",
      folder.path("app"), "-module-cache-path", folder.path("modules"),
    ]
    (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    try process.start()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return folder.path("app")
  }

  @Test(
    "tells in which function it died, though it cannot find the runtime's backtracer itself",
    .enabled(if: compiler != nil, "needs a compiler with a static runtime"),
    .needsBacktraces
  )
  func functions() throws {
    let app = try Self.compile(in: folder)
    for (type, function) in [("Pay", "lastPaid(_:)"), ("Open", "lastOpen(_:)")] {
      var session = SessionFile(app: "till", start: [1])
      session.add(1, "Clear", [:], state: [])
      session.add(2, type, [:], state: nil)
      _ = try session.write(to: folder, as: "\(type).jsonl")
      let run = try rewind.run(["bisect", "\(type).jsonl", "--app", app], in: folder.url, exits: 0)
      #expect(run.output.contains("culprit 1  Clear"), "\(run.output)")
      #expect(run.output.contains("It died in \(function)"), "\(run.output)")
    }
  }
}
#endif
