import Foundation
import RewindLive
import RewindTestSupport
import Testing

@Suite("The address of a window")
struct LiveAddressTests {
  @Test("is read from a file of this user beside the log, and from nothing else")
  func file() throws {
    try TemporaryFolder.with { folder in
      let window = LiveWindow.environment(inReleaseBuilds: true)
      #expect(window.address(besideLogsIn: folder.url.path) == nil)
      let file = try folder.file(".rewind-live", "http://127.0.0.1:4711/0af9/\n").path
      #expect(window.address(besideLogsIn: folder.url.path)?.port == 4711)
      if geteuid() == 0 {
        // Only root can give a file away.
        #expect(chown(file, 65_534, 65_534) == 0)
        #expect(window.address(besideLogsIn: folder.url.path) == nil)
      }
      try FileManager.default.removeItem(atPath: file)
      #expect(mkfifo(file, 0o600) == 0)
      #expect(window.address(besideLogsIn: folder.url.path) == nil)
    }
  }

  @Test("is what `rewind live` prints")
  func parts() throws {
    let address = try #require(LiveAddress("http://127.0.0.1:4711/0af9/\n"))
    #expect((address.host, address.port, address.token) == ("127.0.0.1", 4711, "0af9"))
    #expect(LiveAddress("http://localhost:1/a")?.host == "127.0.0.1")
  }

  @Test(
    "is nothing else",
    arguments: [
      "", "http://", "127.0.0.1:1/a", "https://127.0.0.1:1/a/", "http://127.0.0.1/a/",
      "http://127.0.0.1:99999/a/", "http://127.0.0.1:1/", "http://127.0.0.1:1/a b/",
      "http://127.0.0.1:1/a\r\nX: y/", "http://127.0.0.1:1/a/b/",
    ]
  )
  func others(text: String) {
    #expect(LiveAddress(text) == nil)
  }
}
