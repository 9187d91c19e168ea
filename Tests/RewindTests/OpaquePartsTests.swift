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

/// A wrapper whose value is kept by the system.
@propertyWrapper
private struct Kept {
  let key: String
  private let defaults = UserDefaults(suiteName: "rewind-kept")
  var wrappedValue: Bool { defaults?.bool(forKey: key) ?? false }

  init(_ key: String) { self.key = key }
}

private struct Settings {
  @Kept("dark") var isDark
  var title = AttributedString("Settings")
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

  @Test(
    "is announced once, when the store is attached, with its pointer and what to do",
    .needsRuntime
  )
  func announced() {
    let found = warnings(Library())
    #expect(found == [.opaque(pointers: ["/caches/*", "/book/pages"], types: ["Cache"])])
    #expect(
      found.first?.description == """
        Not in the log, because they have locks, are kept elsewhere or cannot be read: /caches/*, /book/pages. If that is \
        state, give Cache a customMirror or an encode(to:) that takes the lock; a replay does not compare it.
        """
    )
  }

  @Test(
    "is also what a wrapper reads elsewhere, and the attributes of a text that does not encode itself"
  )
  func elsewhere() {
    #if canImport(Darwin)
    #expect(warnings(Settings()) == [.opaque(pointers: ["/isDark"], types: ["Kept"])])
    #else
    let pointers = ["/isDark", "/title/runs"]
    let types = ["Kept", "AttributedString"]
    #expect(warnings(Settings()) == [.opaque(pointers: pointers, types: types)])
    #endif
  }

  @Test("is not what a text looks like")
  func text() {
    #expect(warnings(Plain()).isEmpty)
  }
}
