import Foundation

/// The view of a value by its mirror.
///
/// For types with a custom mirror, for those that the runtime does not describe, and for values
/// whose dynamic type differs from the static one: the contents of `Any` and of existentials, and
/// instances of subclasses.
struct MirrorView<Value>: ValueView {
  func write(_ value: UnsafeRawPointer, to output: JSONWriter) {
    let value = value.assumingMemoryBound(to: Value.self).pointee
    let dynamic = type(of: value as Any)
    if dynamic == Value.self { return MirrorWriter(output).write(value) }
    func write<Dynamic>(_ type: Dynamic.Type) {
      // An existential that a generic function converts to `Any` is still that existential.
      guard let value = value as? Dynamic else { return MirrorWriter(output).write(value) }
      output.writeNamed(value)
    }
    _openExistential(dynamic, do: write)
  }

  func visit(_ value: UnsafeRawPointer, _ walk: StateDiffer, _ members: MemberList) {
    let value = value.assumingMemoryBound(to: Value.self).pointee
    let mirror = Mirror(reflecting: value)
    guard value is any CustomReflectable, type(of: value as Any) == Value.self,
      !(Value.self is AnyClass), let elements = MirrorElements(value, mirror), !elements.isSorted
    else { return walk.fail() }
    let round = members.round
    walk.ask(for: .elements, members, round: round)
    let isWhole = elements.give { type, element, shape in
      walk.element(members, round: round, type, element) { shape }
    }
    if !isWhole { walk.fail() }
  }
}

/// The view of an existential by its contents.
struct ExistentialView: ValueView {
  func write(_ value: UnsafeRawPointer, to output: JSONWriter) {
    ExistentialStorage.withAny(value) { output.write(any: $0) }
  }
}

extension JSONWriter {
  /// Writes a value of any type.
  func write(any value: Any) {
    func write<Dynamic>(_ value: Dynamic) { writeNamed(value) }
    _openExistential(value, do: write)
  }

  /// Writes a value whose type does not follow from the type around it: an object begins with the type's name.
  fileprivate func writeNamed<Dynamic>(_ value: Dynamic) {
    let shape = shape(reflecting: Dynamic.self)
    let start = count
    withUnsafePointer(to: value) { write(UnsafeRawPointer($0), shape) }
    guard count > start, state.pointee.buffer.bytes[start] == UInt8(ascii: "{"),
      Self.isNamed(Dynamic.self, shape), !hasMark(at: start)
    else { return }
    let name = state.pointee.names.entry(of: Dynamic.self) { TypeName.readable(Dynamic.self) }
    insertTypeName(name, at: start)
  }

  /// Returns true if the values of a type are objects of the app, not containers or values that
  /// bridge to them.
  private static func isNamed(_ type: Any.Type, _ shape: UnsafePointer<ValueShape>) -> Bool {
    switch shape.pointee.form {
    case .large, .small: !(type is NSObject.Type) && type != AnyHashable.self
    case .scalar, .list, .set, .dictionary, .optional: false
    }
  }

  private func hasMark(at start: Int) -> Bool {
    let mark: StaticString = #"{"$rewind":"#
    guard count - start > mark.utf8CodeUnitCount else { return false }
    let bytes = UnsafeRawBufferPointer(start: mark.utf8Start, count: mark.utf8CodeUnitCount)
    let written = state.pointee.buffer.bytes + start
    return bytes.hasSameBytes(as: UnsafeRawBufferPointer(start: written, count: bytes.count))
  }

  private func insertTypeName(_ name: String, at start: Int) {
    var member = Array(#""$type":"#.utf8)
    name.writeJSON(to: &member)
    if state.pointee.buffer.bytes[start + 1] != UInt8(ascii: "}") {
      member.append(UInt8(ascii: ","))
    }
    reserve(member.count)
    let insertion = state.pointee.buffer.bytes + start + 1
    (insertion + member.count).update(from: insertion, count: count - start - 1)
    insertion.update(from: member, count: member.count)
    advance(member.count)
  }
}

/// Writes values as their mirrors show them.
private struct MirrorWriter {
  private let output: JSONWriter

  init(_ output: JSONWriter) {
    self.output = output
  }

  /// Writes a value whose dynamic type is its static one.
  func write(_ value: Any) {
    if let type = value as? Any.Type {
      return output.mark(.type(String(describing: type)))
    }
    if type(of: value) is AnyClass, let object = value as? NSObject {
      return write(object)
    }
    if type(of: value) == AnyHashable.self, let value = value as? AnyHashable {
      return output.write(any: value.base)
    }
    write(value, Mirror(reflecting: value))
  }

  private func write(_ object: NSObject) {
    if FoundationObject.write(object, to: output) { return }
    let mirror = Mirror(reflecting: object)
    guard !mirror.children.isEmpty || !(mirror.superclassMirror?.children.isEmpty ?? true) else {
      return output.mark(.opaque(String(describing: type(of: object))))
    }
    write(object, mirror)
  }

  private func write(_ value: Any, _ mirror: Mirror) {
    switch mirror.displayStyle {
    case .struct: writeObject(mirror, of: value)
    case .class: writeInstance(value, mirror)
    case .enum: writeCase(value, mirror)
    case .tuple: writeTuple(mirror.children)
    case .optional:
      if let child = mirror.children.first {
        output.write(any: child.value)
      } else {
        output.writeNull()
      }
    default:
      if let elements = MirrorElements(value, mirror) {
        write(elements)
      } else {
        writeOther(value, mirror)
      }
    }
  }

  // MARK: - Objects

  private func writeObject(_ mirror: Mirror, of value: Any) {
    writeObject(mirror, hasOwn: output.mirrored(type(of: value)).isCustom)
  }

  /// Writes an object; `hasOwn` if its value has a mirror of its own, which may show anything for any type.
  private func writeObject(_ mirror: Mirror, hasOwn: Bool) {
    let owner = output.mirrored(mirror.subjectType)
    if owner.hidden.isLocked {
      return output.mark(.opaque(TypeName.readable(mirror.subjectType)))
    }
    guard output.openOrMark(.object, .none) != JSONWriter.deadID else { return }
    if let parent = mirror.superclassMirror, Self.isVisible(parent) {
      output.put(key: Part.keyBytes("super"))
      output.under(PatchText.token("super")) { writeObject(parent, hasOwn: hasOwn) }
    }
    if !hasOwn, let members = owner.members(mirror) {
      for (member, child) in zip(members, mirror.children) where !member.isAdded {
        writeMember(member, child.value)
      }
    } else {
      writeMembers(mirror, owner)
    }
    output.pop()
  }

  /// Writes a member of a type whose members are known, unless it is nil.
  private func writeMember(_ member: MirroredType.Member, _ value: Any) {
    func write<Dynamic>(_ value: Dynamic) {
      let optional = output.mirrored(Dynamic.self).optional
      withUnsafePointer(to: value) { value in
        if optional?.isNil(UnsafeRawPointer(value)) == true { return }
        output.put(key: member.key)
        output.under(member.token) {
          output.write(UnsafeRawPointer(value), output.shape(reflecting: Dynamic.self))
        }
      }
    }
    _openExistential(value, do: write)
  }

  private func writeMembers(_ mirror: Mirror, _ owner: MirroredType) {
    let children = mirror.readableChildren.filter { child in
      guard let label = child.label, label.hasPrefix("_") || label == "id" else { return true }
      return !AddedProperty.isOne(
        label,
        child.value.map { type(of: $0) } ?? Any.self,
        of: mirror.subjectType
      )
    }
    let labels = children.enumerated().map { $1.label ?? "\($0)" }
    for (name, child) in zip(MemberNames(labels).names, children) {
      guard let value = child.value else {
        writeMark(name, owner.hidden.type(of: child.label))
        continue
      }
      if !Self.isNil(value) { writeMember(name, value) }
    }
    if let buffer = owner.bufferName { writeMark("elements", buffer) }
  }

  private func writeMark(_ name: String, _ type: String) {
    output.put(looseKey: name)
    output.mark(.opaque(type))
  }

  private func writeMember(_ name: String, _ value: Any) {
    output.put(looseKey: name)
    output.under(PatchText.token(name)) { writePart(value) }
  }

  /// Writes a part with the type that its owner gives it.
  ///
  /// The type of a part in an existential is named, except in a custom mirror.
  private func writePart(_ value: Any) {
    func write<Dynamic>(_ value: Dynamic) {
      let shape = output.shape(reflecting: Dynamic.self)
      withUnsafePointer(to: value) { output.write(UnsafeRawPointer($0), shape) }
    }
    _openExistential(value, do: write)
  }

  private static func isVisible(_ mirror: Mirror) -> Bool {
    !mirror.children.isEmpty || mirror.superclassMirror.map(isVisible) ?? false
  }

  private static func isNil(_ value: Any) -> Bool {
    func isNil<Value>(_ value: Value) -> Bool {
      guard let type = Value.self as? any OptionalAccess.Type else { return false }
      return withUnsafePointer(to: value) { type.isNil(UnsafeRawPointer($0)) }
    }
    return _openExistential(value, do: isNil)
  }

  private func writeInstance(_ value: Any, _ mirror: Mirror) {
    output.write(object: value as AnyObject) { writeObject(mirror, of: value) }
  }

  // MARK: - Cases and tuples

  private func writeCase(_ value: Any, _ mirror: Mirror) {
    guard let child = mirror.children.first, let label = child.label else {
      return writeEmptyCase(value)
    }
    guard output.openOrMark(.object, .none) != JSONWriter.deadID else { return }
    output.put(looseKey: label)
    if output.openOrMark(.object, .none) != JSONWriter.deadID {
      output.under(PatchText.token(label)) { writePayload(child.value) }
      output.pop()
    }
    output.pop()
  }

  private func writePayload(_ payload: Any) {
    let mirror = Mirror(reflecting: payload)
    guard mirror.displayStyle == .tuple, !(payload is any CustomReflectable) else {
      return writeMember("_0", payload)
    }
    for (index, child) in mirror.children.enumerated() where !Self.isNil(child.value) {
      writeMember(CaseValue.name(child.label, at: index), child.value)
    }
  }

  /// Writes a case without payload; for an enum of C, without names, the raw value.
  private func writeEmptyCase(_ value: Any) {
    if let name = EnumTag.caseName(of: value) { return writeEmptyCase(named: name) }
    if "\(value)".hasPrefix("__C."), let raw = value as? any RawRepresentable {
      return output.write(any: raw.rawValue)
    }
    writeEmptyCase(named: "\(value)")
  }

  private func writeEmptyCase(named name: String) {
    guard output.openOrMark(.object, .none) != JSONWriter.deadID else { return }
    output.put(looseKey: name)
    output.put("{}")
    output.pop()
  }

  private static func label(_ child: Mirror.Child) -> String? {
    child.label.flatMap { $0.hasPrefix(".") ? nil : $0 }
  }

  private func writeTuple(_ children: Mirror.Children) {
    let labels = children.compactMap(Self.label)
    let isObject = labels.count == children.count && !labels.isEmpty
    let kind: ContainerFrame.Kind = isObject ? .object : .array
    guard output.openOrMark(kind, .none) != JSONWriter.deadID else { return }
    for (index, child) in children.enumerated() {
      if isObject {
        writeMember(child.label ?? "", child.value)
      } else {
        output.separate()
        output.under(PatchText.token(index)) { writePart(child.value) }
      }
    }
    output.pop()
  }

  // MARK: - Collections

  private func write(_ elements: MirrorElements) {
    let sorting: Sorting =
      elements.isSorted ? (elements.arePairs ? .members : .elements) : .none
    guard output.openOrMark(.array, .none, sorting: sorting) != JSONWriter.deadID else { return }
    var index = 0
    func write() -> Bool {
      elements.give { _, element, shape in
        if output.isBeyondLimit { return }
        output.separate()
        output.write(element, shape, under: PatchText.token(index))
        index += 1
      }
    }
    var isWhole = true
    if sorting == .none { isWhole = write() } else { output.withoutTracking { isWhole = write() } }
    if !isWhole {
      output.separate()
      output.mark(.more(elements.missing))
    }
    output.pop()
  }

  // MARK: - Values without a style

  private func writeOther(_ value: Any, _ mirror: Mirror) {
    let type = String(describing: type(of: value))
    guard mirror.children.isEmpty, !(value is any CustomReflectable) else {
      return mirror.children.contains { $0.label != nil } || mirror.children.isEmpty
        ? writeObject(mirror, of: value) : write(MirrorElements(mirror))
    }
    output.mark(type.contains("->") ? .closure : .opaque(type))
  }
}
