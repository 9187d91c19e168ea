/// A page that somebody wants to find again.
public struct Bookmark: Codable, Equatable, Sendable {
  public let title: String
  public let url: String

  public init(title: String, url: String) {
    self.title = title
    self.url = url
  }
}

/// What the list screen reads.
public struct BookmarkState: Codable, Equatable, Sendable {
  public var list: [Bookmark]
  /// How many answers have not come yet.
  public var pendingRefreshes: Int
  /// Whether an answer has ever come.
  public var isLoaded: Bool

  public init(list: [Bookmark] = [], pendingRefreshes: Int = 0, isLoaded: Bool = false) {
    self.list = list
    self.pendingRefreshes = pendingRefreshes
    self.isLoaded = isLoaded
  }
}
