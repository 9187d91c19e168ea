import Foundation

/// The offsets of the stored properties of a structure or tuple, from the Swift runtime.
///
/// The only code that uses the runtime's entries for this, which are not documented (`Mirror` itself
/// uses `swift_reflectionMirror_recursive…`). So they are checked: once on a type whose layout the
/// language does expose, and for each type the offsets must be those of Swift's layout rule: every
/// property directly after the one before it, at the next multiple of its alignment, and the last
/// one ending where the type does. A type with properties that the runtime does not list, such as a
/// C structure's bit fields, has no layout here, and is compared by its text.
struct TypeLayout {
  /// A stored property.
  struct Field {
    let name: String
    let type: Any.Type
    let offset: Int
    /// True if the property retains the object that it refers to, as all but `weak` and `unowned` ones do.
    let isStrong: Bool

    /// True if the property was added by a macro of Observation, to track observers of the value.
    var isObservation: Bool { name == AddedProperty.observation }
  }

  let fields: [Field]
  /// The fields of a value's content, without those that libraries add.
  let contents: [Field]

  /// Finds the layout of a type; nil if it is neither a structure nor a tuple, or the runtime's
  /// answer is inconsistent.
  init?(of type: Any.Type) {
    guard RuntimeAccess.isAllowed, Self.isTrusted else { return nil }
    self.init(unproven: type)
  }

  private init?(unproven type: Any.Type) {
    guard TypeKind(type) == .structure || TypeKind(type) == .tuple,
      !TypeName.reflected(type).hasPrefix("__C.")
    else { return nil }
    fields = (0..<runtimeFieldCount(type)).map { Field(number: $0, of: type) }
    var end = 0
    for field in fields {
      let memory = TypeMemory(field.type)
      let start = (end + memory.alignment - 1) / memory.alignment * memory.alignment
      guard field.offset == start else { return nil }
      end = start + memory.size
    }
    guard end == TypeMemory(type).size else { return nil }
    contents = Self.contents(of: fields, in: type)
  }

  private static func contents(of fields: [Field], in owner: Any.Type) -> [Field] {
    fields.filter { !AddedProperty.isOne($0.name, $0.type, of: owner) }
  }

  /// Finds the layout of a class's own stored properties, by their offsets in an instance.
  ///
  /// Nil for a class with an ancestor from Objective-C, or if the runtime's answer is inconsistent.
  init?(ofClass type: AnyClass) {
    guard RuntimeAccess.isAllowed, Self.isTrusted, !(type is NSObject.Type) else { return nil }
    let parent: AnyClass? = _getSuperclass(type)
    let inherited = parent.map { runtimeFieldCount($0) } ?? 0
    let count = runtimeFieldCount(type)
    guard count >= inherited else { return nil }
    let all = (0..<count).map { Field(number: $0, of: type) }
    var end = 2 * MemoryLayout<UnsafeRawPointer>.size
    for field in all {
      guard field.offset >= end, field.offset % TypeMemory(field.type).alignment == 0 else {
        return nil
      }
      end = field.offset + TypeMemory(field.type).size
    }
    fields = Array(all[inherited...])
    contents = Self.contents(of: fields, in: type)
  }

  /// Returns the stored properties that a type itself declares, whether or not their offsets are known.
  ///
  /// Empty for other types than structures and classes, and for subclasses of `NSObject`.
  static func declaredFields(of type: Any.Type) -> [Field] {
    guard RuntimeAccess.isAllowed, isTrusted, !(type is NSObject.Type),
      type is AnyClass || TypeKind(type) == .structure
    else { return [] }
    let parent: AnyClass? = (type as? AnyClass).flatMap { _getSuperclass($0) }
    let inherited = parent.map { runtimeFieldCount($0) } ?? 0
    let count = runtimeFieldCount(type)
    guard count > inherited else { return [] }
    return (inherited..<count).map { Field(number: $0, of: type) }
  }

  /// A structure with everything that shifts a property: earlier properties, padding, generics.
  private struct Sample {
    var first: Int8 = 0
    var second: Double = 0
    var third: (Bool, Int16) = (false, 0)
    var fourth = ""
    var fifth: [Int]?
  }

  /// True if the runtime describes ``Sample`` correctly.
  private static let isTrusted: Bool = {
    let expected: [(String, Any.Type, Int?)] = [
      ("first", Int8.self, MemoryLayout<Sample>.offset(of: \.first)),
      ("second", Double.self, MemoryLayout<Sample>.offset(of: \.second)),
      ("third", (Bool, Int16).self, MemoryLayout<Sample>.offset(of: \.third)),
      ("fourth", String.self, MemoryLayout<Sample>.offset(of: \.fourth)),
      ("fifth", [Int]?.self, MemoryLayout<Sample>.offset(of: \.fifth)),
    ]
    guard let layout = TypeLayout(unproven: Sample.self), layout.fields.count == expected.count
    else { return false }
    return zip(layout.fields, expected).allSatisfy { field, expected in
      field.name == expected.0 && field.type == expected.1 && field.offset == expected.2
    }
  }()
}

/// The kind of a type, according to the runtime.
package enum TypeKind: Equatable {
  case instance
  case structure
  case enumeration
  case tuple
  case function
  case existential
  case metatype
  case other

  /// Converts the numbers of the stable ABI (`MetadataKind.def`).
  package init(_ type: Any.Type) {
    switch runtimeKind(type) {
    case 0x200: self = .structure
    case 0x201: self = .enumeration
    case 0x301: self = .tuple
    case 0x302: self = .function
    case 0x303, 0x307: self = .existential
    case 0x304, 0x306: self = .metatype
    default: self = type is AnyClass ? .instance : .other
    }
  }
}

/// The memory layout of a type's values.
struct TypeMemory {
  let size: Int
  let alignment: Int
  /// True if values hold no counted reference.
  let isTrivial: Bool

  init(_ type: Any.Type) {
    func memory<Value>(_ type: Value.Type) -> TypeMemory {
      TypeMemory(
        size: MemoryLayout<Value>.size,
        alignment: MemoryLayout<Value>.alignment,
        isTrivial: _isPOD(type)
      )
    }
    self = _openExistential(type, do: memory)
  }

  private init(size: Int, alignment: Int, isTrivial: Bool) {
    self.size = size
    self.alignment = alignment
    self.isTrivial = isTrivial
  }
}

extension TypeLayout.Field {
  fileprivate init(number: Int, of owner: Any.Type) {
    var field = RuntimeField(name: nil, freeName: nil, isStrong: false, isVariable: false)
    type = runtimeField(owner, number, &field)
    name = field.name.map { String(cString: $0) } ?? ""
    offset = runtimeFieldOffset(owner, number)
    isStrong = field.isStrong
    field.freeName?(field.name)
  }
}

/// `FieldReflectionMetadata` of the standard library.
private struct RuntimeField {
  let name: UnsafePointer<CChar>?
  let freeName: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
  let isStrong: Bool
  let isVariable: Bool
}

@_silgen_name("swift_getMetadataKind")
private func runtimeKind(_ type: Any.Type) -> UInt

@_silgen_name("swift_reflectionMirror_recursiveCount")
private func runtimeFieldCount(_ type: Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
private func runtimeField(
  _ type: Any.Type,
  _ index: Int,
  _ field: UnsafeMutablePointer<RuntimeField>
) -> Any.Type

@_silgen_name("swift_reflectionMirror_recursiveChildOffset")
private func runtimeFieldOffset(_ type: Any.Type, _ index: Int) -> Int
