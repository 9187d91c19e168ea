import BookmarksExample
import BookmarksFront
import Dispatch
import RewindTestSupport
import Testing

@Suite("The store of the bookmarks")
@MainActor
struct StoreTests {
  let tides = Bookmark(title: "Tide tables", url: "https://tides.example")
  let moss = Bookmark(title: "Moss of the north", url: "https://moss.example")

  /// A store that appends what it is given.
  func makeStore() -> BookmarkStore {
    let store = BookmarkStore()
    store.reducer = { action, state in
      var state = state
      if case .refresh(let list) = action { state.list += list }
      return state
    }
    return store
  }

  @Test("has a front that draws the search, the sheet, and a bookmark by itself")
  func otherScreens() {
    var state = BookmarkState(list: [tides], isLoaded: true)
    state.shown.tab = .search
    (state.shown.text, state.shown.found) = ("m", [moss])
    #expect(Screen(state).lines == ["SEARCH m", "", "  Moss of the north"])
    state.shown.isAdding = true
    #expect(Screen(state).lines.first == "NEW BOOKMARK")
    state.shown.opened = Browsing.Opened(index: 0, bookmark: tides)
    #expect(Screen(state).lines.prefix(3) == ["Tide tables", "", "  https://tides.example"])
  }

  @Test("takes actions from any thread")
  func threads() async {
    let store = makeStore()
    let action = BookmarkAction.refresh(list: [moss])
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        DispatchQueue.concurrentPerform(iterations: 100) { _ in
          store.dispatch(action)
        }
        continuation.resume()
      }
    }
    await store.settle()
    #expect(store.state.list.count == 100)
  }

  @Test(
    "notifies its observers of every state that is set, with or without an action, until they cancel"
  )
  func observers() async {
    let store = makeStore()
    var heard: [Int] = []
    let cancel = store.observe { heard.append($0.list.count) }
    store.dispatch(.refresh(list: [tides, moss]))
    await store.settle()
    store.state.list.removeLast()
    store.dispatch(.onClickRefresh)
    await store.settle()
    cancel()
    store.state = BookmarkState()
    #expect(heard == [2, 1, 1])
    #expect(store.state == BookmarkState())
  }
}
