import Foundation
import RewindKit

#if DEBUG
let isDebugBuild = true
#else
let isDebugBuild = false
#endif

/// The app's store, for recordings and replays; `Front` has the same for the terminal, with another screen.
@MainActor let bookmarks = ReplayableStore(
  initial: BookmarkState(),
  actions: BookmarkAction.self,
  reduce: .actionFirst { (action: BookmarkAction, state: BookmarkState) in
    makeBookmarkReducer(service: OfflineBookmarkService(), dispatch: { _ in })(action, state)
  }
)

extension SessionFolder {
  /// The folder of the app and its widget, where the system gives them one; else the app's own.
  static var shared: SessionFolder {
    FileManager.default
      .containerURL(forSecurityApplicationGroupIdentifier: "group.example.bookmarks")
      .map { SessionFolder(folder: $0.appending(path: "Rewind/Sessions")) } ?? .standard
  }
}

extension BookmarkStore {
  /// Records what is dispatched from now on.
  func record(app: String) {
    let recording = bookmarks.record(app: app, to: .folder(.shared), enabled: isDebugBuild)
    reducer = { [reducer] action, state in
      recording.record(action, from: state) { reducer(action, state) }
    }
  }
}
