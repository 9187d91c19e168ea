// swift-format-ignore-file
// From developer.apple.com/documentation/foundation, the pages date, locale, calendar, datecomponents, timezone,
// formatstyle.
public typealias TimeInterval = Double

public struct Date: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
  public init() {}
  public init(timeIntervalSinceNow: TimeInterval) {}
  public init(timeIntervalSince1970: TimeInterval) {}
  public init(timeIntervalSinceReferenceDate: TimeInterval) {}
  public static var now: Date { stub() }
  public static let distantPast: Date = stub()
  public var timeIntervalSince1970: TimeInterval { stub() }
  public var timeIntervalSinceReferenceDate: TimeInterval { stub() }
  public var timeIntervalSinceNow: TimeInterval { stub() }
  public func timeIntervalSince(_ date: Date) -> TimeInterval { stub() }
  public func addingTimeInterval(_ interval: TimeInterval) -> Date { stub() }
  public static func + (date: Date, interval: TimeInterval) -> Date { stub() }
  public static func < (left: Date, right: Date) -> Bool { stub() }
  public var description: String { stub() }
}

public struct Locale: Hashable, Codable, Sendable {
  public init(identifier: String) {}
  public static var current: Locale { stub() }
  public var identifier: String { stub() }
}

public struct Calendar: Hashable, Codable, Sendable {}

public struct DateComponents: Hashable, Codable, Sendable {}

public struct TimeZone: Hashable, Codable, Sendable {
  public init?(secondsFromGMT seconds: Int) {}
  public static var current: TimeZone { stub() }
  public var identifier: String { stub() }
}

@available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
public protocol FormatStyle<FormatInput, FormatOutput>: Codable, Hashable {
  associatedtype FormatInput
  associatedtype FormatOutput

  func format(_ value: FormatInput) -> FormatOutput
}

@available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
extension Date {
  public func formatted<Style: FormatStyle>(_ style: Style) -> Style.FormatOutput
  where Style.FormatInput == Date { stub() }

  public struct ISO8601FormatStyle: Sendable, FormatStyle {
    public enum DateSeparator: String, Codable, Sendable {
      case dash
      case omitted
    }

    public enum DateTimeSeparator: String, Codable, Sendable {
      case space
      case standard
    }

    public enum TimeSeparator: String, Codable, Sendable {
      case colon
      case omitted
    }

    public enum TimeZoneSeparator: String, Codable, Sendable {
      case colon
      case omitted
    }

    public init(
      dateSeparator: DateSeparator = .dash,
      dateTimeSeparator: DateTimeSeparator = .standard,
      timeSeparator: TimeSeparator = .colon,
      timeZoneSeparator: TimeZoneSeparator = .omitted,
      includingFractionalSeconds: Bool = false,
      timeZone: TimeZone = TimeZone(secondsFromGMT: 0)!
    ) {}
    public func parse(_ text: String) throws -> Date { stub() }
    public func year() -> Self { stub() }
    public func month() -> Self { stub() }
    public func day() -> Self { stub() }
    public func time(includingFractionalSeconds: Bool) -> Self { stub() }
    public func format(_ value: Date) -> String { stub() }
    public init(from decoder: any Decoder) throws {}
    public func encode(to encoder: any Encoder) throws {}
  }
}

@available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
extension FormatStyle where Self == Date.ISO8601FormatStyle {
  public static var iso8601: Date.ISO8601FormatStyle { stub() }
}
