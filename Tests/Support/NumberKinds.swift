/// A member of each type of number that an encoder has a method for.
struct Numbers: Codable {
  var flag = false
  var float: Float = 0
  var double = 0.0
  var int = 0
  var int8: Int8 = 0
  var int16: Int16 = 0
  var int32: Int32 = 0
  var int64: Int64 = 0
  var uint: UInt = 0
  var uint8: UInt8 = 0
  var uint16: UInt16 = 0
  var uint32: UInt32 = 0
  var uint64: UInt64 = 0

  /// Changes every member.
  mutating func change() {
    flag.toggle()
    float += 0.5
    double += 0.25
    int -= 1
    int8 -= 1
    int16 -= 1
    int32 -= 1
    int64 -= 1
    uint += 1
    uint8 += 1
    uint16 += 1
    uint32 += 1
    uint64 += 1
  }
}

/// The same numbers as the elements of a list.
struct NumberList: Encodable {
  var numbers = Numbers()

  func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    try list.encode(numbers.flag)
    try list.encode(numbers.float)
    try list.encode(numbers.double)
    try list.encode(numbers.int)
    try list.encode(numbers.int8)
    try list.encode(numbers.int16)
    try list.encode(numbers.int32)
    try list.encode(numbers.int64)
    try list.encode(numbers.uint)
    try list.encode(numbers.uint8)
    try list.encode(numbers.uint16)
    try list.encode(numbers.uint32)
    try list.encode(numbers.uint64)
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, *) {
      try list.encode(Int128(numbers.int64))
      try list.encode(UInt128(numbers.uint64))
    }
  }
}

/// The same numbers, each the value that a member is written as.
struct NumberValues: Encodable {
  var numbers = Numbers()

  private enum Key: String, CodingKey {
    case flag, float, double, int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64
    case int128, uint128
  }

  /// A value that is written by a closure.
  private struct Value: Encodable {
    let write: (any SingleValueEncodingContainer) throws -> Void

    func encode(to encoder: any Encoder) throws { try write(encoder.singleValueContainer()) }
  }

  func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    func put(
      _ key: Key,
      _ write: @escaping (inout any SingleValueEncodingContainer) throws -> Void
    )
      throws
    {
      try object.encode(
        Value {
          var container = $0
          try write(&container)
        },
        forKey: key
      )
    }
    try put(.flag) { try $0.encode(numbers.flag) }
    try put(.float) { try $0.encode(numbers.float) }
    try put(.double) { try $0.encode(numbers.double) }
    try put(.int) { try $0.encode(numbers.int) }
    try put(.int8) { try $0.encode(numbers.int8) }
    try put(.int16) { try $0.encode(numbers.int16) }
    try put(.int32) { try $0.encode(numbers.int32) }
    try put(.int64) { try $0.encode(numbers.int64) }
    try put(.uint) { try $0.encode(numbers.uint) }
    try put(.uint8) { try $0.encode(numbers.uint8) }
    try put(.uint16) { try $0.encode(numbers.uint16) }
    try put(.uint32) { try $0.encode(numbers.uint32) }
    try put(.uint64) { try $0.encode(numbers.uint64) }
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, *) else { return }
    try put(.int128) { try $0.encode(Int128(numbers.int64)) }
    try put(.uint128) { try $0.encode(UInt128(numbers.uint64)) }
    try object.encode(Int128(numbers.int64), forKey: .int128)
  }
}
