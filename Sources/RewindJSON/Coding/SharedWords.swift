internal import RewindWords

/// Words that stand before the memory of an output's or a tape's state.
///
/// One thread has the state, and others that hold a container of it may look at these words: they
/// are read and written as a whole (RewindWords.h), and lie outside of what is accessed with the
/// state.
struct SharedWords {
  private static var size: Int { 16 }

  private let first: UnsafeMutablePointer<Int>

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

  /// The first or second word.
  @inline(__always)
  subscript(index: Int) -> Int {
    get { rewind_word_load(first + index) }
    nonmutating set { rewind_word_store(first + index, newValue) }
  }
}
