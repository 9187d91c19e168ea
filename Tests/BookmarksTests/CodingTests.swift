import BookmarksExample
import Foundation
import Testing

@Suite("In JSON, the bookmarks")
@MainActor
struct CodingTests {
  func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  func roundTrip<Value: Codable & Equatable>(_ value: Value) throws -> Bool {
    try JSONDecoder().decode(Value.self, from: Data(try json(value).utf8)) == value
  }

  @Test("write their state by the names of its parts")
  func state() throws {
    let state = BookmarkState(list: [tides], pendingRefreshes: 1, isLoaded: true)
    #expect(
      try json(state) == """
        {"isLoaded":true,"list":[{"title":"Tide tables","url":"https://tides.example"}],\
        "pendingRefreshes":1}
        """
    )
    #expect(try roundTrip(state))
  }

  @Test("write their actions by the names of the cases")
  func actions() throws {
    #expect(try json(BookmarkAction.onClickRefresh) == #"{"onClickRefresh":{}}"#)
    #expect(
      try json(BookmarkAction.refresh(list: [moss])) == """
        {"refresh":{"list":[{"title":"Moss of the north","url":"https://moss.example"}]}}
        """
    )
    #expect(try roundTrip(BookmarkAction.onClickRefresh))
    #expect(try roundTrip(BookmarkAction.refresh(list: [moss, tides])))
  }
}
