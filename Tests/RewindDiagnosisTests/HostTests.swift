import Foundation
import RewindDiagnosis
import RewindTestSupport
import Testing

@Suite("An app that answers the tool", .process)
struct HostTests {
  @Test("greets before it has read the request to its end", .timeLimit(.minutes(hangingMinutes)))
  func greeting() throws {
    let app = Process()
    let (request, answer) = (Pipe(), Pipe())
    app.executableURL = URL(fileURLWithPath: Program("minefield").path)
    app.arguments = [ReplayProgram.argument]
    (app.standardInput, app.standardOutput) = (request, answer)
    try app.start()
    let writer = request.fileHandleForWriting
    try writer.write(
      contentsOf: Data("{\"rewind\":1,\"replay\":1,\"session\":\"s\",\"states\":\"none\"}\n".utf8)
    )
    let greeting = try answer.fileHandleForReading.read(upToCount: 16) ?? Data()
    #expect(String(decoding: greeting, as: UTF8.self) == #"{"rewind":1,"rep"#)
    try writer.write(
      contentsOf: Data(
        "{\"index\":1,\"action\":{\"type\":\"Move.tick\",\"payload\":{\"tick\":{}}}}".utf8
      )
    )
    try writer.close()
    let rest = try answer.fileHandleForReading.readToEnd() ?? Data()
    app.waitUntilExit()
    let lines = String(decoding: rest, as: UTF8.self).split(separator: "\n").dropFirst()
    #expect(
      Array(lines) == [
        #"{"index":1,"action":{"type":"Move.tick"}}"#, #"{"end":"closed","index":1}"#,
      ]
    )
  }
}
