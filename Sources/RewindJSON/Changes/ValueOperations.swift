/// What can be done with a value of a type that is known only by its shape.
///
/// The pointers are to values of the type.
protocol ValueOperations {
  func initialize(_ memory: UnsafeMutableRawPointer, from value: UnsafeRawPointer)
  func assign(_ memory: UnsafeMutableRawPointer, from value: UnsafeRawPointer)
  func deinitialize(_ memory: UnsafeMutableRawPointer)

  /// Writes the value at the end of an output.
  func write(_ value: UnsafeRawPointer, to output: JSONOutput)

  /// Hands the value's members to a walk; an error or a fault of the walk tells that there is more
  /// to the value than members.
  func visit(_ value: UnsafeRawPointer, _ walk: ChangeWalk, _ members: MemberList) throws
}

/// Operations on the values of a type that is known here.
private protocol TypedOperations: ValueOperations {
  associatedtype Value
}

extension TypedOperations {
  func initialize(_ memory: UnsafeMutableRawPointer, from value: UnsafeRawPointer) {
    // Not by its count: an array's element is copied with the padding behind it, which a value on
    // the stack does not have.
    memory.initializeMemory(as: Value.self, to: Self.value(value).pointee)
  }

  func assign(_ memory: UnsafeMutableRawPointer, from value: UnsafeRawPointer) {
    memory.assumingMemoryBound(to: Value.self).pointee = Self.value(value).pointee
  }

  func deinitialize(_ memory: UnsafeMutableRawPointer) {
    memory.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
  }

  static func value(_ pointer: UnsafeRawPointer) -> UnsafePointer<Value> {
    pointer.assumingMemoryBound(to: Value.self)
  }
}

/// The operations on a type that is written by its `encode(to:)`.
struct EncodableOperations<Value: Encodable>: TypedOperations {
  func write(_ value: UnsafeRawPointer, to output: JSONOutput) {
    output.write(value: Self.value(value).pointee) { .none }
  }

  func visit(_ value: UnsafeRawPointer, _ walk: ChangeWalk, _ members: MemberList) throws {
    try Self.value(value).pointee
      .encode(to: ChangeEncoder(walk: walk, members: members, round: members.round))
  }
}

/// The operations on a type that is written by reflection.
struct ReflectedOperations<Value>: TypedOperations {
  private let layout = TypeLayout(of: Value.self)

  func write(_ value: UnsafeRawPointer, to output: JSONOutput) {
    var bytes: [UInt8] = []
    ValueWriter<Value>().write(Self.value(value).pointee, to: &bytes)
    bytes.withUnsafeBytes { output.state.pointee.buffer.append($0) }
  }

  func visit(_ value: UnsafeRawPointer, _ walk: ChangeWalk, _ members: MemberList) throws {
    guard let layout, TypeKind(Value.self) == .structure else { return walk.fail() }
    for field in layout.fields {
      func visit<Part>(_ type: Part.Type) {
        let part = value + field.offset
        guard !Reflection.isAbsent(part.assumingMemoryBound(to: type).pointee) else { return }
        let shape = walk.output.shape(reflecting: type)
        walk.member(members, named: Reflection.name(field.name), part, shape)
      }
      // What is weak or unowned is no plain value in memory.
      guard field.isStrong else { return walk.fail() }
      _openExistential(field.type, do: visit)
    }
  }
}
