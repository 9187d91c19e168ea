import MemoryTunesExample
import MemoryTunesFront
import RewindTestSupport
import Testing

@Suite("The front of Memory Tunes")
struct FrontTests {
  @Test("draws menu, categories and board")
  func screens() throws {
    try expectScreens(of: "memory-tunes") { (state: AppState) in Screen(state).lines }
  }
}
