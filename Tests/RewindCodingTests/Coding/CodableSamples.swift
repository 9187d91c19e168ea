import Foundation
import RewindCoding
import RewindJSON

/// Types of the kinds that occur in states and actions.
enum Sample {
  enum Suit: String, Codable, CaseIterable {
    case hearts
    case spades
  }

  enum Level: Int, Codable {
    case low = -1
    case high = 70_000
  }

  struct Card: Codable, Hashable {
    var id: UInt8
    var title: String
    var suit: Suit
    var level: Level?
    var isFlipped: Bool
  }

  enum Action: Codable, Hashable {
    case reset
    case flip(Int)
    case move(from: Int, to: Int?)
    case deal([Card], into: Suit, Double?)
    case note(text: String)
    indirect case group(Action, Action)
  }

  struct Pair<A: Codable & Hashable, B: Codable & Hashable>: Codable, Hashable {
    var a: A
    var b: B
  }

  struct Tree: Codable, Hashable, Sendable {
    var name: String
    var children: [Tree]
  }

  struct Widths: Codable, Hashable {
    var i8: Int8
    var i16: Int16
    var i32: Int32
    var i64: Int64
    var u8: UInt8
    var u16: UInt16
    var u32: UInt32
    var u64: UInt64
    var word: UInt
    var float: Float

    static let smallest = Self(
      i8: .min,
      i16: .min,
      i32: .min,
      i64: .min,
      u8: 0,
      u16: 0,
      u32: 0,
      u64: 0,
      word: 0,
      float: -.greatestFiniteMagnitude
    )
    static let largest = Self(
      i8: .max,
      i16: .max,
      i32: .max,
      i64: .max,
      u8: .max,
      u16: .max,
      u32: .max,
      u64: .max,
      word: .max,
      float: 0.1
    )
  }

  struct Optionals: Codable, Hashable {
    var one: Int?
    var two: Int??
    var list: [Int?]?
    var card: Card?
  }

  struct Moment: Codable, Hashable {
    var at: Date
    var until: Date?
    var icon: Data
    var link: URL
    var id: UUID
    var price: Decimal
  }

  class Animal: Codable, Equatable {
    var name = "animal"
    var legs: Int?

    init() {}

    static func == (a: Animal, b: Animal) -> Bool {
      a.name == b.name && a.legs == b.legs
    }
  }

  /// A subclass that writes its superclass under "super".
  final class Dog: Animal {
    var tricks = ["sit"]

    private enum CodingKeys: CodingKey {
      case tricks
    }

    override init() { super.init() }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      tricks = try container.decode([String].self, forKey: .tricks)
      try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(tricks, forKey: .tricks)
      try super.encode(to: container.superEncoder())
    }
  }

  /// A subclass that writes its members among its superclass's.
  final class Cat: Animal {
    var lives = 9

    private enum CodingKeys: CodingKey {
      case lives
    }

    override init() { super.init() }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      lives = try container.decode(Int.self, forKey: .lives)
      try super.init(from: decoder)
    }

    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(lives, forKey: .lives)
    }
  }

  /// A key of a dictionary that is written as an object.
  enum Room: String, Codable, CodingKeyRepresentable, CaseIterable {
    case kitchen
    case hall
  }
}

/// A value whose `encode(to:)` is given with it.
struct Script: Encodable {
  let body: (any Encoder) throws -> Void

  init(_ body: @escaping (any Encoder) throws -> Void) {
    self.body = body
  }

  func encode(to encoder: any Encoder) throws {
    try body(encoder)
  }
}

/// A key with any name.
struct Name: CodingKey, ExpressibleByStringLiteral {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringLiteral value: String) { stringValue = value }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// A value's text in the one form.
func encoded(_ value: some Encodable) -> String {
  var bytes: [UInt8] = []
  ValueWriter().write(value, to: &bytes)
  return String(decoding: bytes, as: UTF8.self)
}

extension JSONEncoder {
  /// An encoder of Foundation's for the one form, but for the order of sets and dictionaries.
  static var oracle: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "Infinity",
      negativeInfinity: "-Infinity",
      nan: "NaN"
    )
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.singleValueContainer()
      try container.encode(JSONValue(parsing: encoded(date)).string)
    }
    return encoder
  }
}
