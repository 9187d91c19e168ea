#if os(macOS) || os(Linux)
import Foundation
import RewindTestSupport
import Testing

/// The README's terminal sessions, typed again: what stands below each command is what comes out.
@Suite("The README's transcripts")
struct ReadmeTranscriptTests {
  struct Transcript: CustomStringConvertible {
    let command: String
    let output: String
    var description: String { command }
  }

  /// The commands that begin with `rewind` in the README's console blocks, with what follows them.
  static let transcripts: [Transcript] = {
    let readme = Recordings.folder.deletingLastPathComponent().appending(path: "README.md")
    guard let text = try? String(contentsOf: readme, encoding: .utf8) else { return [] }
    return text.components(separatedBy: "```console\n").dropFirst().flatMap { block in
      let body = block.components(separatedBy: "```")[0]
      return body.components(separatedBy: "$ ").dropFirst().compactMap { entry -> Transcript? in
        let lines = entry.components(separatedBy: "\n")
        guard lines[0].hasPrefix("rewind ") else { return nil }
        let output = lines.dropFirst().joined(separator: "\n")
        // A program with a sanitizer writes no backtrace.
        if Sanitizer.isOn, output.contains("It died in") { return nil }
        return Transcript(command: lines[0], output: output)
      }
    }
  }()

  @Test("are there")
  func count() {
    #expect(Self.transcripts.count >= 2)
  }

  @Test("are what the tool prints", arguments: transcripts)
  func output(transcript: Transcript) throws {
    let shell = Process()
    let output = Pipe()
    let products = URL(fileURLWithPath: Program("rewind").path).deletingLastPathComponent().path
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    // Where a person has built the programs, and where they were built with the tests.
    let command = transcript.command.replacingOccurrences(of: ".build/debug", with: products)
    shell.arguments = ["-c", command]
    shell.currentDirectoryURL = Recordings.folder.deletingLastPathComponent()
    shell.environment = ["PATH": "\(products):/usr/bin:/bin"].merging(Sanitizer.environment) { $1 }
    shell.standardOutput = output
    try shell.run()
    let printed = output.fileHandleForReading.readDataToEndOfFile()
    shell.waitUntilExit()
    let text = String(decoding: printed, as: UTF8.self)
    #expect(text == transcript.output)
  }
}
#endif
