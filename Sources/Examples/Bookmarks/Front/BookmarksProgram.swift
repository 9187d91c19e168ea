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
    bookmarks.answerReplayRequest(screen: { .lines(Screen($0).lines) })
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
    let (front, settle) = front(of: app, service)
    await program.play(front, machine, settle: settle)
  }

  /// Makes the front of an app, with what returns when a line has had its effect.
  package static func front(
    of app: BookmarksApp,
    _ service: OfflineBookmarkService
  ) -> (front: Front<BookmarkState, BookmarkAction>, settle: () async -> Void) {
    // A list that arrives passes the reducer's task, and that takes as long as it takes.
    var (requests, searches, isArriving) = (0, 0, false)
    app.store.observe { _ in isArriving = false }
    func arrive() {
      guard requests > 0 else { return }
      (requests, isArriving) = (requests - 1, true)
      service.arrive()
    }
    func answer() {
      guard searches > 0 else { return }
      (searches, isArriving) = (searches - 1, true)
      service.answer()
    }
    func wake() {
      requests += 1
      let isDone = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        app.refreshInBackground()
        isDone.signal()
      }
      isDone.wait()
    }
    let front = Front(
      bookmarks,
      words: [
        ("wake", "ask for the list from another thread, in the background", wake),
        ("arrive", "let the list that was asked for arrive", arrive),
        ("answer", "let the answer to the oldest search arrive", answer),
        ("clear", "set the state to the first one", { app.store.state = BookmarkState() }),
      ],
      screen: { Screen(app.store.state).lines },
      dispatch: { action in
        if action == .onClickRefresh { requests += 1 }
        if case .search = action { searches += 1 }
        app.store.dispatch(action)
      }
    )
    return (front, { repeat { await app.store.settle() } while isArriving })
  }
}
