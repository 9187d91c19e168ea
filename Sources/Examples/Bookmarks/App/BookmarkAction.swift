/// The actions of the bookmarks.
public enum BookmarkAction: Codable, Equatable, Sendable {
  /// The person requests the current list.
  case onClickRefresh
  /// The list has arrived.
  case refresh(list: [Bookmark])
  case select(tab: Browsing.Tab)
  /// A row of the list is tapped.
  case open(index: Int)
  case close
  /// The sheet for a new bookmark comes, or goes.
  case compose(isShown: Bool)
  case add(title: String, url: String)
  case remove(index: Int)
  /// The list becomes again what it was before something was added or removed.
  case undo
  /// The text of the search is another one; what is found arrives later.
  case search(text: String)
  case found(text: String, list: [Bookmark])
}
