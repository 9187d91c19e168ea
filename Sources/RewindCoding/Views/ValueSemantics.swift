import Foundation

#if canImport(CoreGraphics)
import CoreGraphics
#endif

/// Decides whether the instances of a type are values, so that equal memory means equal values.
///
/// A type is a value if all its parts are, including the payloads of an enum's cases: a leaf must
/// be on the list below, hold nothing but bits, or declare it (``RewindValue``). Types that contain
/// themselves through an array, a dictionary or an indirect case are values if nothing else
/// prevents it. A class is not a value; but a `ManagedBuffer` of values is, since it serves only as
/// the storage of collections that copy it before they write to it when it is shared.
///
/// A closure is written as a placeholder, whatever it does, so it does not prevent a type written
/// here from being a value. The app's own code, an `encode(to:)` or a `customMirror`, may call it:
/// then a closure with parameters is assumed to be what it is in practice, the path from an element
/// to its identity, and one without a getter, which may return something else each time.
package struct ValueSemantics {
  private var seen: Set<ObjectIdentifier> = []

  /// Returns true if equal memory means equal values.
  package static func isValue(_ type: Any.Type) -> Bool {
    var judgment = ValueSemantics()
    return judgment.accepts(type)
  }

  /// Returns true if a stored property is a value, or a closure that its owner's text does not depend on.
  static func isValue(_ type: Any.Type, in owner: Any.Type) -> Bool {
    var judgment = ValueSemantics()
    return judgment.accepts(type, in: owner)
  }

  private mutating func accepts(_ type: Any.Type) -> Bool {
    guard seen.insert(ObjectIdentifier(type)).inserted else { return true }
    if Self.leaves.contains(ObjectIdentifier(type)) || type is any RewindValue.Type { return true }
    if Self.isVector(type) { return true }
    if let container = type as? any PartedType.Type {
      return container.parts.allSatisfy { accepts($0) }
    }
    switch TypeKind(type) {
    case .structure, .tuple:
      guard let layout = TypeLayout(of: type) else { return false }
      return layout.contents.allSatisfy { $0.isStrong && accepts($0.type, in: type) }
    case .enumeration:
      if let layout = EnumLayout(of: type) {
        return layout.cases.allSatisfy { $0.payload.map { accepts($0, in: type) } ?? true }
      }
      // Cases without payloads.
      return TypeMemory(type).isTrivial && !EnumTag.mayHavePayloads(type)
    case .instance:
      return type is AnyKeyPath.Type || Self.isUnit(type)
    case .function, .existential, .metatype, .other:
      return false
    }
  }

  /// Returns true if a part is a value, or a closure that its owner's text does not depend on.
  private mutating func accepts(_ type: Any.Type, in owner: Any.Type) -> Bool {
    guard TypeKind(type) == .function else { return accepts(type) }
    let isWrittenHere = !(owner is any Encodable.Type) && !(owner is any CustomReflectable.Type)
    return isWrittenHere || Self.hasParameters(type)
  }

  /// Returns true if functions of a type have parameters, by the type's name: `@Sendable (Int) -> String`.
  private static func hasParameters(_ function: Any.Type) -> Bool {
    let words = TypeName.reflected(function).split(separator: " ")
    return words.first { !$0.hasPrefix("@") } != "()"
  }

  /// Returns true for the standard library's vectors, which hold numbers as bits that the runtime cannot name.
  private static func isVector(_ type: Any.Type) -> Bool {
    type is any SIMD.Type && TypeMemory(type).isTrivial
      && TypeName.reflected(type).hasPrefix("Swift.SIMD")
  }

  /// Returns true for Foundation's own units of measurement, which do not change; an app's may.
  private static func isUnit(_ type: Any.Type) -> Bool {
    guard type is Unit.Type else { return false }
    let name = TypeName.reflected(type)
    return name.hasPrefix("Foundation.Unit") || name.hasPrefix("__C.NSUnit")
  }

  /// Copy-on-write and immutable types: a copy never changes.
  private static let leaves: Set<ObjectIdentifier> = {
    var types: [Any.Type] = [
      Bool.self, Int.self, Int8.self, Int16.self, Int32.self, Int64.self,
      UInt.self, UInt8.self, UInt16.self, UInt32.self, UInt64.self, Double.self, Float.self,
      String.self, Substring.self, Character.self, Unicode.Scalar.self, Never.self,
      Date.self, Data.self, URL.self, UUID.self, Decimal.self, IndexPath.self, TimeZone.self,
      Locale.self, Calendar.self, DateComponents.self, IndexSet.self, CharacterSet.self,
      AttributedString.self,
    ]
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, *) {
      types += [Int128.self, UInt128.self]
    }
    #if canImport(CoreGraphics)
    types += [
      CGPoint.self, CGSize.self, CGRect.self, CGVector.self, CGAffineTransform.self, CGFloat.self,
    ]
    #endif
    return Set(types.map { ObjectIdentifier($0) })
  }()
}
