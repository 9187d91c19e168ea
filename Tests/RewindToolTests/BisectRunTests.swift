import Foundation
import RewindTestSupport
import Testing

@Suite("rewind bisect run", .process)
struct BisectRunTests {
  private let folder = TemporaryFolder()

  @Test("ends with the command when it is interrupted", .timeLimit(.minutes(hangingMinutes)))
  func stopped() throws {
    let pipe = folder.path("pipe")
    mkfifo(pipe, 0o600)
    let tool = Process()
    let errors = Pipe()
    tool.executableURL = URL(fileURLWithPath: rewind.path)
    tool.arguments = [
      "bisect", win, "run", "--", "sh", "-c", "exec 3> \(pipe); echo x >&3; sleep 1000",
    ]
    tool.standardError = errors
    tool.standardOutput = FileHandle.nullDevice
    try tool.start()
    let listener = try FileHandle(forReadingFrom: URL(fileURLWithPath: pipe))
    _ = try #require(try listener.read(upToCount: 1))
    kill(tool.processIdentifier, SIGINT)
    _ = try listener.readToEnd()
    let words = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    tool.waitUntilExit()
    // A shell calls this status 130, and ends the loop around the tool as well.
    #expect(tool.terminationReason == .uncaughtSignal)
    #expect(tool.terminationStatus == SIGINT)
    #expect(words == "rewind: Stopped after 0 runs of the command.\n")
  }
}
