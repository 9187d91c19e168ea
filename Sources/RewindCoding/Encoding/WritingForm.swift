#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The form in which values of one type are written.
enum WritingForm {
  /// By this module alone.
  case scalar(WriteScalar)
  /// Element by element, without a container.
  case list(any WritableList.Type)
  /// By `encode(to:)`, whose contents must be sorted.
  case sorted(Sorting)
  /// By `encode(to:)`, whose object must be watched for cycles.
  case object
  /// By `encode(to:)`.
  case custom
  /// By reflection, as the app has requested.
  case reflected

  init(_ type: Any.Type) {
    if ReflectedTypes.contains(type) {
      self = .reflected
    } else if let write = Self.scalars[ObjectIdentifier(type)] {
      self = .scalar(write)
    } else if StandardContainers.type(type) == nil {
      self = type is AnyObject.Type ? .object : .custom
    } else if let type = type as? any WritableList.Type {
      self = .list(type)
    } else if type is any SetAccess.Type {
      self = .sorted(.elements)
    } else if type is any DictionaryAccess.Type {
      self = .sorted(.members)
    } else {
      self = type is AnyObject.Type ? .object : .custom
    }
  }

  /// Writes the value at a pointer.
  typealias WriteScalar = @Sendable (_ value: UnsafeRawPointer, _ output: JSONWriter) -> Void

  /// The functions that write the values of scalar types.
  static let scalars: [ObjectIdentifier: WriteScalar] = [
    ObjectIdentifier(Bool.self): { $1.write($0.load(as: Bool.self)) },
    ObjectIdentifier(Int.self): { $1.write(integer: $0.load(as: Int.self)) },
    ObjectIdentifier(Int8.self): { $1.write(integer: $0.load(as: Int8.self)) },
    ObjectIdentifier(Int16.self): { $1.write(integer: $0.load(as: Int16.self)) },
    ObjectIdentifier(Int32.self): { $1.write(integer: $0.load(as: Int32.self)) },
    ObjectIdentifier(Int64.self): { $1.write(integer: $0.load(as: Int64.self)) },
    ObjectIdentifier(UInt.self): { $1.write(integer: $0.load(as: UInt.self)) },
    ObjectIdentifier(UInt8.self): { $1.write(integer: $0.load(as: UInt8.self)) },
    ObjectIdentifier(UInt16.self): { $1.write(integer: $0.load(as: UInt16.self)) },
    ObjectIdentifier(UInt32.self): { $1.write(integer: $0.load(as: UInt32.self)) },
    ObjectIdentifier(UInt64.self): { $1.write(integer: $0.load(as: UInt64.self)) },
    ObjectIdentifier(Double.self): { $1.write($0.load(as: Double.self)) },
    ObjectIdentifier(Float.self): { $1.write($0.load(as: Float.self)) },
    ObjectIdentifier(String.self): { $1.write($0.load(as: String.self)) },
    ObjectIdentifier(Date.self): { $1.write($0.load(as: Date.self)) },
    ObjectIdentifier(Data.self): { $1.write($0.load(as: Data.self)) },
    ObjectIdentifier(URL.self): { $1.write($0.load(as: URL.self)) },
    ObjectIdentifier(UUID.self): { $1.write($0.load(as: UUID.self)) },
    ObjectIdentifier(Decimal.self): { $1.write($0.load(as: Decimal.self)) },
  ]
}
