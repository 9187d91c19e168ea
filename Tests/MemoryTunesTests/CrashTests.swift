import Foundation
import MemoryTunesExample
import RewindTestSupport
import Testing

/// Exit tests need child processes, which only the computers among Apple's platforms have.
#if os(macOS) || os(Linux)
@Suite("A game of Memory Tunes crashes", .exits)
struct CrashTests {
  @Test("when a category is chosen that does not exist")
  func category() async {
    await #expect(processExitsWith: .failure) { withoutBacktrace { _ = Played(choose(7)) } }
    await #expect(processExitsWith: .failure) { withoutBacktrace { _ = Played(choose(-1)) } }
  }

  @Test("when a card is turned over before there are any")
  func emptyBoard() async {
    await #expect(processExitsWith: .failure) { withoutBacktrace { _ = Played(flip(3)) } }
  }

  @Test("when a tap lands while pictures are being fetched")
  func whileFetching() async {
    await #expect(processExitsWith: .failure) { withoutBacktrace { _ = Played("play", flip(3)) } }
  }

  @Test("when a player goes on tapping after a win")
  func afterWinning() async {
    await #expect(processExitsWith: .failure) {
      withoutBacktrace { _ = Played("play", "arrive", "solve", flip(3)) }
    }
  }
}
#endif
