/// Where values are written: the bytes, and the arrays and objects that are open at their end.
///
/// One pointer in a struct, so that the containers which `Codable` hands about cost neither
/// reference counting nor exclusivity checks; the same code as a class runs at a quarter of the
/// speed. The memory comes from a pool and is never freed.
///
/// ## Containers that are kept
///
/// An encoder or container that somebody keeps beyond its `encode(to:)` is refused, whatever it is
/// asked for, on whatever thread, and whoever uses the memory by then: it throws where it can, gives
/// containers that throw where it cannot, and neither reads nor writes anything else. For no level's
/// id is used twice, so none but the innermost level has the id in ``topID``; beyond that, an output
/// is looked at only on the thread that uses it (``isInUse(_:)``).
///
/// While an `encode(to:)` waits, another thread may put numbers, texts and the like into the container
/// that was used last. Two that write to one container at a time are a data race, as with any encoder.
///
/// ## Where nothing is optimized
///
/// Apps are recorded in debug builds, in which each parameter and variable of a function costs a call of
/// `memset`, for the debugger's sake. So the small steps are `@_transparent`: they are inlined there, too,
/// and what is not has no debug information. Steps that are generic or take a closure are not, since that
/// would keep the optimizer from specializing them.
package struct JSONWriter {
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
  package static let stackLimit = 320 * 1024

  /// After how many values that were too deep the rest is not entered either, since what is left
  /// may be 2^128 paths through a graph that leads back to itself.
  static let tooDeepLimit = 1_000

  struct State {
    /// The first id that belongs to the running use.
    fileprivate var firstID = 1
    var buffer: Buffer
    /// Which bytes those are: 0 for the output's own, n + 1 for aside n.
    var home = 0
    /// The innermost open level.
    var innermost: UnsafeMutablePointer<ContainerFrame>
    /// The slot of the value whose `encode(to:)` is running.
    var frame: UnsafeMutablePointer<ContainerFrame>
    var nextID = 1
    /// The open levels, outermost first; the first is the bottom and holds nothing.
    let levels: UnsafeMutablePointer<ContainerFrame>
    /// An address in the stack frame that began to write.
    var stackStart: UInt = 0
    /// How many marks stand for values that could not be written.
    var marks = 0
    var tooDeep = 0
    /// Why the first value could not be written.
    var firstMark: Placeholder?
    /// The objects that are being written, innermost last.
    var objects: [ObjectIdentifier] = []
    /// Levels of running frames that a sibling has closed, in the order of their ends.
    var closed: [DeferredContainer] = []
    var closedCount = 0
    /// What was written to closed levels, by the numbers which they hold.
    var asides: [Buffer] = []
    /// What was being done when an aside was entered, innermost last.
    var interrupted: [SuspendedContext] = []
    /// Whether a closed level of the running frame must be tidied when the frame ends.
    var tidiesFrame = false
    /// Keys that are in no table, for the coding paths of the levels that hold their numbers.
    var looseKeys: [any CodingKey] = []
    var tables = TypeCache<UnsafeMutablePointer<KeyTable>>()
    var forms = TypeCache<WritingForm>()
    /// What is known of types whose values are remembered.
    var shapes = TypeCache<UnsafePointer<ValueShape>>()
    /// The same, for values in places where it is not known that they are `Encodable`.
    var reflectedShapes = TypeCache<UnsafePointer<ValueShape>>()
    var userInfo: [CodingUserInfoKey: Any] = [:]
    /// Where nothing more need be written, because it will be thrown away.
    var limit = Int.max
    /// Where the output is too long to be of use to anybody.
    var end = Int.max
    /// Whether something was left out because it lay beyond the limit.
    var isCut = false

    init() {
      buffer = Buffer(capacity: 4096)
      levels = .allocate(capacity: JSONWriter.levelLimit + 2)
      levels.initialize(repeating: ContainerFrame(), count: JSONWriter.levelLimit + 2)
      innermost = levels
      frame = levels
    }
  }
}

extension JSONWriter {
  private static let pool = IdlePool<State>()

  /// An output that nobody else uses until it is given back.
  static func take() -> JSONWriter {
    let output = JSONWriter(state: pool.take() ?? AtomicPair.allocate(for: State()))
    output.beginUse()
    return output
  }

  func giveBack() {
    endUse()
    clear()
    Self.pool.giveBack(state)
  }

  /// Has what levels there are from now on belong to the running thread.
  func beginUse() {
    state.pointee.firstID = state.pointee.nextID
    thread = AtomicPair.runningThread
  }

  /// Has all encoders and containers there are refused from now on.
  func endUse() {
    thread = 0
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

extension JSONWriter {
  /// The id of the innermost open level, what every write is checked against; 0 outside of all.
  @_transparent
  var topID: Int {
    get { AtomicPair(of: state)[0] }
    nonmutating set { AtomicPair(of: state)[0] = newValue }
  }

  /// The thread that uses the output; 0 while none does.
  private var thread: Int {
    get { AtomicPair(of: state)[1] }
    nonmutating set { AtomicPair(of: state)[1] = newValue }
  }

  /// Whether the output is still in the use that a level belongs to, so that it may be looked at.
  @inline(never)
  func isInUse(_ id: Int) -> Bool {
    if topID == id { return true }
    guard thread == AtomicPair.runningThread else { return false }
    return id < 0 ? id != Self.foreignID : id >= state.pointee.firstID
  }

  /// The id of containers of an encoder that is used beyond its `encode(to:)`.
  static var foreignID: Int { -3 }
}
