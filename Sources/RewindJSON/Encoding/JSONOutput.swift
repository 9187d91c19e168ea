/// Where values are written: the bytes, and the arrays and objects that are open at their end.
///
/// One pointer in a struct, so that the containers which `Codable` hands about cost neither
/// reference counting nor exclusivity checks; the same code as a class runs at a quarter of the
/// speed. The memory comes from a pool and is never freed, and no level's id is used twice: a
/// container that somebody keeps beyond its `encode(to:)` is recognized and writes nothing.
struct JSONOutput {
  let state: UnsafeMutablePointer<State>

  /// How many arrays and objects may be open within each other; what lies deeper is marked.
  static let nestingLimit = 128

  /// How many levels may be open at all, with values that open no array or object of their own
  /// (an optional, a wrapper).
  ///
  /// Four for each level of nesting, after which a value that holds nothing but itself must be
  /// suspected.
  static let levelLimit = 4 * nestingLimit

  /// How many bytes of stack the values' own code may take.
  ///
  /// Five eighths of what a secondary thread has on Apple's platforms; unoptimized,
  /// ``nestingLimit`` levels of common types take 250 kB.
  static let stackLimit = 320 * 1024

  /// After how many values that were too deep the rest is not entered either, since what is left
  /// may be 2^128 paths through a graph that leads back to itself.
  static let tooDeepLimit = 1_000

  struct State {
    var buffer: Buffer
    /// Which bytes those are: 0 for the output's own, n + 1 for aside n.
    var home = 0
    /// The id of the innermost open level; what every write is checked against.
    var top = 0
    /// The innermost open level.
    var innermost: UnsafeMutablePointer<Level>
    /// The slot of the value whose `encode(to:)` is running.
    var frame: UnsafeMutablePointer<Level>
    var nextID = 1
    /// The open levels, outermost first; the first is the bottom and holds nothing.
    let levels: UnsafeMutablePointer<Level>
    /// An address in the stack frame that began to write.
    var stackStart: UInt = 0
    /// How many marks stand for values that could not be written.
    var marks = 0
    var tooDeep = 0
    /// Why the first value could not be written.
    var firstMark: ViewOnlyMark?
    /// The objects that are being written, innermost last.
    var objects: [ObjectIdentifier] = []
    /// Levels of running frames that a sibling has closed, in the order of their ends.
    var closed: [ClosedLevel] = []
    var closedCount = 0
    /// What was written to closed levels, by the numbers which they hold.
    var asides: [Buffer] = []
    /// What was being done when an aside was entered, innermost last.
    var interrupted: [Interruption] = []
    /// Whether a closed level of the running frame must be tidied when the frame ends.
    var tidiesFrame = false
    /// Keys that are in no table, for the coding paths of the levels that hold their numbers.
    var looseKeys: [any CodingKey] = []
    var tables = TypeCache<UnsafeMutablePointer<KeyTable>>()
    var forms = TypeCache<WritingForm>()
    /// What is known of types whose values are remembered.
    var shapes = TypeCache<UnsafePointer<ValueShape>>()
    var userInfo: [CodingUserInfoKey: Any] = [:]
    /// Where nothing more need be written, because it will be thrown away.
    var limit = Int.max
    /// Whether something was left out because it lay beyond the limit.
    var isCut = false

    init() {
      buffer = Buffer(capacity: 4096)
      levels = .allocate(capacity: JSONOutput.levelLimit + 2)
      levels.initialize(repeating: Level(), count: JSONOutput.levelLimit + 2)
      innermost = levels
      frame = levels
    }
  }
}

extension JSONOutput {
  nonisolated(unsafe) private static let pool = IdlePool<State>()

  /// An output that nobody else uses until it is given back.
  static func take() -> JSONOutput {
    if let state = pool.take() { return JSONOutput(state: state) }
    let state = UnsafeMutablePointer<State>.allocate(capacity: 1)
    state.initialize(to: State())
    return JSONOutput(state: state)
  }

  func giveBack() {
    clear()
    Self.pool.giveBack(state)
  }

  /// Forgets what was written.
  func clear() {
    state.pointee.buffer.count = 0
    if state.pointee.buffer.capacity > IdlePool<State>.keptCapacity {
      state.pointee.buffer.deallocate()
      state.pointee.buffer = Buffer(capacity: 4096)
    }
  }
}
