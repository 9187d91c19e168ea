package import BookmarksExample
package import ExampleFront
import Foundation
import Rewind
import RewindReplay

/// The whole program, from its arguments to its exit status.
@MainActor
public enum BookmarksProgram {
  /// Runs until the input ends or the person quits, or replays sessions for the `rewind` tool if that
  /// has started the program.
  public static func main() async {
    bookmarks.answerReplayRequest()
    let program = ExampleProgram(
      "bookmarks",
      "A list of bookmarks that is loaded by its own reducer.",
      lines: ["BookmarkAction.onClickRefresh", "arrive"]
    )
    let service = OfflineBookmarkService()
    let app = BookmarksApp(service: service)
    let (store, reducer) = (app.store, app.store.reducer)
    let machine = TimeMachine<BookmarkState, BookmarkAction> { action, state in
      MainActor.assumeIsolated { reducer(action, state ?? BookmarkState()) }
    }
    // Neither the printer nor the recorder sees a directly set state; the recorder detects it at the next
    // action.
    let recording = program.record(bookmarks)
    let printing = program.printing(machine.reducer)
    store.reducer = { action, state in
      recording.record(action, from: state) { printing(action, state) }
    }
    machine.attach(
      show: { state in MainActor.assumeIsolated { store.state = state } },
      dispatch: { store.dispatch($0) },
      recording: recording
    )
    await program.play(front(of: app, service), machine) { await settle(app) }
  }

  /// Makes the front of an app; ``settle(_:)`` follows each of its lines.
  package static func front(
    of app: BookmarksApp,
    _ service: OfflineBookmarkService
  ) -> Front<BookmarkState, BookmarkAction> {
    Front(
      bookmarks,
      words: [
        ("wake", "ask for the list from another thread, in the background", { wake(app) }),
        ("arrive", "let the list that was asked for arrive", { service.arrive() }),
        ("clear", "set the state to the first one", { app.store.state = BookmarkState() }),
      ],
      screen: { Screen(app.store.state).lines },
      dispatch: { app.store.dispatch($0) }
    )
  }

  /// Asks for the list from another thread, and waits until that has been done.
  private static func wake(_ app: BookmarksApp) {
    let isDone = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      app.refreshInBackground()
      isDone.signal()
    }
    isDone.wait()
  }

  /// Returns when a line has had its effect.
  ///
  /// All of it is on the main queue, in two turns: a click's action, and the task that it starts; an answer,
  /// and the action that its task dispatches.
  package static func settle(_ app: BookmarksApp) async {
    for _ in 1...2 { await app.store.settle() }
  }
}
