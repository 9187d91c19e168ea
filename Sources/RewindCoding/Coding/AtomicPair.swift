#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
import Synchronization
#elseif canImport(Musl)
import Musl
import Synchronization
#endif

/// Two words that one thread writes, and others that hold a container may read.
///
/// With a lock in their place, encoding takes 22–39 % longer (`scripts/bench --only codec`).
///
/// Each is read and written atomically, without any ordering guarantee. Swift's own atomics need
/// macOS 15 and iOS 18, so on Apple platforms they are plain words, which the processors there also
/// read and write atomically. The words of an output lie before its state, outside the memory
/// that exclusive access to the state covers.
struct AtomicPair {
  #if canImport(Darwin)
  private typealias Word = Int
  #else
  private typealias Word = Atomic<Int>
  #endif

  private static var size: Int { 2 * MemoryLayout<Word>.stride }

  private let first: UnsafeMutablePointer<Word>

  /// Allocates two words, both 0.
  init() {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: Self.size, alignment: Self.size)
    first = Self.initialize(at: memory)
  }

  func deallocate() {
    first.deinitialize(count: 2)
    first.deallocate()
  }

  /// Accesses the words before a state that was allocated here.
  @_transparent
  init<State>(of state: UnsafeMutablePointer<State>) {
    first = (UnsafeMutableRawPointer(state) - Self.size).assumingMemoryBound(to: Word.self)
  }

  /// Allocates memory for a state, with words before it that are 0.
  static func allocate<State>(for state: State) -> UnsafeMutablePointer<State> {
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: size + MemoryLayout<State>.size,
      alignment: size
    )
    initialize(at: memory)
    return (memory + size).initializeMemory(as: State.self, to: state)
  }

  @discardableResult
  private static func initialize(at memory: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Word> {
    let words = memory.bindMemory(to: Word.self, capacity: 2)
    for word in 0..<2 {
      #if canImport(Darwin)
      (words + word).initialize(to: 0)
      #else
      (words + word).initialize(to: Atomic(0))
      #endif
    }
    return words
  }

  /// The running thread, as a word; unique among running threads, and never 0.
  @_transparent
  static var runningThread: Int { Int(bitPattern: pthread_self()) }

  #if canImport(Darwin)
  /// The first or second word.
  subscript(index: Int) -> Int {
    @_transparent get { first[index] }
    @_transparent nonmutating set { first[index] = newValue }
  }
  #else
  /// The first or second word.
  subscript(index: Int) -> Int {
    @_transparent get { first[index].load(ordering: .relaxed) }
    @_transparent nonmutating set { first[index].store(newValue, ordering: .relaxed) }
  }
  #endif
}
