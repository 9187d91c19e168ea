import Foundation
import Rewind
import Testing

/// A cache with a lock, which the recorder does not read.
private final class Cache {
  let lock = NSLock()
  var pages = 1
}

private struct Library {
  var caches = [Cache(), Cache()]
  var book: Book? = Book()
  struct Book {
    var pages = Cache()
    var title = "{\"$rewind\":\"opaque\"}"
  }
}

private struct Plain {
  var title = "{\"$rewind\":\"opaque\"}"
}

@Suite("What is opaque in a state")
struct OpaquePartsTests {
  private func warnings<State>(_ state: State) -> [Recorder.Warning] {
    nonisolated(unsafe) var found: [Recorder.Warning] = []
    let recorder = Recorder(
      app: "library",
      to: .memory(MemoryLog()),
      onWarning: { found.append($0) }
    )
    let recording = recorder.attach(State.self)
    for _ in 0..<3 { _ = recording.record("read", from: state) { state } }
    return found
  }

  @Test("is announced once, when the store is attached, with its pointer and what to do")
  func announced() {
    let found = warnings(Library())
    #expect(found == [.opaque(pointers: ["/caches/*", "/book/pages"], types: ["Cache"])])
    #expect(
      found.first?.description == """
        Not in the log, because they have locks or cannot be read: /caches/*, /book/pages. If that is \
        state, give Cache a customMirror or an encode(to:) that takes the lock; a replay does not compare it.
        """
    )
  }

  @Test("is not what a text looks like")
  func text() {
    #expect(warnings(Plain()).isEmpty)
  }
}
