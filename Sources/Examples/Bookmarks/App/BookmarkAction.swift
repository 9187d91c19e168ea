/// What can happen to the bookmarks.
public enum BookmarkAction: Codable, Equatable, Sendable {
  /// The person asks for the list of the moment.
  case onClickRefresh
  /// It has come.
  case refresh(list: [Bookmark])
}
