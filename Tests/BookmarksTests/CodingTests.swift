import BookmarksExample
import Foundation
import RewindTestSupport
import Testing

@Suite("In JSON, the bookmarks")
@MainActor
struct CodingTests {
  @Test("write their state by the names of its parts")
  func state() throws {
    let state = BookmarkState(list: [tides], pendingRefreshes: 1, isLoaded: true)
    #expect(
      try coded(state) == """
        {"isLoaded":true,"list":[{"title":"Tide tables","url":"https://tides.example"}],\
        "pendingRefreshes":1}
        """
    )
  }

  @Test("write their actions by the names of the cases")
  func actions() throws {
    #expect(try coded(BookmarkAction.onClickRefresh) == #"{"onClickRefresh":{}}"#)
    #expect(
      try coded(BookmarkAction.refresh(list: [moss])) == """
        {"refresh":{"list":[{"title":"Moss of the north","url":"https://moss.example"}]}}
        """
    )
    try coded(BookmarkAction.refresh(list: [moss, tides]))
  }
}
