// swift-format-ignore-file
// From developer.apple.com/documentation/foundation, the pages characterset, attributedstring.
extension String {
  public struct Encoding: Hashable, Sendable {
    public static var utf8: Encoding { stub() }
  }

  public init(format: String, _ arguments: any CVarArg...) { self = stub() }
  public init?(data: Data, encoding: Encoding) { self = stub() }
  public init?<Bytes: Sequence>(bytes: Bytes, encoding: Encoding) where Bytes.Element == UInt8 {
    self = stub()
  }
  public init(contentsOfFile path: String, encoding: Encoding) throws { self = stub() }
  public init(contentsOf url: URL, encoding: Encoding) throws { self = stub() }
}

extension StringProtocol {
  public func data(
    using encoding: String.Encoding,
    allowLossyConversion: Bool = false
  ) -> Data? { stub() }
  public func write(to url: URL, atomically: Bool, encoding: String.Encoding) throws {}
  public func write(toFile path: String, atomically: Bool, encoding: String.Encoding) throws {}
  public func range<Text: StringProtocol>(
    of text: Text,
    options: String.CompareOptions = [],
    range: Range<Index>? = nil,
    locale: Locale? = nil
  ) -> Range<Index>? { stub() }
  public func components<Text: StringProtocol>(separatedBy separator: Text) -> [String] { stub() }
  public func trimmingCharacters(in set: CharacterSet) -> String { stub() }
  public func addingPercentEncoding(withAllowedCharacters allowed: CharacterSet) -> String? { stub() }
  public var removingPercentEncoding: String? { stub() }
  public func replacingOccurrences<Target: StringProtocol, Replacement: StringProtocol>(
    of target: Target,
    with replacement: Replacement,
    options: String.CompareOptions = [],
    range: Range<Index>? = nil
  ) -> String { stub() }
}

extension String {
  public struct CompareOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static var backwards: CompareOptions { stub() }
    public static var caseInsensitive: CompareOptions { stub() }
    public static var regularExpression: CompareOptions { stub() }
  }
}

public struct CharacterSet: Sendable {
  public static var whitespaces: CharacterSet { stub() }
  public static var newlines: CharacterSet { stub() }
  public static var alphanumerics: CharacterSet { stub() }
  public static var whitespacesAndNewlines: CharacterSet { stub() }
}

@available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
public struct AttributedString: Hashable, Codable, Sendable {
  public init(_ string: String) {}
  public init(from decoder: any Decoder) throws {}
  public func encode(to encoder: any Encoder) throws {}
}
