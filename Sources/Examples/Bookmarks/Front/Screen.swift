package import BookmarksExample

/// The screen as lines of text.
package struct Screen {
  package let lines: [String]

  /// Draws a state.
  ///
  /// It stops the program if the loaded list is empty, a case that its author has never seen.
  package init(_ state: BookmarkState) {
    if let opened = state.shown.opened {
      lines = [opened.bookmark.title, "", "  \(opened.bookmark.url)", "", "  [Remove]  [Undo]"]
      return
    }
    if state.shown.isAdding {
      lines = ["NEW BOOKMARK", "", "  Title", "  Address"]
      return
    }
    if state.shown.tab == .search {
      lines = ["SEARCH \(state.shown.text)", ""] + state.shown.found.map { "  \($0.title)" }
      return
    }
    let title = state.pendingRefreshes > 0 ? "BOOKMARKS (refreshing)" : "BOOKMARKS"
    guard state.isLoaded else {
      lines = [title, "", "  None yet. Type BookmarkAction.onClickRefresh."]
      return
    }
    let newest = state.list[0]
    lines =
      [title, "", "  Newest: \(newest.title)", ""]
      + state.list.map { "  \($0.title), \($0.url)" }
  }
}
