/// A JSON document or any part of one.
///
/// The only form in which actions and states leave a program. Values compare as the session log
/// defines *equal*: same JSON type, strings by code points, numbers by exact decimal value (`1` =
/// `1.0`), members in any order.
public enum JSONValue: Sendable {
  case null
  case bool(Bool)
  case number(JSONNumber)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)
}

extension JSONValue: Hashable {
  public static func == (a: Self, b: Self) -> Bool {
    var comparison = SharedComparison()
    return comparison.areEqual(a, b)
  }

  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null:
      hasher.combine(0)
    case .bool(let bool):
      hasher.combine(bool)
    case .number(let number):
      hasher.combine(number)
    case .string(let string):
      string.hashCodePoints(into: &hasher)
    case .array(let elements):
      hasher.combine(elements)
    case .object(let object):
      hasher.combine(object)
    }
  }
}

extension JSONValue {
  /// The kinds of JSON value, under the names that messages use.
  public enum Kind: String, Sendable {
    case null
    case bool
    case number
    case string
    case array
    case object
  }

  /// The kind of this JSON value.
  public var kind: Kind {
    switch self {
    case .null: .null
    case .bool: .bool
    case .number: .number
    case .string: .string
    case .array: .array
    case .object: .object
    }
  }

  /// The string, if this is one.
  public var string: String? {
    if case .string(let string) = self { string } else { nil }
  }

  /// The number, if this is one.
  public var number: JSONNumber? {
    if case .number(let number) = self { number } else { nil }
  }

  /// The integer, if this is a number with an integral value that fits.
  public var int: Int? {
    if case .number(let number) = self { number.int } else { nil }
  }

  /// The number as a floating-point value, if this is one.
  public var double: Double? {
    if case .number(let number) = self { number.double } else { nil }
  }

  /// The Boolean, if this is one.
  public var bool: Bool? {
    if case .bool(let bool) = self { bool } else { nil }
  }

  /// The elements, if this is an array.
  public var array: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The members, if this is an object.
  public var object: JSONObject? {
    if case .object(let object) = self { object } else { nil }
  }

  /// The member under `key`, if this is an object that has it.
  public subscript(key: String) -> JSONValue? {
    object?[key]
  }

  /// Changes an array's elements in place, without copying them; returns nil if this is not an array.
  package mutating func withArray<Result, Failure>(
    _ change: (inout [JSONValue]) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    guard case .array(var elements) = self else { return nil }
    self = .null
    defer { self = .array(elements) }
    return try change(&elements)
  }

  /// Changes an object's members in place, without copying them; returns nil if this is not an object.
  package mutating func withObject<Result, Failure>(
    _ change: (inout JSONObject) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    guard case .object(var object) = self else { return nil }
    self = .null
    defer { self = .object(object) }
    return try change(&object)
  }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(nilLiteral: ()) {
    self = .null
  }

  public init(booleanLiteral value: Bool) {
    self = .bool(value)
  }

  public init(integerLiteral value: Int) {
    self = .number(JSONNumber(value))
  }

  public init(floatLiteral value: Double) {
    self = JSONValue(value)
  }

  public init(stringLiteral value: String) {
    self = .string(value)
  }

  public init(arrayLiteral elements: JSONValue...) {
    self = .array(elements)
  }

  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(JSONObject(elements))
  }
}

extension JSONValue {
  public init(_ value: some FixedWidthInteger) {
    self = .number(JSONNumber(value))
  }

  /// Makes a number, or one of the strings `"NaN"`, `"Infinity"` and `"-Infinity"` for values that
  /// are not JSON numbers.
  public init(_ value: Double) {
    if let number = JSONNumber(value) {
      self = .number(number)
    } else {
      self = .string(value.isNaN ? "NaN" : value > 0 ? "Infinity" : "-Infinity")
    }
  }

  public init(_ value: String) {
    self = .string(value)
  }
}
