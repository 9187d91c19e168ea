import Foundation
import HomeListExample
import Testing

@Suite("The memory of the home list")
struct PersistenceTests {
  let storage = MemoryStorage()

  @Test("has the list and the settings, not the work under way")
  func remembers() {
    _ = Played("arrive", "more", theme(true), storage: storage)
    #expect(
      storage.text == """
        {"homeList":[\
        {"seq":12,"title":"A kettle that remembers"},\
        {"seq":11,"title":"Bread without a mixer"},\
        {"seq":10,"title":"Chairs from one board"},\
        {"seq":9,"title":"Drawing rain"},\
        {"seq":8,"title":"Eleven kinds of moss"}],\
        "settings":{"textColor":false,"titleTheme":true}}
        """
    )
  }

  @Test("is written when it changes, and only then")
  func writes() {
    _ = Played("arrive", "more", "arrive", theme(true), theme(true), "refresh", storage: storage)
    #expect(storage.writes == 3)
  }

  @Test("comes back at the next start, by an action")
  func rehydrates() {
    _ = Played("arrive", color(true), storage: storage)
    let played = Played(storage: storage)
    #expect(played.actions == ["Rehydrate", "FetchHomeList"])
    #expect(played.states[0].home.homeList.count == 5)
    #expect(played.states[0].settings == SettingsState(textColor: true))
    #expect(storage.writes == 2)
  }

  @Test("does without a storage that is out of order, and says so each time")
  func brokenStorage() {
    storage.isBroken = true
    let played = Played("arrive", storage: storage)
    #expect(played.failures.count == 2)
    #expect(played.seqs.count == 5)
  }

  @Test("is nothing when the storage holds something else")
  func damagedStorage() {
    storage.data = Data("{}".utf8)
    let played = Played("arrive", storage: storage)
    #expect(played.failures.count == 1)
    #expect(played.actions == ["FetchHomeList", "ReceiveHomeList"])
  }
}
