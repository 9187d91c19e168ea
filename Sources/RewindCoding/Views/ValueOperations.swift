/// The operations on a value of a type that is known only by its shape.
///
/// The pointers are to values of the type. They are objects, since an object knows its type, which
/// generic structures have to look up at each call.
protocol ValueOperations: AnyObject {
  func initialize(_ memory: UnsafeMutableRawPointer, from value: UnsafeRawPointer)
  func assign(_ memory: UnsafeMutableRawPointer, from value: UnsafeRawPointer)
  func deinitialize(_ memory: UnsafeMutableRawPointer)

  /// Writes the value to the end of an output.
  func write(_ value: UnsafeRawPointer, to output: JSONWriter)

  /// Passes the value's members to a traversal; an error or a failure of the traversal means that
  /// there is more to the value than members.
  func visit(_ value: UnsafeRawPointer, _ walk: StateDiffer, _ members: MemberList) throws

  /// True if values are written by reflection.
  var isReflecting: Bool { get }
}

/// The operations on values of any type known at compile time.
class MemoryOperations<Value> {
  final func initialize(_ memory: UnsafeMutableRawPointer, from value: UnsafeRawPointer) {
    // Not by its size: an array's element is copied with the padding after it, which a value on the
    // stack does not have.
    memory.initializeMemory(as: Value.self, to: self.value(value).pointee)
  }

  final func assign(_ memory: UnsafeMutableRawPointer, from value: UnsafeRawPointer) {
    memory.assumingMemoryBound(to: Value.self).pointee = self.value(value).pointee
  }

  final func deinitialize(_ memory: UnsafeMutableRawPointer) {
    memory.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
  }

  @inline(__always)
  final func value(_ pointer: UnsafeRawPointer) -> UnsafePointer<Value> {
    pointer.assumingMemoryBound(to: Value.self)
  }
}

/// The operations on a type that is written by its `encode(to:)`.
final class EncodableOperations<Value: Encodable>: MemoryOperations<Value>, ValueOperations {
  private let isObject = Value.self is AnyObject.Type
  let isReflecting = false

  func write(_ value: UnsafeRawPointer, to output: JSONWriter) {
    self.value(value).withBorrowed { value in output.write(value: value) { .none } }
  }

  func visit(_ value: UnsafeRawPointer, _ walk: StateDiffer, _ members: MemberList) throws {
    guard let objects = walk.objects else { return try encodeMembers(value, walk, members) }
    try objects.withoutTracking { try encodeMembers(value, walk, members) }
  }

  private func encodeMembers(
    _ value: UnsafeRawPointer,
    _ walk: StateDiffer,
    _ members: MemberList
  ) throws {
    guard isObject else { return try encode(value, walk, members) }
    try walk.visit(object: value.load(as: AnyObject.self)) { try encode(value, walk, members) }
  }

  private func encode(
    _ value: UnsafeRawPointer,
    _ walk: StateDiffer,
    _ members: MemberList
  ) throws {
    try self.value(value).withBorrowed { value in
      try value.encode(to: ChangeEncoder(walk: walk, members: members, round: members.round))
    }
  }
}

/// The operations on a type that is written by reflection.
final class ReflectedOperations<Value>: MemoryOperations<Value>, ValueOperations {
  private let view: any ValueView
  let isReflecting = true

  init(_ view: any ValueView) {
    self.view = view
  }

  func write(_ value: UnsafeRawPointer, to output: JSONWriter) {
    guard output.mayEnter else { return output.mark(.tooDeep) }
    view.write(value, to: output)
  }

  func visit(_ value: UnsafeRawPointer, _ walk: StateDiffer, _ members: MemberList) throws {
    view.visit(value, walk, members)
  }
}
