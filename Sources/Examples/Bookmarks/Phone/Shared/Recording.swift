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

extension BookmarkStore {
  /// Records what is dispatched from now on.
  func record(app: String) {
    let sessions = SessionFolder(appGroup: "group.example.bookmarks")
    let recording = bookmarks.record(app: app, to: .folder(sessions), enabled: isDebugBuild)
    reducer = { [reducer] action, state in
      recording.record(action, from: state) { reducer(action, state) }
    }
  }
}
