import Foundation
import RewindTestSupport
import Testing

@Suite("scripts/check-archive", .process)
struct CheckArchiveTests {
  private let folder = TemporaryFolder()

  @Test(
    "tells a program with the recorder from one without, stripped or not",
    arguments: ["kill-target", "noop-app"],
    [false, true]
  )
  func programs(name: String, isStripped: Bool) throws {
    guard !isStripped || Toolchain.isInstalled("strip") else { return }
    let archive = folder.path("Shop.xcarchive")
    let app = archive + "/Shop app"
    try FileManager.default.createDirectory(atPath: app, withIntermediateDirectories: true)
    try folder.file("Shop.xcarchive/notes.txt", "RewindJSON, named in a text")
    let program = Toolchain.products.appending(path: name).path
    try FileManager.default.copyItem(atPath: program, toPath: app + "/Shop")
    if isStripped {
      #expect(try Toolchain.run("strip", [app + "/Shop"]).exit == .status(0))
    }
    let run = try Toolchain.checkArchive(archive)
    let hasNone = name == "noop-app"
    #expect(run.exit == .status(hasNone ? 0 : 1), "\(run)")
    let none = "No recorder in \"\(archive)\". Programs: 1, files: 2.\n"
    #expect(run.output.hasPrefix(hasNone ? none : "\(app)/Shop: names of the recorder: "))
  }

  @Test("tells the recorder's resources, and an app's own names from the recorder's")
  func names() throws {
    let names = "_$s4Tape6RewindV _$s4Tape6Rewind_ _$s16RewindJSONReader RewindJSONReader"
    let program = folder.url.appending(path: "Tape")
    try Data([0xCF, 0xFA, 0xED, 0xFE] + Array(names.utf8)).write(to: program)
    #expect(try Toolchain.checkArchive(folder.url.path).exit == .status(0))
    let bundle = folder.path("rewind_Rewind.bundle")
    try FileManager.default.createDirectory(atPath: bundle, withIntermediateDirectories: true)
    let run = try Toolchain.checkArchive(folder.url.path)
    #expect(run.exit == .status(1) && run.lines.first == "\(bundle): the recorder's resources")
  }

  @Test("says what it cannot look at")
  func mistakes() throws {
    let text = try folder.file("notes.txt", "RewindJSON").path
    let zip = try folder.file("Shop.ipa", "PK\u{3}\u{4}").path
    for (app, message) in [
      ("--fast", "Unexpected option \"--fast\". See scripts/check-archive --help."),
      (folder.path("none"), "There is no \"\(folder.path("none"))\"."),
      (text, "\"\(text)\" has no program in it. Files: 1."),
      (zip, "\"\(zip)\" is compressed: unzip it, and look at the folder."),
    ] {
      let run = try Toolchain.checkArchive(app)
      #expect(run.exit == .status(2) && run.errors == "check-archive: \(message)\n", "\(run)")
    }
  }
}
