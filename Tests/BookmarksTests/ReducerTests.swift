import BookmarksExample
import RewindInputs
import Testing

@Suite("The reducer of the bookmarks")
@MainActor
struct ReducerTests {
  let service = OfflineBookmarkService()
  let dispatched = Dispatched()
  var reducer: BookmarkReducer {
    makeBookmarkReducer(service: service) { [dispatched] in dispatched.add($0) }
  }

  @Test("replaces the old list by the one that has come")
  func refresh() {
    let state = reducer(
      .refresh(list: [moss]),
      BookmarkState(list: [tides], pendingRefreshes: 2)
    )
    #expect(state == BookmarkState(list: [moss], pendingRefreshes: 1, isLoaded: true))
  }

  @Test("starts a task on the click that loads and dispatches the list")
  func click() async {
    let store = BookmarkStore()
    store.reducer = makeBookmarkReducer(service: service) { [weak store] in store?.dispatch($0) }
    store.dispatch(.onClickRefresh)
    await store.settle()
    #expect(store.state == BookmarkState(pendingRefreshes: 1))

    await withCheckedContinuation { continuation in
      store.observe { _ in continuation.resume() }
      service.arrive()
    }
    #expect(store.state == BookmarkState(list: [tides, moss], isLoaded: true))
  }

  @Test("starts nothing in a replay")
  func replay() {
    let replay = NoEffects()
    let state = Recorded.with(source: replay) {
      reducer(.onClickRefresh, BookmarkState())
    }
    #expect(state == BookmarkState(pendingRefreshes: 1))
    #expect(replay.names == ["load bookmarks"])
    #expect(dispatched.actions == [])
  }
}
