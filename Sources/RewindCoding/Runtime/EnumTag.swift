/// The number of the case that a value of an enum has.
///
/// The type's value witnesses return it; the stable ABI fixes their offsets (`ValueWitness.def`):
///
/// ```
/// metadata - 8 ─▶ 8 functions │ size │ stride │ flags, 4 bytes │ 4 bytes │ getEnumTag │ …
///                 0            64     72       80                         88
/// ```
///
/// `Mirror` finds a case too, by its name, but takes a hundred times as long. The witness is tried
/// once on an enum whose cases are known; if the results differ, and where pointers to functions
/// are signed, no type has tags.
package struct EnumTag {
  private typealias Ask = @convention(c) (UnsafeRawPointer, UnsafeRawPointer) -> UInt32

  private let ask: Ask
  let metadata: UnsafeRawPointer

  /// Finds the witness that distinguishes the cases of a type; nil if it is not an enum.
  package init?(of type: Any.Type) {
    guard RuntimeAccess.isAllowed, Self.isTrusted else { return nil }
    self.init(unproven: type)
  }

  init?(unproven type: Any.Type) {
    #if _ptrauth(_arm64e) || _pointerBitWidth(_32)
    return nil
    #else
    guard TypeKind(type) == .enumeration else { return nil }
    metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
    let witnesses = metadata.load(fromByteOffset: -8, as: UnsafeRawPointer.self)
    let hasEnumWitnesses: UInt32 = 0x0020_0000
    guard witnesses.load(fromByteOffset: 80, as: UInt32.self) & hasEnumWitnesses != 0 else {
      return nil
    }
    ask = witnesses.load(fromByteOffset: 88, as: Ask.self)
    #endif
  }

  /// Returns false for an enum of which it is known that no case has a payload.
  static func mayHavePayloads(_ type: Any.Type) -> Bool {
    guard let records = EnumTag(of: type)?.records else { return true }
    return (0..<records.count).contains { record in
      records.start.load(fromByteOffset: record * records.size + 4, as: Int32.self) != 0
    }
  }

  /// True if a type may have cases whose payload is in separate memory.
  ///
  /// Such a value does not show its contents. The type's field records have the answer
  /// (`FieldDescriptor`, `FieldRecord`):
  ///
  /// ```
  /// metadata + 8 ─▶ descriptor; its offset 16 ─▶ 8 bytes │ kind, 2 │ record size, 2 │ count, 4 │ records
  /// record: flags, 4 bytes, of which the lowest bit says indirect │ type │ name
  /// ```
  ///
  /// Also true if an app was built without the records.
  package var mayHaveIndirectCases: Bool {
    guard let records else { return true }
    return (0..<records.count).contains { record in
      records.start.load(fromByteOffset: record * records.size, as: UInt32.self) & 1 != 0
    }
  }

  /// The field records, one for each case, in the order of their numbers; nil if there are none.
  var records: (start: UnsafeRawPointer, count: Int, size: Int)? {
    let descriptor = metadata.load(fromByteOffset: 8, as: UnsafeRawPointer.self)
    let offset = descriptor.load(fromByteOffset: 16, as: Int32.self)
    guard offset != 0 else { return nil }
    let fields = descriptor + 16 + Int(offset)
    let size = Int(fields.load(fromByteOffset: 10, as: UInt16.self))
    let count = Int(fields.load(fromByteOffset: 12, as: UInt32.self))
    return size >= 12 ? (fields + 16, count, size) : nil
  }

  /// Returns the name of a value's case; nil if it is not an enum, or an app was built without the names.
  ///
  /// The only source for a case without a payload: `Mirror` shows none, and as text the value may
  /// be anything that its `description` returns.
  package static func caseName(of value: Any) -> String? {
    func ask<Value>(_ value: Value) -> String? {
      guard let tag = EnumTag(of: Value.self) else { return nil }
      return withUnsafePointer(to: value) { tag.name(ofCase: tag.number(of: $0)) }
    }
    return _openExistential(value, do: ask)
  }

  /// Returns the name of the case with a number; nil if an app was built without the names.
  package func name(ofCase number: UInt32) -> String? {
    guard let records, number < records.count else { return nil }
    let name = records.start + Int(number) * records.size + 8
    let offset = name.load(as: Int32.self)
    guard offset != 0 else { return nil }
    return String(validatingCString: (name + Int(offset)).assumingMemoryBound(to: CChar.self))
  }

  /// Returns the number of a value's case; the pointer is to a value of the type.
  package func number(of value: UnsafeRawPointer) -> UInt32 {
    ask(value, metadata)
  }

  private enum Sample {
    case empty
    case single(Int)
    case other
    indirect case several(String, [Int])
  }

  /// True if a sample's numbers are as expected: cases with payloads first, each kind in its order.
  private static let isTrusted: Bool = {
    guard let tag = EnumTag(unproven: Sample.self) else { return false }
    let samples: [(Sample, UInt32, String)] = [
      (.single(1), 0, "single"), (.single(.min), 0, "single"), (.several("", []), 1, "several"),
      (.empty, 2, "empty"), (.other, 3, "other"),
    ]
    guard tag.mayHaveIndirectCases else { return false }
    return samples.allSatisfy { sample, number, name in
      withUnsafePointer(to: sample) { tag.number(of: $0) } == number
        && [name, nil].contains(tag.name(ofCase: number))
    }
  }()
}
