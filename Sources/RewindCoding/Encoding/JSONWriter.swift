/// The output of encoding: the bytes, and the arrays and objects that are open at their end.
///
/// It is one pointer in a struct, so that the containers that `Codable` passes around cost neither
/// reference counting nor exclusivity checks; the same code as a class runs at a quarter of the
/// speed. The memory is used again, and never freed.
///
/// ## Containers that outlive their value
///
/// An encoder or container that is used after its `encode(to:)` rejects every call, even if the
/// memory is in use again: it throws if it can, and returns containers that throw if it cannot. No
/// frame's id is used twice, and those of earlier uses are known (``isInUse(_:)``).
///
/// While an `encode(to:)` waits, another thread may write to its containers. Two threads that do so
/// at the same time are a data race, as with any encoder.
///
/// ## Unoptimized builds
///
/// Apps are recorded in debug builds, in which each parameter and variable of a function costs a
/// call of `memset`, for the debugger's sake. So the small steps are `@_transparent`: they are
/// inlined there, too, without debug information. Steps that are generic or take a closure are not,
/// since that would keep the optimizer from specializing them.
package struct JSONWriter {
  let state: UnsafeMutablePointer<State>

  /// The maximum depth of nested arrays and objects; deeper ones are replaced by a placeholder.
  static let nestingLimit = 128

  /// The maximum number of open frames, including those of values without an array or object (an
  /// optional, a wrapper).
  ///
  /// Four per nesting level; beyond that, a value presumably contains only itself.
  static let levelLimit = 4 * nestingLimit

  /// The maximum number of bytes of stack for the values' own code.
  ///
  /// Eleven sixteenths of a secondary thread's stack on Apple's platforms; unoptimized, ``nestingLimit``
  /// levels of common types take 250 kB, and of objects that are read by reflection some 340 kB. Where it does
  /// not suffice, each state is written whole.
  package static let stackLimit = 352 * 1024

  /// The number of values that are too deep after which only those close to the top are entered.
  ///
  /// The rest may be 2^128 paths through a cyclic graph.
  static let tooDeepLimit = 1_000

  /// The number of nested arrays and objects that are close to the top.
  static let shallowLimit = 8

  /// The number of times that an object which refers to itself, over others, is written in one document
  /// within two more of that kind.
  ///
  /// Objects that all refer to each other have as many paths as orders: 25 tiles of a board that know
  /// their neighbors would take 200 MB. Close to the top each is still written, with its members.
  static let repetitionLimit = 4

  struct State {
    /// The first id of the current use.
    fileprivate var firstID = 1
    /// The id of the innermost open frame, against which every write is checked; 0 if there is none.
    var topID = 0
    var buffer: Buffer
    /// The identity of those bytes: 0 for the output's own, n + 1 for deferred buffer n.
    var home = 0
    /// The innermost open frame.
    var innermost: UnsafeMutablePointer<ContainerFrame>
    /// The slot of the value whose `encode(to:)` is running.
    var frame: UnsafeMutablePointer<ContainerFrame>
    var nextID = 1
    /// The open frames, outermost first; the first is the bottom and holds nothing.
    let levels: UnsafeMutablePointer<ContainerFrame>
    /// An address in the stack frame that began to write.
    var stackStart: UInt = 0
    /// The number of values that were too deep (``tooDeepLimit``).
    var tooDeep = 0
    /// The objects that are being written, innermost last.
    var objects: [ObjectIdentifier] = []
    /// The number of times that objects were begun after they were found to refer to themselves.
    var repetitions: [ObjectIdentifier: Int] = [:]
    /// True if something was left out that another document may have: an object that was there often enough
    /// (``repetitionLimit``), or what there was no room for on the stack.
    var isAbridged = false
    /// The instances that were written; nil for a document whose values hold none.
    var written: WrittenObjects?
    /// Frames of running values that were closed for a sibling, in the order of their ends.
    var closed: [DeferredContainer] = []
    var closedCount = 0
    /// The bytes written to closed frames, by the numbers in these.
    var deferredBuffers: [Buffer] = []
    /// The contexts in which deferred buffers were entered, innermost last.
    var interrupted: [SuspendedContext] = []
    /// True if a closed frame of the running value must be tidied when the value ends.
    var tidiesFrame = false
    /// Keys that are not in a table, for the coding paths of the frames that hold their numbers.
    var looseKeys: [any CodingKey] = []
    var tables = TypeCache<UnsafeMutablePointer<KeyTable>>()
    var forms = TypeCache<WritingForm>()
    /// The shapes of types whose values are remembered.
    var shapes = TypeCache<UnsafePointer<ValueShape>>()
    /// The same, for values that are not declared as `Encodable`.
    var reflectedShapes = TypeCache<UnsafePointer<ValueShape>>()
    /// The names of types that are written with their values.
    var names = TypeCache<String>()
    /// The properties of types that are written by their mirrors.
    var mirrored = TypeCache<MirroredType>()
    /// The offset after which nothing more need be written, because it will be discarded.
    var limit = Int.max
    /// The offset after which the output is too long to be useful.
    var end = Int.max
    /// True if something was omitted because it was beyond the limit.
    var isCut = false
    /// The next state that is not in use, while this one is not.
    fileprivate var nextIdle: UnsafeMutablePointer<State>?

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
  private static let lock = UnfairLock()
  /// The first of the states that are not in use: as many as ever were at one time, with their buffers and tables.
  @exclusivity(unchecked) nonisolated(unsafe) private static var idle: UnsafeMutablePointer<State>?

  /// The largest buffer that an idle state retains, in bytes: writing a document of this size takes
  /// milliseconds, so a new buffer costs nothing in comparison.
  private static let keptCapacity = 1 << 20

  /// Takes an output for exclusive use until it is returned.
  static func take() -> JSONWriter {
    lock.lock()
    let state = idle
    if let state { idle = state.pointee.nextIdle }
    lock.unlock()
    return state.map { JSONWriter(state: $0) } ?? make()
  }

  @inline(never)
  private static func make() -> JSONWriter {
    let state = UnsafeMutablePointer<State>.allocate(capacity: 1)
    state.initialize(to: State())
    return JSONWriter(state: state)
  }

  func giveBack() {
    clear()
    Self.lock.lock()
    state.pointee.nextIdle = Self.idle
    Self.idle = state
    Self.lock.unlock()
  }

  /// Rejects calls of all current encoders and containers from now on.
  func endUse() {
    state.pointee.firstID = state.pointee.nextID
    state.pointee.tooDeep = 0
    state.pointee.isAbridged = false
    if !state.pointee.repetitions.isEmpty { state.pointee.repetitions = [:] }
    if state.pointee.written != nil { state.pointee.written = nil }
  }

  /// Discards the written bytes, and rejects calls of all current encoders and containers from now on.
  func clear() {
    endUse()
    state.pointee.buffer.count = 0
    if state.pointee.buffer.capacity > Self.keptCapacity {
      state.pointee.buffer.deallocate()
      state.pointee.buffer = Buffer(capacity: 4096)
    }
  }
}

extension JSONWriter {
  /// Lends the memory for the bytes to a line, until ``takeBack(_:)``; until then nothing is written here.
  func lendBuffer() -> Buffer { state.pointee.buffer }

  /// Takes the lent memory back.
  func takeBack(_ buffer: Buffer) { state.pointee.buffer = buffer }
}

extension JSONWriter {
  /// True if something was left out that may be there in another document of the same value.
  ///
  /// What is nested too deeply is left out of a part where it is left out of the whole.
  var lacksParts: Bool {
    state.pointee.isAbridged || state.pointee.tooDeep >= Self.tooDeepLimit
  }

  @_transparent
  var topID: Int {
    get { state.pointee.topID }
    nonmutating set { state.pointee.topID = newValue }
  }

  /// Returns true if the output is still in the use that a frame belongs to.
  func isInUse(_ id: Int) -> Bool {
    id < 0 ? id != Self.foreignID : id >= state.pointee.firstID
  }

  /// The id of containers of an encoder that is used after its `encode(to:)`.
  static var foreignID: Int { -3 }
}

extension JSONWriter {
  /// Opens a frame in another one; it is closed when its sibling is written.
  ///
  /// `open` opens it at the end of the output and returns its id.
  @inline(__always)
  func nest(in level: Int, _ open: () -> Int) -> Int {
    do {
      let way = try begin(level)
      if case .nowhere = way { return Self.deadID }
      let id = open()
      end(way)
      return id
    } catch {
      return isInUse(level) ? Self.deadID : Self.foreignID
    }
  }

  /// Opens a frame, or writes a placeholder if it would be too deep.
  func openOrMark(
    _ kind: ContainerFrame.Kind,
    _ step: PathStep,
    sorting: Sorting = .none
  ) -> Int {
    let id = open(kind, step, sorting: sorting)
    if id == Self.deadID { mark(.tooDeep) }
    return id
  }

  /// Opens a slot, or writes a placeholder if it would be too deep.
  func openSlotOrMark(_ step: PathStep) -> Int {
    guard hasRoom else {
      state.pointee.isAbridged = true
      mark(.tooDeep)
      return Self.deadID
    }
    return push(.slot, step, sorting: .none)
  }
}

extension JSONWriter {
  /// Returns a container for an open object; it writes nothing where there is no such object.
  @inline(__always)
  func keyedContainer<Key: CodingKey>(_ level: Int) -> KeyedEncodingContainer<Key> {
    guard level > 0 else {
      return KeyedEncodingContainer(KeyedWriter(self, KeyTable.unused, KeyedFrame(level)))
    }
    let table = state.pointee.tables.table(of: Key.self)
    adopt(table, in: level)
    return table.pointee.spare.container(self, table, level: level)
  }

  /// Notes that an object is written with the keys of a table.
  @_transparent
  private func adopt(_ table: UnsafeMutablePointer<KeyTable>, in level: Int) {
    guard topID == level else { return adoptSecond(table, in: level) }
    if top.pointee.table == nil {
      top.pointee.table = table
      if table.pointee.isDictionary { top.pointee.sorting = .members }
    } else if top.pointee.table != table {
      top.pointee.mayRepeatKeys = true
    }
  }

  @inline(never)
  private func adoptSecond(_ table: UnsafeMutablePointer<KeyTable>, in id: Int) {
    guard let level = find(id), level.pointee.table != table else { return }
    level.pointee.mayRepeatKeys = true
  }
}

extension JSONWriter {
  /// The innermost frame.
  @_transparent
  var top: UnsafeMutablePointer<ContainerFrame> { state.pointee.innermost }

  /// Opens a frame at the end of the output; there must be room for it.
  @_transparent
  func push(_ kind: ContainerFrame.Kind, _ step: PathStep, sorting: Sorting) -> Int {
    let id = state.pointee.nextID
    let nesting = top.pointee.nesting
    state.pointee.nextID = id &+ 1
    state.pointee.innermost += 1
    var level = ContainerFrame()
    level.id = id
    level.parent = topID
    level.kind = kind
    level.sorting = sorting
    level.nesting = kind == .slot ? nesting : nesting &+ 1
    level.start = count
    level.step = step
    top.pointee = level
    topID = id
    return id
  }

  /// Writes the opening bracket and opens the frame; returns ``deadID`` if that would be too deep.
  @_transparent
  func open(_ kind: ContainerFrame.Kind, _ step: PathStep, sorting: Sorting = .none) -> Int {
    guard mayOpen else { return Self.deadID }
    put(kind == .object ? UInt8(ascii: "{") : UInt8(ascii: "["))
    return push(kind, step, sorting: sorting)
  }

  /// True if another array or object would not be too deep.
  @_transparent
  var mayOpen: Bool {
    guard top.pointee.nesting < Self.nestingLimit else { return false }
    if hasRoom { return true }
    state.pointee.isAbridged = true
    return false
  }

  /// The id of containers that write nothing because a placeholder replaces their content.
  static var deadID: Int { -1 }

  /// True if the list of frames has room for another and a slot in it.
  @_transparent
  var hasRoom: Bool { state.pointee.innermost < state.pointee.levels + (Self.levelLimit - 1) }

  /// Closes the innermost frame.
  func pop() {
    let level = top
    switch level.pointee.kind {
    case .slot:
      closeSlot(level)
    case .object:
      if level.pointee.mayRepeatKeys || level.pointee.sorting != .none { sortAndDeduplicate(level) }
      put(UInt8(ascii: "}"))
    case .array:
      if level.pointee.sorting != .none { sortAndDeduplicate(level) }
      put(UInt8(ascii: "]"))
    }
    state.pointee.innermost -= 1
    topID = top.pointee.id
  }

  func closeSlot(_ slot: UnsafeMutablePointer<ContainerFrame>) {
    switch slot.pointee.fault {
    case .none:
      if count == slot.pointee.start { put("{}") }
    case .tooDeep:
      takeBack(slot)
      mark(.tooDeep)
    case .twoValues:
      takeBack(slot)
      mark(.error("encode(to:) asked for two values, or two kinds of container, in one place."))
    }
  }

  /// Discards everything that was written to a frame.
  func takeBack(_ level: UnsafeMutablePointer<ContainerFrame>) {
    truncate(to: level.pointee.start)
  }

  /// Returns the open frame with an id.
  func find(_ id: Int) -> UnsafeMutablePointer<ContainerFrame>? {
    var level = top
    while level > state.pointee.levels {
      if level.pointee.id == id { return level }
      level -= 1
    }
    return nil
  }
}

/// The slots of values whose `encode(to:)` is running: a slot decides, at the first request, whether the
/// value is an object, an array or a single value, and makes a placeholder of two that contradict each
/// other, where `JSONEncoder` ends the program: a recorder must not.
extension JSONWriter {
  /// Returns the id of the array or object that an encoder's `container` method requests.
  ///
  /// A second request gets the same one; a request for another kind, or for a container after a
  /// value, replaces both by a placeholder.
  @_transparent
  func container(_ kind: ContainerFrame.Kind, in slot: Int) -> Int {
    guard topID == slot, count == top.pointee.start, top.pointee.fault == .none else {
      return containerAgain(kind, in: slot)
    }
    let level = top
    let id = open(kind, .none, sorting: level.pointee.sorting)
    if id == Self.deadID { level.pointee.fault = .tooDeep }
    return id
  }

  @inline(never)
  private func containerAgain(_ kind: ContainerFrame.Kind, in slot: Int) -> Int {
    if slot == Self.deadID { return Self.deadID }
    guard isInUse(slot) else { return Self.foreignID }
    if let level = find(slot) {
      if level < state.pointee.innermost, level[1].parent == slot, level[1].kind == kind {
        return level[1].id
      }
      if level.pointee.fault == .none { level.pointee.fault = .twoValues }
      return Self.deadID
    }
    if let target = vacancy(of: slot) {
      enterBuffer(of: target)
      let id = container(kind, in: slot)
      leave()
      return id
    }
    let opened = state.pointee.closed.last { $0.level.parent == slot && $0.level.kind == kind }
    return opened?.level.id ?? Self.unknownID
  }

  /// The id of containers that do not belong to a running `encode(to:)`.
  private static var unknownID: Int { -2 }

  /// Returns the number of a closed slot that has no value yet.
  private func vacancy(of slot: Int) -> Int? {
    guard let target = state.pointee.closed.lastIndex(where: { $0.level.id == slot }),
      state.pointee.closed[target].isVacant
    else { return nil }
    let deferredBuffer = state.pointee.closed[target].deferredBuffer
    return deferredBuffer < 0 || state.pointee.deferredBuffers[deferredBuffer].count <= 1
      ? target : nil
  }

  /// Makes a slot the innermost frame, so that its value can be written.
  ///
  /// - Throws: `EncodingError` if it already has a value.
  @_transparent
  func begin(slot: Int) throws -> WriteTarget {
    topID == slot && count == top.pointee.start && top.pointee.fault == .none
      ? .here : try enter(slot: slot)
  }

  @inline(never)
  private func enter(slot: Int) throws -> WriteTarget {
    guard isInUse(slot) else { throw Self.kept }
    if let level = find(slot), level.pointee.fault == .tooDeep { return .nowhere }
    if let target = vacancy(of: slot) {
      enterBuffer(of: target)
      return .deferredBuffer
    }
    throw EncodingError.invalidValue(
      (),
      EncodingError.Context(
        codingPath: codingPath(of: slot),
        debugDescription: "A single value container was given a second value."
      )
    )
  }
}
