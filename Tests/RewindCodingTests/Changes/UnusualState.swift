import RewindJSON
import RewindTestSupport

// Parts of random states whose `encode(to:)` does what a compiler would not write.

/// Hands over something else than its properties, under names that are not theirs.
struct Computed<A: RandomState>: RandomState {
  var hidden: A
  var isShown = true
  var count = 0

  enum CodingKeys: String, CodingKey {
    case value = "hidden"
    case hidden = "value"
    case sum = "a/b"
  }

  static func random(_ generator: inout SeededGenerator) -> Computed {
    Computed(hidden: .random(&generator))
  }

  mutating func edit(_ generator: inout SeededGenerator) {
    switch Int.random(in: 0..<3, using: &generator) {
    case 0: isShown.toggle()
    case 1: count += 1
    default: hidden.edit(&generator)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    if isShown { try container.encode(hidden, forKey: .value) }
    // One key for two properties, by turns.
    if count % 3 == 0 {
      try container.encode(count, forKey: .hidden)
    } else {
      try container.encode(isShown, forKey: .hidden)
    }
    try container.encode([count, count / 2], forKey: .sum)
  }
}

/// Writes what it wraps, and nothing around it.
struct Single<A: RandomState>: RandomState {
  var a: A

  static func random(_ generator: inout SeededGenerator) -> Single {
    Single(a: .random(&generator))
  }
  mutating func edit(_ generator: inout SeededGenerator) { a.edit(&generator) }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(a)
  }
}

/// Hands its encoder on.
struct Passing<A: RandomState>: RandomState {
  var a: A

  static func random(_ generator: inout SeededGenerator) -> Passing {
    Passing(a: .random(&generator))
  }
  mutating func edit(_ generator: inout SeededGenerator) { a.edit(&generator) }
  func encode(to encoder: any Encoder) throws { try a.encode(to: encoder) }
}

/// Writes an array of different things.
struct Listed<A: RandomState, B: RandomState>: RandomState {
  var a: A
  var b: B

  static func random(_ generator: inout SeededGenerator) -> Listed {
    Listed(a: .random(&generator), b: .random(&generator))
  }

  mutating func edit(_ generator: inout SeededGenerator) {
    if Bool.random(using: &generator) { a.edit(&generator) } else { b.edit(&generator) }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(a)
    try container.encodeNil()
    try container.encode(b)
  }
}

/// Opens containers within its own, and uses a key twice.
struct Nested<A: RandomState, B: RandomState>: RandomState {
  var a: A
  var b: B
  var isNested = true

  enum CodingKeys: CodingKey {
    case inner
    case outer
  }

  static func random(_ generator: inout SeededGenerator) -> Nested {
    Nested(a: .random(&generator), b: .random(&generator))
  }

  mutating func edit(_ generator: inout SeededGenerator) {
    switch Int.random(in: 0..<3, using: &generator) {
    case 0: isNested.toggle()
    case 1: a.edit(&generator)
    default: b.edit(&generator)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(b, forKey: .outer)
    if isNested {
      var inner = container.nestedContainer(keyedBy: CodingKeys.self, forKey: .inner)
      try inner.encode(a, forKey: .outer)
      try container.encode(a, forKey: .outer)
      try inner.encode(b, forKey: .inner)
    } else {
      try container.encode(a, forKey: .outer)
    }
  }
}

/// Cannot always be encoded.
struct Failing<A: RandomState>: RandomState {
  struct Refusal: Error {}

  var a: A
  var fails = false

  enum CodingKeys: CodingKey {
    case a
  }

  static func random(_ generator: inout SeededGenerator) -> Failing {
    Failing(a: .random(&generator))
  }

  mutating func edit(_ generator: inout SeededGenerator) {
    if Bool.random(using: &generator) { fails.toggle() } else { a.edit(&generator) }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(a, forKey: .a)
    if fails { throw Refusal() }
  }
}

/// Writes where it is.
struct Placed<A: RandomState>: RandomState {
  var a: A

  enum CodingKeys: CodingKey {
    case a
    case depth
  }

  static func random(_ generator: inout SeededGenerator) -> Placed {
    Placed(a: .random(&generator))
  }
  mutating func edit(_ generator: inout SeededGenerator) { a.edit(&generator) }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(a, forKey: .a)
    try container.encode(encoder.codingPath.map(\.stringValue), forKey: .depth)
  }
}
