/// A service that stores the bookmarks.
@MainActor
public protocol BookmarkService: AnyObject {
  /// Loads the current list.
  func load() async -> [Bookmark]
  /// Finds what the text occurs in, among all pages.
  func search(_ text: String) async -> [Bookmark]
}

/// The service without a network, which responds on command, so that sessions can be repeated.
///
/// Its first two lists grow; then someone has deleted everything.
public final class OfflineBookmarkService: BookmarkService {
  private let (loads, searches) = (Gate<[Bookmark]>(), Gate<Void>())
  private var lists = OfflineBookmarkService.allLists

  public init() {}

  public func load() async -> [Bookmark] { await loads.wait() }

  public func search(_ text: String) async -> [Bookmark] {
    await searches.wait()
    let pages = OfflineBookmarkService.allLists[1]
    return pages.filter { $0.title.lowercased().contains(text.lowercased()) }
  }

  /// Responds to the oldest request, or to the next one if there is none yet.
  public func arrive() { loads.open(lists.isEmpty ? [] : lists.removeFirst()) }

  /// Responds to the oldest search, or to the next one.
  public func answer() { searches.open(()) }

  private static let allLists: [[Bookmark]] = {
    let first = [
      Bookmark(title: "Tide tables", url: "https://tides.example"),
      Bookmark(title: "Moss of the north", url: "https://moss.example"),
    ]
    return [first, [Bookmark(title: "Paper lamps", url: "https://lamps.example")] + first, []]
  }()
}

/// Holds the requests until their responses come; both are in order.
@MainActor
private final class Gate<Response: Sendable> {
  private var requests: [CheckedContinuation<Response, Never>] = []
  /// Responses that were given before their requests.
  private var responses: [Response] = []

  func wait() async -> Response {
    if !responses.isEmpty { return responses.removeFirst() }
    return await withCheckedContinuation { requests.append($0) }
  }

  func open(_ response: Response) {
    if requests.isEmpty {
      responses.append(response)
    } else {
      requests.removeFirst().resume(returning: response)
    }
  }
}
