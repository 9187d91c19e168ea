/// Words that stand before the memory of an output's or a tape's state.
///
/// One thread has the state, and others that hold a container of it may look at these words: they
/// lie outside of what is accessed with the state.
struct SharedWords {
  /// Two words, which keeps the state behind them aligned.
  private static var size: Int { 2 * SharedWord.size }

  private let first: UnsafeMutableRawPointer

  /// The words before a state, which was allocated here.
  @inline(__always)
  init<State>(of state: UnsafeMutablePointer<State>) {
    first = UnsafeMutableRawPointer(state) - Self.size
  }

  /// Memory for a state, with words before it that are 0.
  static func allocate<State>(for state: State) -> UnsafeMutablePointer<State> {
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: size + MemoryLayout<State>.size,
      alignment: size
    )
    for word in 0..<2 { SharedWord.initialize(at: memory + word * SharedWord.size) }
    return (memory + size).initializeMemory(as: State.self, to: state)
  }

  /// The first or second word.
  @inline(__always)
  subscript(index: Int) -> Int {
    get { SharedWord(at: first + index * SharedWord.size).value }
    nonmutating set { SharedWord(at: first + index * SharedWord.size).value = newValue }
  }
}
