/// The state of all but the list.
public struct Browsing: Codable, Equatable, Sendable {
  public enum Tab: String, Codable, Sendable {
    case list
    case search
  }

  /// The bookmark that is shown by itself.
  public struct Opened: Codable, Equatable, Sendable {
    /// Its index in the list when it was opened.
    public let index: Int
    public let bookmark: Bookmark

    public init(index: Int, bookmark: Bookmark) { (self.index, self.bookmark) = (index, bookmark) }
  }

  public var tab = Tab.list
  public var opened: Opened?
  /// True while the sheet for a new bookmark is shown.
  public var isAdding = false
  public var text = ""
  public var found: [Bookmark] = []
  /// The lists before each addition and removal, the last one at the end.
  public var earlier: [[Bookmark]] = []

  public init() {}
}

extension BookmarkState {
  /// The state of all but the list, also before any of it was used.
  public var shown: Browsing {
    get { browsing ?? Browsing() }
    set { browsing = newValue }
  }

  /// Applies an action that loads nothing.
  mutating func browse(_ action: BookmarkAction) {
    switch action {
    case .select(let tab): shown.tab = tab
    case .open(let index): shown.opened = Browsing.Opened(index: index, bookmark: list[index])
    case .close: shown.opened = nil
    case .compose(let isShown): shown.isAdding = isShown
    case .add(let title, let url):
      shown.earlier.append(list)
      list.append(Bookmark(title: title, url: url))
      (isLoaded, shown.isAdding) = (true, false)
    case .remove(let index):
      // The bug: the list may be another one since the bookmark was opened.
      shown.earlier.append(list)
      list.remove(at: index)
      shown.opened = nil
    case .undo: list = browsing?.earlier.popLast() ?? list
    case .found(let text, let list):
      // An answer to what is not searched any more comes too late.
      if text == shown.text { shown.found = list }
    case .search(let text): (shown.text, shown.found) = (text, [])
    case .onClickRefresh: pendingRefreshes += 1
    case .refresh(let list):
      self.list = list
      pendingRefreshes -= 1
      isLoaded = true
    }
  }
}
