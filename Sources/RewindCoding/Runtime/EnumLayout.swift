/// The cases of an enum type, and the address of the payload in a value's memory.
///
/// The payloads' types are in the type's field records (``EnumTag``), as mangled names:
///
/// ```
/// record: flags, 4 bytes │ ─▶ mangled name of the payload's type, or 0 │ ─▶ name of the case
/// ```
///
/// A mangled name may hold references of five or nine bytes, each beginning with a control
/// character (`Mangling.rst`, "Symbolic references"). The payload is found by the type's value
/// witness `destructiveProjectEnumData`, which turns a value's bytes into its payload's; it gets a
/// bitwise copy, so that the value stays unchanged. An indirect payload lies in a box, after the
/// box's header.
///
/// Both are tried on an enum whose values are known. If the results differ, no type has a layout.
struct EnumLayout {
  /// A case.
  struct Case {
    let name: String
    /// The payload's type; a tuple if the case has several values, or a labeled one.
    let payload: Any.Type?
    let isIndirect: Bool
  }

  let cases: [Case]
  private let tag: EnumTag
  private let project: Project
  private let size: Int
  private let alignment: Int

  private typealias Project = @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer) -> Void

  /// Finds the layout of a type; nil if it is not an enum, or its records do not describe all cases.
  init?(of type: Any.Type) {
    guard RuntimeAccess.isAllowed, Self.isTrusted else { return nil }
    self.init(unproven: type)
  }

  private init?(unproven type: Any.Type) {
    guard let tag = EnumTag(unproven: type), let records = tag.records,
      let project = tag.witness(at: 96)
    else { return nil }
    var cases: [Case] = []
    for number in 0..<records.count {
      let record = records.start + number * records.size
      guard let name = tag.name(ofCase: UInt32(number)) else { return nil }
      let flags = record.load(as: UInt32.self)
      let payload = Self.payload(record + 4, tag.metadata)
      if payload == nil, record.load(fromByteOffset: 4, as: Int32.self) != 0 { return nil }
      cases.append(Case(name: name, payload: payload, isIndirect: flags & 1 != 0))
    }
    self.cases = cases
    self.tag = tag
    self.project = unsafeBitCast(project, to: Project.self)
    let memory = TypeMemory(type)
    (size, alignment) = (memory.size, memory.alignment)
  }

  private static func payload(
    _ reference: UnsafeRawPointer,
    _ metadata: UnsafeRawPointer
  ) -> Any.Type? {
    let offset = reference.load(as: Int32.self)
    guard offset != 0 else { return nil }
    let name = (reference + Int(offset)).assumingMemoryBound(to: UInt8.self)
    var length = 0
    while name[length] != 0 {
      switch name[length] {
      case 0x01...0x17: length += 5
      case 0x18...0x1F: length += 1 + MemoryLayout<UInt>.size
      default: length += 1
      }
    }
    let descriptor = metadata.load(fromByteOffset: 8, as: UnsafeRawPointer.self)
    return _getTypeByMangledNameInContext(
      name,
      UInt(length),
      genericContext: descriptor,
      genericArguments: metadata + 16
    )
  }

  /// Returns the number of a value's case; the pointer is to a value of the type.
  func number(of value: UnsafeRawPointer) -> Int { Int(tag.number(of: value)) }

  /// Passes the payload of a value, whose case has that number, to `body`.
  func withPayload(
    of value: UnsafeRawPointer,
    _ number: Int,
    _ body: (UnsafeRawPointer) -> Void
  ) {
    withUnsafeTemporaryAllocation(byteCount: max(size, 1), alignment: alignment) { copy in
      guard let bytes = copy.baseAddress else { return }
      bytes.copyMemory(from: value, byteCount: size)
      project(bytes, tag.metadata)
      guard cases[number].isIndirect, let payload = cases[number].payload else {
        return body(UnsafeRawPointer(bytes))
      }
      let mask = TypeMemory(payload).alignment - 1
      let header = 2 * MemoryLayout<UnsafeRawPointer>.size
      body(bytes.load(as: UnsafeRawPointer.self) + (header + mask & ~mask))
    }
  }

  // MARK: - Verification

  private enum Sample<Value> {
    case nothing
    case value(Value)
    case several(Int8, label: [Int])
    indirect case boxed(Double)
  }

  private static let isTrusted: Bool = {
    guard let layout = EnumLayout(unproven: Sample<String>.self) else { return false }
    let cases = layout.cases
    guard cases.map(\.name) == ["value", "several", "boxed", "nothing"],
      cases[0].payload == String.self, cases[1].payload == (Int8, label: [Int]).self,
      cases[2].payload == Double.self, cases[3].payload == nil, cases.map(\.isIndirect)[2]
    else { return false }
    return layout.finds("a text of more than fifteen bytes", in: { .value($0) })
      && layout.finds("short", in: { .value($0) })
      && layout.finds(2.5, in: { .boxed($0) })
      && layout.finds(-7 as Int8, in: { .several($0, label: [1]) })
  }()

  private func finds<Payload: Equatable>(
    _ payload: Payload,
    in make: (Payload) -> Sample<String>
  ) -> Bool {
    var isFound = false
    withUnsafePointer(to: make(payload)) { value in
      withPayload(of: value, number(of: value)) {
        isFound = $0.assumingMemoryBound(to: Payload.self).pointee == payload
      }
    }
    return isFound
  }
}

extension EnumTag {
  /// Returns the value witness at an offset.
  fileprivate func witness(at offset: Int) -> UnsafeRawPointer? {
    let witnesses = metadata.load(fromByteOffset: -8, as: UnsafeRawPointer.self)
    return witnesses.load(fromByteOffset: offset, as: UnsafeRawPointer?.self)
  }
}
