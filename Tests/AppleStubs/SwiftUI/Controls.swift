// swift-format-ignore-file
// From developer.apple.com/documentation/swiftui, the pages localizedstringkey, text, image, color, font,
// button, slider.
public struct LocalizedStringKey: Equatable, ExpressibleByStringInterpolation {
  public init(_ value: String) {}
  public init(stringLiteral value: String) {}
  public init(stringInterpolation: StringInterpolation) {}

  public struct StringInterpolation: StringInterpolationProtocol {
    public init(literalCapacity: Int, interpolationCount: Int) {}
    public mutating func appendLiteral(_ literal: String) {}
    public mutating func appendInterpolation(_ text: String) {}
    public mutating func appendInterpolation<Value: _FormatSpecifiable>(_ value: Value) {}
  }
}

public protocol _FormatSpecifiable: Equatable {}
extension Int: _FormatSpecifiable {}
extension Double: _FormatSpecifiable {}

@frozen public struct Text: View, Equatable, Sendable {
  nonisolated public init(
    _ key: LocalizedStringKey,
    tableName: String? = nil,
    comment: StaticString? = nil
  ) {}
  @_disfavoredOverload nonisolated public init<Content: StringProtocol>(_ content: Content) {}
  public var body: Never { fatalError() }
}

extension Text {
  nonisolated public func font(_ font: Font?) -> Text { stub() }
  nonisolated public func bold() -> Text { stub() }
  nonisolated public func foregroundColor(_ color: Color?) -> Text { stub() }
  nonisolated public func strikethrough(_ isActive: Bool = true, color: Color? = nil) -> Text {
    stub()
  }
  @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
  nonisolated public func monospacedDigit() -> Text { stub() }
}

@frozen public struct Image: View, Equatable, Sendable {
  @available(macOS 11, iOS 13, tvOS 13, watchOS 6, *)
  nonisolated public init(systemName: String) {}
  public var body: Never { fatalError() }
}

@frozen public struct Color: View, Hashable, Sendable {
  public static var red: Color { stub() }
  public static var secondary: Color { stub() }
  public var body: Never { fatalError() }
}

@frozen public struct Font: Hashable, Sendable {
  public static var headline: Font { stub() }
  public static var subheadline: Font { stub() }
  public static var footnote: Font { stub() }
  public static var caption: Font { stub() }
  @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
  public func monospaced() -> Font { stub() }
}

public struct Button<Label: View>: View {
  nonisolated public init(
    action: @escaping @MainActor () -> Void,
    @ViewBuilder label: () -> Label
  ) {}
  public var body: Never { fatalError() }
}

extension Button where Label == Text {
  nonisolated public init(
    _ key: LocalizedStringKey,
    action: @escaping @MainActor () -> Void
  ) { self = stub() }
  @_disfavoredOverload nonisolated public init<Title: StringProtocol>(
    _ title: Title,
    action: @escaping @MainActor () -> Void
  ) { self = stub() }
}

@available(tvOS, unavailable)
public struct Slider<Label: View, ValueLabel: View>: View {
  public var body: Never { fatalError() }
}

@available(tvOS, unavailable)
extension Slider where Label == EmptyView, ValueLabel == EmptyView {
  nonisolated public init<Value: BinaryFloatingPoint>(
    value: Binding<Value>,
    in bounds: ClosedRange<Value> = 0...1,
    onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) where Value.Stride: BinaryFloatingPoint { self = stub() }
  nonisolated public init<Value: BinaryFloatingPoint>(
    value: Binding<Value>,
    in bounds: ClosedRange<Value>,
    step: Value.Stride = 1,
    onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) where Value.Stride: BinaryFloatingPoint { self = stub() }
}
