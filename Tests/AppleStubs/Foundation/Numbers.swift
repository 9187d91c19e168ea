// swift-format-ignore-file
public struct Decimal: Hashable, Codable, Sendable, CustomStringConvertible {
  public init() {}
  public init?(string: String, locale: Locale? = nil) {}
  public static var nan: Decimal { stub() }
  public var isNaN: Bool { stub() }
  public var description: String { stub() }
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
}
