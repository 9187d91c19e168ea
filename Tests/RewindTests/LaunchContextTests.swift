import Foundation
import Rewind
import RewindTestSupport
import Testing

@Suite("A run of a program", .process)
struct LaunchContextTests {
  @Test(
    "is detected from the environment",
    arguments: [
      ([:], ["/Applications/Shop"], .app),
      (["XCODE_RUNNING_FOR_PREVIEWS": "1"], ["Shop"], .preview),
      (["XCODE_RUNNING_FOR_PREVIEWS": "0"], ["Shop"], .app),
      (["XCTestConfigurationFilePath": ""], ["Shop"], .test),
      ([:], ["/build/ShopPackageTests.xctest"], .test),
      ([:], ["/usr/libexec/swiftpm-testing-helper", "--test-bundle-path"], .test),
      ([:], ["/build/tests", "--testing-library", "swift-testing"], .test),
      ([:], [], .app),
      ([:], ["Shop", "--rewind-replay"], .replay),
      ([:], ["--rewind-replay"], .app),
    ] as [([String: String], [String], LaunchContext)]
  )
  func kind(environment: [String: String], arguments: [String], kind: LaunchContext) {
    #expect(LaunchContext(environment: environment, arguments: arguments) == kind)
  }

  @Test("of tests does not fill a folder of sessions, unless that is asked for")
  func folder() throws {
    try TemporaryFolder.with { folder in
      let sessions = SessionFolder(folder: folder.url)
      for isAsked in [false, true] {
        let recorder = Recorder(
          app: "counter",
          to: .folder(sessions),
          options: .init(recordsPreviewsAndTests: isAsked)
        )
        #expect(recorder.attach(Counter.self).isEnabled == isAsked)
        recorder.close()
      }
      #expect(sessions.all.count == 1)
    }
  }

  @Test("for a replay that is not answered records nothing, and says what is missing")
  func unanswered() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("log.jsonl")
      let run = try Program("kill-target").run(path, "exit", "3", "--rewind-replay", exits: 3)
      #expect(run.errors.contains("call answerReplayRequest() first thing in main"))
      #expect(!FileManager.default.fileExists(atPath: path))
    }
  }
}
