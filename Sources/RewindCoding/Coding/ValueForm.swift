#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The way in which values of a type are written and read.
enum ValueForm: UInt8 {
  case bool
  case int
  case int8
  case int16
  case int32
  case int64
  case uint
  case uint8
  case uint16
  case uint32
  case uint64
  case double
  case float
  case string
  case date
  case data
  case url
  case uuid
  case decimal
  /// By `encode(to:)` and `init(from:)`, as all that follow.
  case custom
  /// By `encode(to:)`, whose object must be watched for cycles.
  case object
  /// Element by element, without a container.
  case list
  /// By `encode(to:)`, whose contents must be sorted.
  case set
  case dictionary
  /// By reflection, as the app has requested.
  case reflected

  /// True if the values are written and read by this module alone.
  @_transparent
  var isScalar: Bool { rawValue < ValueForm.custom.rawValue }

  /// Makes the form of a scalar type; nil for all others.
  init?(scalar type: Any.Type) {
    guard let form = Self.scalars[ObjectIdentifier(type)] else { return nil }
    self = form
  }

  private static let scalars: [ObjectIdentifier: ValueForm] = [
    ObjectIdentifier(Bool.self): .bool,
    ObjectIdentifier(Int.self): .int,
    ObjectIdentifier(Int8.self): .int8,
    ObjectIdentifier(Int16.self): .int16,
    ObjectIdentifier(Int32.self): .int32,
    ObjectIdentifier(Int64.self): .int64,
    ObjectIdentifier(UInt.self): .uint,
    ObjectIdentifier(UInt8.self): .uint8,
    ObjectIdentifier(UInt16.self): .uint16,
    ObjectIdentifier(UInt32.self): .uint32,
    ObjectIdentifier(UInt64.self): .uint64,
    ObjectIdentifier(Double.self): .double,
    ObjectIdentifier(Float.self): .float,
    ObjectIdentifier(String.self): .string,
    ObjectIdentifier(Date.self): .date,
    ObjectIdentifier(Data.self): .data,
    ObjectIdentifier(URL.self): .url,
    ObjectIdentifier(UUID.self): .uuid,
    ObjectIdentifier(Decimal.self): .decimal,
  ]
}
