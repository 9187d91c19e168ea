import BookmarksExample
import BookmarksFront
import Foundation
import RewindInputs

@MainActor let tides = Bookmark(title: "Tide tables", url: "https://tides.example")
@MainActor let moss = Bookmark(title: "Moss of the north", url: "https://moss.example")

/// Stands in for a replay: effects are counted, and do not happen.
final class NoEffects: InputSource, @unchecked Sendable {
  private let lock = NSLock()
  private var skipped: [String] = []

  let isOpen = true
  var names: [String] { lock.withLock { skipped } }

  func read<Value: Codable>(_ name: String, live: () throws -> Value) rethrows -> Value {
    try live()
  }

  func effect(_ name: String, perform: () -> Void) {
    lock.withLock { skipped.append(name) }
  }
}

/// Keeps what is dispatched, from any thread.
final class Dispatched: @unchecked Sendable {
  private let lock = NSLock()
  private var kept: [BookmarkAction] = []

  var actions: [BookmarkAction] { lock.withLock { kept } }

  func add(_ action: BookmarkAction) {
    lock.withLock { kept.append(action) }
  }
}

let click = "BookmarkAction.onClickRefresh"

/// What a script prints after the first screen.
@MainActor
func played(_ script: String...) async -> [String] {
  let service = OfflineBookmarkService()
  let app = BookmarksApp(service: service)
  var output: [String] = []
  let (front, settle) = BookmarksProgram.front(of: app, service)
  front.write = { output.append($0) }
  var lines = script[...]
  await front.play(lines: { lines.popFirst() }, settle: settle)
  return Array(output.dropFirst(3))
}
