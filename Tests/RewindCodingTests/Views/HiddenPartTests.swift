import Foundation
import RewindCoding
import RewindJSON
import RewindTestSupport
import Synchronization
import Testing

@Suite("What a state holds and must not be read")
struct HiddenPartTests {
  private func json<Value>(_ value: Value) throws -> JSONValue {
    var bytes: [UInt8] = []
    ValueWriter<Value>().write(value, to: &bytes)
    return try JSONValue(parsing: bytes)
  }

  private func opaque(_ type: String) -> JSONValue {
    ["$rewind": "opaque", "type": .string(type)]
  }

  // MARK: - Locks

  /// Two of a library's kinds: a class around a lock, and a wrapper with one.
  private final class Mutex {
    private let pointer = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    deinit { pointer.deallocate() }
  }

  @propertyWrapper private struct Guarded<Value> {
    private let lock = NSLock()
    private var value: Value
    init(wrappedValue: Value) { value = wrappedValue }
    var wrappedValue: Value {
      get { lock.withLock { value } }
      set { lock.withLock { value = newValue } }
    }
  }

  private class Cache {
    private let lock = NSLock()
    private var values = [1: "one"]
  }

  private final class LargeCache: Cache {
    var limit = 500
  }

  private final class Recursive<Value> {
    private let lock = NSRecursiveLock()
    private var value: Value
    init(_ value: Value) { self.value = value }
  }

  private final class Spinning {
    private let lock = HiddenPartTests.Mutex()
    private var count = 1
  }

  private final class Settings {
    @Guarded var volume = 1
    var name = "a"
  }

  private actor Worker {
    var jobs = [1, 2]
  }

  private final class Queued {
    private let queue = DispatchQueue(label: "work")
    var count = 1
  }

  private final class Shown: CustomReflectable {
    private let lock = NSLock()
    private var count = 1
    var customMirror: Mirror { lock.withLock { Mirror(self, children: ["count": count]) } }
  }

  private final class Encoded: Encodable {
    private let lock = NSLock()
    private var count = 1
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(lock.withLock { count })
    }
  }

  /// As of a library, by its name.
  private struct LockedState<Value> {
    private final class Storage {
      var value: Value
      init(_ value: Value) { self.value = value }
    }
    private let storage: Storage
    init(_ value: Value) { storage = Storage(value) }
  }

  private final class Boxed {
    var jobs = LockedState([1])
    var name = "a"
  }

  private struct Copied {
    private let lock = NSLock()
    var count = 1
  }

  @Test(
    "an instance that several threads share is a mark, not read while one of them changes it",
    .needsRuntime
  )
  func locked() throws {
    struct State {
      var any: Any = Recursive([1])
      var cache = Cache()
      var inherited: Cache = LargeCache()
      var known = LargeCache()
      var spinning = Spinning()
      var settings: Settings? = Settings()
      var worker = Worker()
      var list = [Recursive("a")]
      var boxed = Boxed()
    }
    #expect(
      try json(State()) == [
        "any": opaque("HiddenPartTests.Recursive<Array<Int>>"),
        "cache": opaque("HiddenPartTests.Cache"),
        "inherited": opaque("HiddenPartTests.LargeCache"),
        "known": opaque("HiddenPartTests.LargeCache"),
        "spinning": opaque("HiddenPartTests.Spinning"),
        "settings": opaque("HiddenPartTests.Settings"),
        "worker": opaque("HiddenPartTests.Worker"),
        "list": [opaque("HiddenPartTests.Recursive<String>")],
        "boxed": ["jobs": opaque("HiddenPartTests.LockedState<Array<Int>>"), "name": "a"],
      ]
    )
  }

  @Test("an instance shows what it shows of itself, and what only has work done elsewhere is read")
  func shown() throws {
    struct State {
      var shown = Shown()
      var encoded = Encoded()
      var queued = Queued()
      var copied = Copied()
    }
    let state = try json(State())
    #expect(state["shown"]?["count"] == 1)
    #expect(state["encoded"] == 1)
    #expect(state["queued"]?["count"] == 1)
    #expect(state["copied"]?["count"] == 1)
  }

  // MARK: - References that do not retain

  private class Screen {
    var title = "a"
  }

  private class Delegate {
    unowned let screen: Screen
    weak var other: Screen?
    var count = 1
    init(_ screen: Screen) { (self.screen, other) = (screen, screen) }
  }

  private final class Presenter: Delegate {
    unowned(unsafe) var parent: Screen
    var name = "p"
    override init(_ screen: Screen) {
      parent = screen
      super.init(screen)
    }
  }

  private struct Pair {
    unowned let screen: Screen
    var count = 2
  }

  @Test("an unowned reference is a mark: its object may be gone", .needsRuntime)
  func unowned() throws {
    struct State {
      var delegate: Delegate
      var presenter: Presenter
      var plain: Delegate
      var pair: Pair
    }
    var screen: Screen? = Screen()
    let state = try #require(
      screen.map {
        State(
          delegate: Delegate($0),
          presenter: Presenter($0),
          plain: Presenter($0),
          pair: Pair(screen: $0)
        )
      }
    )
    let mark = opaque("unowned HiddenPartTests.Screen")
    let alive = try json(state)
    #expect(alive["delegate"] == ["screen": mark, "other": ["title": "a"], "count": 1])
    let isGone = { [weak screen] in screen == nil }
    screen = nil
    #expect(isGone())
    let delegate: JSONValue = ["screen": mark, "count": 1]
    #expect(
      try json(state) == [
        "delegate": delegate,
        "presenter": ["super": delegate, "parent": mark, "name": "p"],
        "plain": [
          "$type": "HiddenPartTests.Presenter", "super": delegate, "parent": mark, "name": "p",
        ],
        "pair": ["screen": mark, "count": 2],
      ]
    )
  }

  // MARK: - What nobody can read

  private final class Samples: ManagedBuffer<Int, Double> {}

  @Test("elements behind an instance are a mark beside what is known of them")
  func buffer() throws {
    let samples = Samples.create(minimumCapacity: 4) { _ in 7 }
    #expect(
      try json(samples as? Samples)
        == ["super": ["header": 7, "elements": opaque("ManagedBuffer<Int, Double>")]]
    )
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  private final class Account {
    let balance = Synchronization.Mutex(1)
    let count = Atomic(2)
    var name = "a"
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  @Test("a property that cannot be copied is a mark", .needsRuntime)
  func noncopyable() throws {
    #expect(
      try json(Account())
        == ["balance": opaque("~Copyable"), "count": opaque("~Copyable"), "name": "a"]
    )
  }

  @Test("a text with attributes shows its characters, where it does not encode itself")
  func attributedText() throws {
    struct State { var title = AttributedString("abc") }
    #expect(try json(State()).text.contains("abc"))
  }

  #if arch(x86_64)
  @Test("a number of 80 bits is written as text")
  func wideFloat() throws {
    struct State { var value: Float80 = 100.5 }
    #expect(try json(State()) == ["value": "100.5"])
  }
  #endif
}
