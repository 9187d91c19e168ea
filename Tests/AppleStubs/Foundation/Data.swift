// swift-format-ignore-file
// From developer.apple.com/documentation/foundation, the pages data, uuid.
public struct Data: Hashable, Codable, Sendable, RandomAccessCollection,
  RangeReplaceableCollection, MutableCollection
{
  public struct Base64EncodingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
  }

  public struct Base64DecodingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
  }

  public struct ReadingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static var mappedIfSafe: ReadingOptions { stub() }
  }

  public struct WritingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static var atomic: WritingOptions { stub() }
    public static var withoutOverwriting: WritingOptions { stub() }
  }

  public struct SearchOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static var backwards: SearchOptions { stub() }
  }

  public init() {}
  public init(referencing data: NSData) {}
  public init<Bytes: Sequence>(_ bytes: Bytes) where Bytes.Element == UInt8 {}
  public init?(base64Encoded text: String, options: Base64DecodingOptions = []) {}
  public init(contentsOf url: URL, options: ReadingOptions = []) throws {}
  public func base64EncodedString(options: Base64EncodingOptions = []) -> String { stub() }
  public func write(to url: URL, options: WritingOptions = []) throws {}
  public func range(
    of data: Data,
    options: SearchOptions = [],
    in range: Range<Int>? = nil
  ) -> Range<Int>? { stub() }
  public var startIndex: Int { stub() }
  public var endIndex: Int { stub() }
  public subscript(index: Int) -> UInt8 {
    get { stub() }
    set {}
  }
  public subscript(range: Range<Int>) -> Data {
    get { stub() }
    set {}
  }
  public mutating func replaceSubrange<Bytes: Collection>(_ range: Range<Int>, with bytes: Bytes)
  where Bytes.Element == UInt8 {}
  public func withUnsafeBytes<Result>(
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result { try body(stub()) }
}

public typealias uuid_t = (
  UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8,
  UInt8, UInt8
)

public struct UUID: Hashable, Codable, Sendable, CustomStringConvertible {
  public init() {}
  public init?(uuidString: String) {}
  public init(uuid: uuid_t) {}
  public var uuid: uuid_t { stub() }
  public var uuidString: String { stub() }
  public var description: String { stub() }
}

public struct IndexPath: Hashable, Codable, Sendable {}
