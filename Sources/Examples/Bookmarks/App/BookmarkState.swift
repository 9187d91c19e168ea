/// A bookmarked page.
public struct Bookmark: Codable, Equatable, Sendable {
  public let title: String
  public let url: String

  public init(title: String, url: String) {
    self.title = title
    self.url = url
  }
}

/// The state of the list screen, and of all that lies beside it.
public struct BookmarkState: Codable, Equatable, Sendable {
  public var list: [Bookmark]
  /// The number of pending requests.
  public var pendingRefreshes: Int
  /// True once a list has arrived.
  public var isLoaded: Bool
  /// The tab, sheet, search and undo; nil until one of them is used, as in recordings of the list alone.
  public var browsing: Browsing?

  public init(list: [Bookmark] = [], pendingRefreshes: Int = 0, isLoaded: Bool = false) {
    self.list = list
    self.pendingRefreshes = pendingRefreshes
    self.isLoaded = isLoaded
  }
}
