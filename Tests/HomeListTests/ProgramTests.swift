import Foundation
import HomeListExample
import RewindTestSupport
import Testing

@Suite("The program home-list", .process)
struct ProgramTests {
  private let folder = TemporaryFolder()

  private let homeList = Program("home-list")

  @Test("keeps list and settings in a file between starts")
  func persist() throws {
    let file = folder.path("kept")
    _ = try homeList.run(
      "--persist",
      file,
      input: """
        arrive
        ChangeSetSwitch {"titleTheme":true}
        """
    )
    let run = try homeList.run("--log", "--persist", file, input: "settings")
    #expect(run.output.hasPrefix("### HOME ###\n"))
    #expect(run.errors.hasPrefix("action Rehydrate(state: HomeListExample.PersistedState("))
  }

  @Test("stops when the file holds something else")
  func damagedFile() throws {
    let file = try folder.file("kept", "no list")
    let run = try homeList.run(["--persist", file.path], input: "arrive", exits: 2)
    #expect(run.errors.hasPrefix("The list cannot be kept in \"\(file.path)\": "))
    #expect(try String(contentsOf: file, encoding: .utf8) == "no list")
  }
}
