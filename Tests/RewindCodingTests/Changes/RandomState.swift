import Foundation
import RewindJSON
import RewindTestSupport

/// A part of a random state, which can change a little.
protocol RandomState: Encodable {
  static func random(_ generator: inout SeededGenerator) -> Self
  mutating func edit(_ generator: inout SeededGenerator)
}

extension RandomState {
  mutating func edit(_ generator: inout SeededGenerator) { self = .random(&generator) }
}

extension Bool: RandomState {
  static func random(_ generator: inout SeededGenerator) -> Bool { .random(using: &generator) }
}

extension Int8: RandomState {
  static func random(_ generator: inout SeededGenerator) -> Int8 {
    .random(in: 0...3, using: &generator)
  }
}

extension Int: RandomState {
  static func random(_ generator: inout SeededGenerator) -> Int {
    .random(in: -2...2, using: &generator)
  }
}

extension Double: RandomState {
  static func random(_ generator: inout SeededGenerator) -> Double {
    [0, -0.0, .nan, 1.5, -.infinity, 1e300].randomElement(using: &generator) ?? 0
  }
}

extension String: RandomState {
  static func random(_ generator: inout SeededGenerator) -> String {
    [
      "", "a", "caf\u{E9}", "cafe\u{301}", "a/b~c\"d\\e", "a text that is too long to lie in place",
    ].randomElement(using: &generator) ?? ""
  }

  mutating func edit(_ generator: inout SeededGenerator) {
    if Bool.random(using: &generator) { self += "!" } else { self = .random(&generator) }
  }
}

extension Date: RandomState {
  static func random(_ generator: inout SeededGenerator) -> Date {
    Date(timeIntervalSinceReferenceDate: Double(Int.random(&generator)))
  }
}

extension Data: RandomState {
  static func random(_ generator: inout SeededGenerator) -> Data {
    Data(repeating: 7, count: .random(in: 0...30, using: &generator))
  }
}

extension URL: RandomState {
  static func random(_ generator: inout SeededGenerator) -> URL {
    URL(fileURLWithPath: "/\(Int.random(&generator))")
  }
}

enum PlainCase: String, Encodable, CaseIterable, RandomState {
  case one
  case two
  case three

  static func random(_ generator: inout SeededGenerator) -> PlainCase {
    allCases.randomElement(using: &generator) ?? .one
  }
}

/// Two parts with padding around them.
struct Pair<A: RandomState, B: RandomState>: RandomState {
  var flag = false
  var a: A
  var small: Int8 = 0
  var b: B

  static func random(_ generator: inout SeededGenerator) -> Pair {
    Pair(a: .random(&generator), b: .random(&generator))
  }

  mutating func edit(_ generator: inout SeededGenerator) {
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: flag.toggle()
    case 1, 2: a.edit(&generator)
    case 3: small.edit(&generator)
    default: b.edit(&generator)
    }
  }
}

extension Optional: RandomState where Wrapped: RandomState {
  static func random(_ generator: inout SeededGenerator) -> Wrapped? {
    Bool.random(using: &generator) ? .random(&generator) : nil
  }
}

extension Array: RandomState where Element: RandomState {
  static func random(_ generator: inout SeededGenerator) -> [Element] {
    (0..<Int.random(in: 0...12, using: &generator)).map { _ in .random(&generator) }
  }

  mutating func edit(_ generator: inout SeededGenerator) {
    let index = Int.random(in: 0...count, using: &generator)
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: insert(.random(&generator), at: index)
    case 1 where index < count: remove(at: index)
    case 2 where index < count: insert(remove(at: index), at: 0)
    case 3: reverse()
    case 4: shuffle(using: &generator)
    case 5: append(.random(&generator))
    default: if index < count { self[index].edit(&generator) }
    }
  }
}

extension Dictionary: RandomState where Key: RandomState, Value: RandomState {
  static func random(_ generator: inout SeededGenerator) -> [Key: Value] {
    var dictionary: [Key: Value] = [:]
    for _ in 0..<Int.random(in: 0...4, using: &generator) {
      dictionary[.random(&generator)] = .random(&generator)
    }
    return dictionary
  }

  mutating func edit(_ generator: inout SeededGenerator) {
    let key = Key.random(&generator)
    switch Int.random(in: 0..<3, using: &generator) {
    case 0: self[key] = nil
    case 1: self[key] = .random(&generator)
    default: self[key]?.edit(&generator)
    }
  }
}

extension Set: RandomState where Element: RandomState {
  static func random(_ generator: inout SeededGenerator) -> Set {
    Set([Element].random(&generator))
  }
}

// MARK: - What is no value

/// An enum with payloads, written in the way of the compiler.
enum Choice<A: RandomState, B: RandomState>: RandomState {
  case a(A)
  case b(B, number: Int)
  case none

  static func random(_ generator: inout SeededGenerator) -> Choice {
    switch Int.random(in: 0..<3, using: &generator) {
    case 0: .a(.random(&generator))
    case 1: .b(.random(&generator), number: .random(&generator))
    default: .none
    }
  }

  mutating func edit(_ generator: inout SeededGenerator) {
    guard case .a(var a) = self else {
      self = .random(&generator)
      return
    }
    a.edit(&generator)
    self = .a(a)
  }
}

/// An instance that changes in place, under the eyes of all who hold it.
final class Held<A: RandomState>: RandomState {
  var a: A

  init(_ a: A) { self.a = a }

  static func random(_ generator: inout SeededGenerator) -> Held { Held(.random(&generator)) }
  func edit(_ generator: inout SeededGenerator) { a.edit(&generator) }
}

/// A part that is known only by what it can do.
struct Hidden<A: RandomState>: RandomState {
  var part: any RandomState

  enum CodingKeys: CodingKey {
    case part
  }

  static func random(_ generator: inout SeededGenerator) -> Hidden {
    Hidden(part: A.random(&generator))
  }

  mutating func edit(_ generator: inout SeededGenerator) {
    if Bool.random(using: &generator) {
      part = Bool.random(using: &generator) ? A.random(&generator) : PlainCase.random(&generator)
    } else {
      part.edit(&generator)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(part, forKey: .part)
  }
}
