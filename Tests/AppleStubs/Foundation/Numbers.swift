// swift-format-ignore-file
// From developer.apple.com/documentation/foundation, the pages decimal, cgpoint, cgsize, cgrect, indexset.
public struct Decimal: Hashable, Codable, Sendable, CustomStringConvertible {
  public init() {}
  public init?(string: String, locale: Locale? = nil) {}
  public static var nan: Decimal { stub() }
  public var isNaN: Bool { stub() }
  public var description: String { stub() }
  public init(_ value: Int) {}
  public init(sign: FloatingPointSign, exponent: Int, significand: Decimal) {}
  public var isFinite: Bool { stub() }
  public var isZero: Bool { stub() }
  public var isSignMinus: Bool { stub() }
  public var exponent: Int { stub() }
  public var significand: Decimal { stub() }
}

extension Decimal: SignedNumeric, Comparable {
  public typealias Magnitude = Decimal
  public init(integerLiteral value: Int) {}
  public init?<T: BinaryInteger>(exactly source: T) {}
  public var magnitude: Decimal { stub() }
  public static func < (a: Decimal, b: Decimal) -> Bool { stub() }
  public static func + (a: Decimal, b: Decimal) -> Decimal { stub() }
  public static func - (a: Decimal, b: Decimal) -> Decimal { stub() }
  public static func * (a: Decimal, b: Decimal) -> Decimal { stub() }
  public static func *= (a: inout Decimal, b: Decimal) {}
}

// On Apple's systems a type of its own; what is done with it here works alike with both.
public typealias CGFloat = Double

public struct CGPoint: Equatable, Codable, Sendable {
  public var x: CGFloat
  public var y: CGFloat
}

public struct CGSize: Equatable, Codable, Sendable {
  public var width: CGFloat
  public var height: CGFloat
}

public struct CGRect: Equatable, Codable, Sendable {
  public var origin: CGPoint
  public var size: CGSize
  public init(x: CGFloat, y: CGFloat, width: CGFloat, height: CGFloat) { (origin, size) = (stub(), stub()) }
}

public struct IndexSet: Hashable, Codable, Sendable, BidirectionalCollection {
  public typealias Element = Int
  public struct Index: Comparable, Sendable {
    public static func < (a: Index, b: Index) -> Bool { stub() }
  }
  public struct RangeView: BidirectionalCollection, Sendable {
    public var startIndex: Int { stub() }
    public var endIndex: Int { stub() }
    public subscript(index: Int) -> Range<Int> { stub() }
    public func index(after index: Int) -> Int { stub() }
    public func index(before index: Int) -> Int { stub() }
  }
  public init() {}
  public var rangeView: RangeView { stub() }
  public var startIndex: Index { stub() }
  public var endIndex: Index { stub() }
  public subscript(index: Index) -> Int { stub() }
  public func index(after index: Index) -> Index { stub() }
  public func index(before index: Index) -> Index { stub() }
  public func contains(_ member: Int) -> Bool { stub() }
  @discardableResult public mutating func insert(_ member: Int) -> (inserted: Bool, memberAfterInsert: Int) { stub() }
  public mutating func insert(integersIn range: ClosedRange<Int>) {}
}

public func pow(_ base: Double, _ exponent: Double) -> Double { stub() }
