/// The actions of the bookmarks.
public enum BookmarkAction: Codable, Equatable, Sendable {
  /// The person requests the current list.
  case onClickRefresh
  /// The list has arrived.
  case refresh(list: [Bookmark])
}
