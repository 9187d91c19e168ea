/// A service that stores the bookmarks.
@MainActor
public protocol BookmarkService: AnyObject {
  /// Loads the current list.
  func load() async -> [Bookmark]
}

/// The service without a network, which responds on command, so that sessions can be repeated.
///
/// Its first two lists grow; then someone has deleted everything.
public final class OfflineBookmarkService: BookmarkService {
  private var requests: [CheckedContinuation<[Bookmark], Never>] = []
  /// Responses that were given before their requests.
  private var answers: [[Bookmark]] = []
  private var lists = OfflineBookmarkService.allLists

  public init() {}

  public func load() async -> [Bookmark] {
    if !answers.isEmpty { return answers.removeFirst() }
    return await withCheckedContinuation { requests.append($0) }
  }

  /// Responds to the oldest request, or to the next one if there is none yet.
  public func arrive() {
    let list = lists.isEmpty ? [] : lists.removeFirst()
    if requests.isEmpty {
      answers.append(list)
    } else {
      requests.removeFirst().resume(returning: list)
    }
  }

  private static let allLists: [[Bookmark]] = {
    let first = [
      Bookmark(title: "Tide tables", url: "https://tides.example"),
      Bookmark(title: "Moss of the north", url: "https://moss.example"),
    ]
    return [first, [Bookmark(title: "Paper lamps", url: "https://lamps.example")] + first, []]
  }()
}
