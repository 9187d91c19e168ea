import BookmarksExample
import BookmarksFront
import ExampleFront
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

/// What a script shows after the first screen.
@MainActor
func played(_ script: String...) async -> [String] {
  let service = OfflineBookmarkService()
  var output: [String] = []
  let write: (String) -> Void = { output.append($0) }
  let app = BookmarksApp(service: service)
  let terminal = BookmarksTerminal(app: app, service: service, write: write)
  let front = Front(terminal, write: write)
  front.begin()
  output = []
  for line in script where front.run(line) == .next { await terminal.settle() }
  return output
}
