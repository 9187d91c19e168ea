/// A part of a value at a fixed offset in its memory.
struct Part {
  let name: String
  /// The name as written before the part: `,"name":`.
  let key: UnsafeRawBufferPointer
  /// The name in the form of a pointer in a JSON string: `/name`.
  let token: [UInt8]
  let offset: Int
  let shape: UnsafePointer<ValueShape>
  /// The access that determines whether the part is nil, and so omitted.
  let optional: (any OptionalAccess.Type)?

  /// The shape need not be made yet, since a type may contain itself; with a type, the part is omitted where it is nil.
  init(
    _ name: String,
    _ offset: Int,
    _ shape: UnsafePointer<ValueShape>,
    omittedIfNil type: Any.Type? = nil
  ) {
    self.name = name
    self.offset = offset
    self.shape = shape
    key = Self.keyBytes(name)
    token = PatchText.token(name)
    optional = type.flatMap { $0 as? any OptionalAccess.Type }
  }

  /// Returns the bytes `,"name":`, valid until the program ends.
  static func keyBytes(_ name: String) -> UnsafeRawBufferPointer {
    var bytes: [UInt8] = [UInt8(ascii: ",")]
    name.writeJSON(to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    copy.copyBytes(from: bytes)
    return UnsafeRawBufferPointer(copy)
  }

  /// Returns true if the part of a value is nil.
  @inline(__always)
  func isAbsent(from value: UnsafeRawPointer) -> Bool {
    optional?.isNil(value + offset) ?? false
  }
}

/// The parts of a value, as members of an object.
struct PartList {
  private let parts: UnsafePointer<Part>
  private let count: Int

  init(_ list: [Part]) {
    let copy = UnsafeMutablePointer<Part>.allocate(capacity: max(1, list.count))
    copy.initialize(from: list, count: list.count)
    parts = UnsafePointer(copy)
    count = list.count
  }

  var isEmpty: Bool { count == 0 }

  /// Writes the members of an open object.
  func writeMembers(_ value: UnsafeRawPointer, to output: JSONWriter) {
    var number = 0
    while number < count {
      let part = parts + number
      number += 1
      if part.pointee.isAbsent(from: value) { continue }
      output.put(key: part.pointee.key)
      output.write(value + part.pointee.offset, part.pointee.shape, under: part.pointee.token)
    }
  }

  func writeObject(_ value: UnsafeRawPointer, to output: JSONWriter) {
    guard output.openOrMark(.object, .none) != JSONWriter.deadID else { return }
    writeMembers(value, to: output)
    output.pop()
  }

  func writeArray(_ value: UnsafeRawPointer, to output: JSONWriter) {
    guard output.openOrMark(.array, .none) != JSONWriter.deadID else { return }
    for (index, part) in UnsafeBufferPointer(start: parts, count: count).enumerated() {
      output.separate()
      output.write(value + part.offset, part.shape, under: PatchText.token(index))
    }
    output.pop()
  }

  func visit(_ value: UnsafeRawPointer, _ walk: StateDiffer, _ members: MemberList) {
    for part in UnsafeBufferPointer(start: parts, count: count)
    where !part.isAbsent(from: value) {
      walk.member(members, named: part.name, value + part.offset, part.shape)
    }
  }
}

extension JSONWriter {
  /// Appends the key of a member, with a comma before it unless it is the first.
  func put(key: UnsafeRawBufferPointer) {
    if end[-1] == UInt8(ascii: "{") {
      state.pointee.buffer.append(UnsafeRawBufferPointer(rebasing: key[1...]))
    } else {
      state.pointee.buffer.append(key)
    }
  }
}

/// The view of a structure by its stored properties.
struct StructureView: ValueView {
  private let parts: PartList

  init(_ layout: TypeLayout, _ maker: inout ShapeMaker) {
    parts = PartList(maker.members(layout.contents))
  }

  func write(_ value: UnsafeRawPointer, to output: JSONWriter) {
    parts.writeObject(value, to: output)
  }

  func visit(_ value: UnsafeRawPointer, _ walk: StateDiffer, _ members: MemberList) {
    parts.visit(value, walk, members)
  }
}

/// The view of a tuple: an object if all elements have labels, else an array.
struct TupleView: ValueView {
  private let parts: PartList
  private let hasLabels: Bool

  init(_ layout: TypeLayout, _ maker: inout ShapeMaker) {
    hasLabels = !layout.fields.isEmpty && !layout.fields.contains { $0.name.hasPrefix(".") }
    parts = PartList(
      layout.fields.map { field in
        Part(field.name, field.offset, maker.shape(ofAny: field.type))
      }
    )
  }

  func write(_ value: UnsafeRawPointer, to output: JSONWriter) {
    if hasLabels {
      parts.writeObject(value, to: output)
    } else {
      parts.writeArray(value, to: output)
    }
  }

  func visit(_ value: UnsafeRawPointer, _ walk: StateDiffer, _ members: MemberList) {
    guard hasLabels else { return walk.fail() }
    parts.visit(value, walk, members)
  }
}

extension ShapeMaker {
  /// Returns the stored properties as members of an object.
  mutating func members(_ fields: [TypeLayout.Field], inClass: Bool = false) -> [Part] {
    let names = MemberNames(fields.map(\.name)).names
    return zip(names, fields).map { name, field in
      if let hidden = HiddenParts.Property(field, inClass: inClass) {
        let shape = shape(of: field.type, seenAs: MarkView(mark: .opaque(hidden.type)))
        return Part(name, field.offset, shape)
      }
      return Part(name, field.offset, shape(ofAny: field.type), omittedIfNil: field.type)
    }
  }
}

/// The member names of the stored properties of a type.
package struct MemberNames {
  package let names: [String]

  package init(_ labels: [String]) {
    let plain = labels.map(Self.plain)
    var counts: [String: Int] = [:]
    for name in plain { counts[name, default: 0] += 1 }
    names = zip(labels, plain).map { counts[$1] == 1 ? $1 : $0 }
  }

  /// Returns a label without the prefixes of wrappers and lazy storage.
  private static func plain(_ label: String) -> String {
    let lazyPrefix = "$__lazy_storage_$_"
    if label.hasPrefix(lazyPrefix) { return String(label.dropFirst(lazyPrefix.count)) }
    return label.hasPrefix("_") && label.count > 1 ? String(label.dropFirst()) : label
  }
}
