import Foundation
import RewindTestSupport
import Testing

/// The terminal sessions of the documentation, typed again: what stands below each command is its output.
@Suite("The documentation's transcripts", .process)
struct TranscriptTests {
  private let folder = TemporaryFolder()

  private struct Transcript {
    let command: String
    let output: String

    /// True if it shows where a program died.
    var showsCrash: Bool {
      output.contains(#/\btrap\b|Fatal error|It died in|crash(es|ed)? /#)
    }
  }

  /// All but the tutorial, which `scripts/tutorial` follows.
  private static let pages = DocumentationPage.all.filter {
    (try? $0.blocks("console").isEmpty) == false && $0.description != "Tutorial.md"
  }

  @Test("are there")
  func count() throws {
    #expect(try Self.pages.flatMap(transcripts).count > 25)
  }

  @Test("are what the commands print, one after another", arguments: pages)
  func output(page: DocumentationPage) throws {
    let products = URL(fileURLWithPath: rewind.path).deletingLastPathComponent()
    let files = FileManager.default
    try files.createSymbolicLink(
      at: folder.url.appending(path: "recordings"),
      withDestinationURL: Recordings.folder
    )
    try files.createSymbolicLink(
      at: folder.url.appending(path: "Tests"),
      withDestinationURL: Recordings.package.appending(path: "Tests")
    )
    // Where a person has built the programs, and where they were built with the tests.
    try folder.makeFolder(".build")
    try files.createSymbolicLink(
      at: folder.url.appending(path: ".build/debug"),
      withDestinationURL: products
    )
    for transcript in try transcripts(page) {
      let printed = try run(transcript.command, in: folder.url, products: products)
      // A program with a sanitizer writes no backtrace.
      if Sanitizer.isOn, transcript.output.contains("It died in") { continue }
      // The pages show debug builds, whose failed checks print a message and whose functions are not inlined.
      if Program.isOptimized, transcript.showsCrash {
        #expect(!printed.isEmpty, "\(transcript.command)")
      } else {
        #expect(printed == transcript.output, "\(transcript.command)")
      }
    }
  }

  /// The commands of a page's console blocks, each with what follows it.
  private func transcripts(_ page: DocumentationPage) throws -> [Transcript] {
    try page.blocks("console").flatMap { block in
      "\n\(block)".components(separatedBy: "\n$ ").dropFirst().map { entry in
        let lines = entry.components(separatedBy: "\n")
        var output = lines.dropFirst().joined(separator: "\n")
        if !output.isEmpty, !output.hasSuffix("\n") { output += "\n" }
        return Transcript(command: lines[0], output: output)
      }
    }
  }

  private func run(_ command: String, in folder: URL, products: URL) throws -> String {
    let shell = Process()
    let output = Pipe()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = ["-c", command]
    shell.currentDirectoryURL = folder
    shell.environment = ["PATH": "\(products.path):/usr/bin:/bin"]
      .merging(Sanitizer.environment) { $1 }
    shell.standardOutput = output
    try shell.start()
    let printed = output.fileHandleForReading.readDataToEndOfFile()
    shell.waitUntilExit()
    return String(decoding: printed, as: UTF8.self)
  }
}
