/// A service that keeps the bookmarks.
@MainActor
public protocol BookmarkService: AnyObject {
  /// The list of the moment.
  func load() async -> [Bookmark]
}

/// The service without a network: it answers when it is told to, so that sessions can be repeated.
///
/// Its first two lists grow; then, somebody has deleted everything.
public final class OfflineBookmarkService: BookmarkService {
  private var requests: [CheckedContinuation<[Bookmark], Never>] = []
  /// Answers that have been given before they were asked for.
  private var answers: [[Bookmark]] = []
  private var lists = OfflineBookmarkService.allLists

  public init() {}

  public func load() async -> [Bookmark] {
    if !answers.isEmpty { return answers.removeFirst() }
    return await withCheckedContinuation { requests.append($0) }
  }

  /// Answers the oldest question, or the next one if there is none yet.
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
