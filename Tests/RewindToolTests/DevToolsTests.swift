import Foundation
import RewindJSON
import RewindTestSupport
import Testing

@Suite("A session goes to Redux DevTools", .process)
struct DevToolsExportTests {
  @Test("with the states that were not recorded, if the app computes them")
  func unrecorded() throws {
    let log = Recordings.path("smart-home/few-states.jsonl")
    let refused = try rewind.run("export", log, "--redux-devtools", exits: 2)
    #expect(refused.errors.contains("--app APP"))
    let app = ["--app", Program("smart-home").path]
    let file = try rewind.run(["export", log, "--redux-devtools"] + app).json()
    let shown = file["computedStates"]?.array?.compactMap { $0["state"] } ?? []
    #expect(shown.count == file["stagedActionIds"]?.array?.count && Set(shown).count > 10)
  }
}
