/// The types between the angle brackets of a generic structure or enum: `User` of `Loadable<User>`.
///
/// They follow the head of the type's metadata; its descriptor has their number (`MetadataValues.h`,
/// `GenericContext.h`):
///
/// ```
/// metadata + 8 ─▶ descriptor: flags, 4 bytes │ … │ at 44: a byte for each parameter, 0x80 for a type
///                 at 36: number of parameters, 2 bytes
/// metadata + 16:  the arguments, one word each
/// ```
///
/// A parameter that is a pack or a value has another form; types with such are not read.
enum GenericArguments {
  /// Returns the arguments of a structure or enum, those of the types around it first; none if it has none or
  /// they cannot be read.
  static func of(_ type: Any.Type) -> [Any.Type] {
    guard RuntimeAccess.isAllowed, isTrusted else { return [] }
    return unproven(type)
  }

  private static func unproven(_ type: Any.Type) -> [Any.Type] {
    #if _ptrauth(_arm64e) || _pointerBitWidth(_32)
    return []
    #else
    guard [.structure, .enumeration].contains(TypeKind(type)) else { return [] }
    let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
    let descriptor = metadata.load(fromByteOffset: 8, as: UnsafeRawPointer.self)
    let isGeneric: UInt32 = 0x80
    guard descriptor.load(as: UInt32.self) & isGeneric != 0 else { return [] }
    let count = Int(descriptor.load(fromByteOffset: 36, as: UInt16.self))
    let parameters = (0..<count).map { descriptor.load(fromByteOffset: 44 + $0, as: UInt8.self) }
    // One that a constraint makes equal to another type is not among the arguments.
    let (isType, isConstrained): (UInt8, UInt8) = (0x80, 0x00)
    guard parameters.allSatisfy({ [isType, isConstrained].contains($0) }) else { return [] }
    return (0..<parameters.filter { $0 == isType }.count).map {
      metadata.load(fromByteOffset: 16 + 8 * $0, as: Any.Type.self)
    }
    #endif
  }

  private struct Pair<First, Second> {
    enum Inner<Third> { case none }
  }
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  private struct Pack<each Part> {}

  /// True if samples have the arguments that are expected.
  private static let isTrusted: Bool = {
    let inner = unproven(Pair<Int, [String]>.Inner<Bool?>.self)
    if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *),
      !unproven(Pack<Int, String>.self).isEmpty
    {
      return false
    }
    return inner.count == 3 && inner[0] == Int.self && inner[1] == [String].self
      && inner[2] == Bool?.self && unproven(Pair<Double, Bool>.self).count == 2
      && unproven(Int.self).isEmpty
  }()
}
