import BookmarksExample
import Dispatch
import Testing

@Suite("The store of the bookmarks")
@MainActor
struct StoreTests {
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

  @Test("reduces later, on the main thread, in the order of dispatch")
  func hops() async {
    let store = makeStore()
    store.dispatch(.refresh(list: [tides]))
    store.dispatch(.refresh(list: [moss]))
    #expect(store.state.list == [])
    await store.settle()
    #expect(store.state.list == [tides, moss])
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

  @Test("lets its reducer be swapped while the state stays")
  func swappedReducer() async {
    let store = makeStore()
    store.dispatch(.refresh(list: [tides, moss]))
    await store.settle()
    store.reducer = { _, state in
      var state = state
      state.list.reverse()
      return state
    }
    store.dispatch(.onClickRefresh)
    await store.settle()
    #expect(store.state.list == [moss, tides])
  }

  @Test("is freed when it is not referenced")
  func freed() async {
    var app: BookmarksApp? = BookmarksApp(service: OfflineBookmarkService())
    weak let witness = app?.store
    app?.store.dispatch(.refresh(list: [tides]))
    await witness?.settle()
    #expect(witness?.state.list == [tides])
    app = nil
    #expect(witness == nil)
  }
}
