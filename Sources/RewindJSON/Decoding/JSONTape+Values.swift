#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The values of a document that are being decoded, and what is known of its objects.
struct RunningDecodes {
  /// A value that is being decoded.
  struct Value {
    var node: Int
    /// The array or object that it was taken from; -1 where it is the same value again, or the root.
    var container: Int

    static let none = Value(node: -1, container: -1)
  }

  /// The values whose `init(from:)` is running, outermost first.
  private var list: UnsafeMutablePointer<Value>
  /// How many they are.
  private(set) var depth = 0
  private var capacity = 64
  /// What a list goes through on its way to be a value of its type.
  let slot = UnsafeMutablePointer<Unmanaged<AnyObject>>.allocate(capacity: 1)
  /// The value that a container has found last, and that is decoded next.
  var next = Value.none
  /// An address in the stack frame of the outermost.
  var stackStart: UInt = 0
  /// The path to where the last error was thrown, and how many values were running there or where
  /// it was passed on.
  var failure: (path: [any CodingKey], depth: Int)?
  /// Where the keys of objects are, by the numbers which the objects' hints hold.
  var indexes: [[CodePoints: Int]] = []

  init() {
    list = .allocate(capacity: capacity)
  }

  /// The values whose `init(from:)` is running, outermost first.
  var values: UnsafeBufferPointer<Value> { UnsafeBufferPointer(start: list, count: depth) }

  @inline(__always)
  mutating func enter(_ value: Value) {
    if depth == capacity { grow() }
    (list + depth).initialize(to: value)
    depth &+= 1
  }

  @inline(__always)
  mutating func leave() {
    depth &-= 1
  }

  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutablePointer<Value>.allocate(capacity: capacity * 2)
    larger.update(from: list, count: capacity)
    list.deallocate()
    list = larger
    capacity *= 2
  }

  mutating func forget() {
    next = .none
    if failure != nil { failure = nil }
    if !indexes.isEmpty { indexes = [] }
  }
}

extension JSONTape {
  /// Decodes the value at a node.
  @inline(__always)
  func decode<Value: Decodable>(_ type: Value.Type, at node: Int) throws -> Value {
    try decode(type, form(of: type), at: node)
  }

  /// The form in which values of a type are read.
  @inline(__always)
  func form(of type: Any.Type) -> ReadingForm {
    state.pointee.forms.entry(of: type) { ReadingForm(type) }
  }

  /// Decodes the value at a node, whose type has the form.
  @inline(__always)
  func decode<Value: Decodable>(
    _ type: Value.Type,
    _ form: ReadingForm,
    at node: Int
  ) throws -> Value {
    if form.form.isScalar { return try scalar(type, form.form, node) }
    if let list = form.list { return try read(type, list, node) }
    return try run(type, node)
  }

  /// Decodes the value at a node by its `init(from:)`.
  @inline(never)
  func run<Value: Decodable>(_ type: Value.Type, _ node: Int) throws -> Value {
    guard let owner = state.pointee.owner else { throw JSONTape.gone }
    try enter(node)
    do {
      let value = try Value(from: ReadingDecoder(owner: owner.takeUnretainedValue(), node: node))
      state.pointee.running.leave()
      return value
    } catch {
      fail(at: node)
      throw error
    }
  }

  @inline(never)
  private func read<Value, List: ReadableList>(
    _ type: Value.Type,
    _ list: List.Type,
    _ node: Int
  ) throws -> Value {
    try enter(node)
    do {
      let slot = state.pointee.running.slot
      slot.initialize(to: try List.read(self, node))
      state.pointee.running.leave()
      return UnsafeMutableRawPointer(slot).assumingMemoryBound(to: type).move()
    } catch {
      fail(at: node)
      throw error
    }
  }

  /// Notes that a value is being decoded.
  ///
  /// - Throws: `DecodingError` where the stack has no room for it.
  @inline(__always)
  private func enter(_ node: Int) throws {
    if state.pointee.running.depth == 0 {
      state.pointee.running.stackStart = JSONOutput.stackPosition
    }
    let used = Int(bitPattern: state.pointee.running.stackStart &- JSONOutput.stackPosition)
    guard used < JSONOutput.stackLimit else { throw tooDeep(node) }
    let isFound = state.pointee.running.next.node == node
    state.pointee.running.enter(
      isFound ? state.pointee.running.next : RunningDecodes.Value(node: node, container: -1)
    )
    state.pointee.running.next = .none
  }

  /// Notes that a value could not be decoded.
  @inline(never)
  private func fail(at node: Int) {
    noteFailure(at: node)
    state.pointee.running.leave()
  }

  /// Keeps the path of the innermost value that an error came from.
  private func noteFailure(at node: Int) {
    let depth = state.pointee.running.depth
    if let failure = state.pointee.running.failure, failure.depth == depth + 1 {
      state.pointee.running.failure?.depth = depth
    } else {
      state.pointee.running.failure = (path(to: node), depth)
    }
  }

  /// Decodes a value of the type that has the form.
  @inline(never)
  private func scalar<Value: Decodable>(
    _ type: Value.Type,
    _ form: ValueForm,
    _ node: Int
  ) throws -> Value {
    switch form {
    case .bool: return unsafeBitCast(try bool(node), to: type)
    case .int: return unsafeBitCast(try integer(node, Int.self), to: type)
    case .int8: return unsafeBitCast(try integer(node, Int8.self), to: type)
    case .int16: return unsafeBitCast(try integer(node, Int16.self), to: type)
    case .int32: return unsafeBitCast(try integer(node, Int32.self), to: type)
    case .int64: return unsafeBitCast(try integer(node, Int64.self), to: type)
    case .uint: return unsafeBitCast(try integer(node, UInt.self), to: type)
    case .uint8: return unsafeBitCast(try integer(node, UInt8.self), to: type)
    case .uint16: return unsafeBitCast(try integer(node, UInt16.self), to: type)
    case .uint32: return unsafeBitCast(try integer(node, UInt32.self), to: type)
    case .uint64: return unsafeBitCast(try integer(node, UInt64.self), to: type)
    case .double: return unsafeBitCast(try doubleValue(node), to: type)
    case .float: return unsafeBitCast(try floatValue(node), to: type)
    case .string: return unsafeBitCast(try stringValue(node), to: type)
    case .date: return unsafeBitCast(try date(node), to: type)
    case .data: return unsafeBitCast(try data(node), to: type)
    case .url: return unsafeBitCast(try url(node), to: type)
    case .uuid: return unsafeBitCast(try uuid(node), to: type)
    case .decimal: return unsafeBitCast(try decimal(node), to: type)
    case .custom, .object, .list, .set, .dictionary, .reflected: return try run(type, node)
    }
  }
}
