import RewindKit
import SwiftUI

@main
enum Main {
  static func main() {
    bookmarks.answerReplayRequest()
    BookmarksPhone.main()
  }
}

struct BookmarksPhone: App {
  private let app = BookmarksApp(service: SlowBookmarkService())

  init() {
    app.store.record(app: "bookmarks")
  }

  var body: some Scene {
    WindowGroup { BookmarksView(store: app.store) }
  }
}

/// Responds by itself, half a second later.
final class SlowBookmarkService: BookmarkService {
  private let offline = OfflineBookmarkService()

  func load() async -> [Bookmark] {
    try? await Task.sleep(for: .milliseconds(500))
    offline.arrive()
    return await offline.load()
  }

  func search(_ text: String) async -> [Bookmark] {
    try? await Task.sleep(for: .milliseconds(500))
    offline.answer()
    return await offline.search(text)
  }
}
