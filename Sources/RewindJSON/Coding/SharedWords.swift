internal import RewindWords

/// Two words that one thread writes, and others that hold a container may look at.
///
/// They are read and written as a whole (RewindWords.h). Those of an output or a tape stand before
/// its state, outside of what is accessed with that.
struct SharedWords {
  private static var size: Int { 16 }

  private let first: UnsafeMutablePointer<Int>

  /// Words of their own, that are 0.
  init() {
    first = .allocate(capacity: 2)
    first.initialize(repeating: 0, count: 2)
  }

  func deallocate() {
    first.deallocate()
  }

  /// The words before a state, which was allocated here.
  @inline(__always)
  init<State>(of state: UnsafeMutablePointer<State>) {
    first = (UnsafeMutableRawPointer(state) - Self.size).assumingMemoryBound(to: Int.self)
  }

  /// Memory for a state, with words before it that are 0.
  static func allocate<State>(for state: State) -> UnsafeMutablePointer<State> {
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: size + MemoryLayout<State>.size,
      alignment: size
    )
    memory.initializeMemory(as: Int.self, repeating: 0, count: size / MemoryLayout<Int>.stride)
    return (memory + size).initializeMemory(as: State.self, to: state)
  }

  /// The running thread, as a word; never 0.
  @inline(__always)
  static var runningThread: Int { rewind_this_thread() }

  /// The first or second word.
  @inline(__always)
  subscript(index: Int) -> Int {
    get { rewind_word_load(first + index) }
    nonmutating set { rewind_word_store(first + index, newValue) }
  }
}
