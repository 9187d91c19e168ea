public import BookmarksExample

/// The list screen as lines of text.
public struct Screen {
  public let lines: [String]

  /// Draws a state.
  ///
  /// It stops the program when the list that has been loaded is empty: its author has never seen that.
  public init(_ state: BookmarkState) {
    let title = state.pendingRefreshes > 0 ? "BOOKMARKS (refreshing)" : "BOOKMARKS"
    guard state.isLoaded else {
      lines = [title, "", "  None yet. Type refresh."]
      return
    }
    let newest = state.list[0]
    lines =
      [title, "", "  Newest: \(newest.title)", ""]
      + state.list.map { "  \($0.title), \($0.url)" }
  }
}
