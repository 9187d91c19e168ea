import RewindKit
import SwiftUI
import WidgetKit

/// Shows the newest bookmark.
///
/// It is a process of its own, and so is its session, in the folder that it shares with the app.
@main
struct BookmarksWidget: Widget {
  var body: some WidgetConfiguration {
    StaticConfiguration(kind: "bookmarks", provider: NewestProvider()) { entry in
      Text(entry.title)
    }
    .configurationDisplayName("Newest bookmark")
  }
}

struct NewestEntry: TimelineEntry {
  let date: Date
  let title: String
}

struct NewestProvider: TimelineProvider {
  func placeholder(in context: Context) -> NewestEntry { NewestEntry(date: .now, title: "…") }

  func getSnapshot(in context: Context, completion: @escaping (NewestEntry) -> Void) {
    completion(placeholder(in: context))
  }

  func getTimeline(
    in context: Context,
    completion: @escaping (Timeline<NewestEntry>) -> Void
  ) {
    nonisolated(unsafe) let complete = completion
    Task { @MainActor in complete(Timeline(entries: [newest()], policy: .never)) }
  }

  /// Plays the app's own first refresh.
  @MainActor
  private func newest() -> NewestEntry {
    let store = BookmarkStore()
    store.reducer = makeBookmarkReducer(service: OfflineBookmarkService(), dispatch: { _ in })
    store.record(app: "bookmarks-widget")
    let tides = Bookmark(title: "Tide tables", url: "https://tides.example")
    store.state = store.reducer(.refresh(list: [tides]), store.state)
    return NewestEntry(date: .now, title: store.state.list.first?.title ?? "None")
  }
}
