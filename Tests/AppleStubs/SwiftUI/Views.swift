// swift-format-ignore-file
// From developer.apple.com/documentation/swiftui, the pages view, emptyview, tupleview, viewbuilder, spacer,
// vstack, hstack, list, dynamicviewcontent, foreach, horizontalalignment, verticalalignment, edge,
// horizontaledge.
import Combine
@_exported import Foundation

func stub<Value>() -> Value { fatalError() }

@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: View {
  public var body: Never { fatalError() }
}

extension Optional: View where Wrapped: View {
  public var body: Never { fatalError() }
}

@frozen public struct EmptyView: View, Sendable {
  nonisolated public init() {}
  public var body: Never { fatalError() }
}

@frozen public struct TupleView<T>: View {
  nonisolated public init(_ value: T) {}
  public var body: Never { fatalError() }
}

@frozen public struct _ConditionalContent<TrueContent: View, FalseContent: View>: View {
  nonisolated init() {}
  public var body: Never { fatalError() }
}

@resultBuilder public struct ViewBuilder {
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock() -> EmptyView { stub() }
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  @_disfavoredOverload
  public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<(repeat each Content)> { stub() }
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
  public static func buildEither<First: View, Second: View>(
    first: First
  ) -> _ConditionalContent<First, Second> { stub() }
  public static func buildEither<First: View, Second: View>(
    second: Second
  ) -> _ConditionalContent<First, Second> { stub() }
}

@frozen public struct Spacer: View {
  nonisolated public init(minLength: CGFloat? = nil) {}
  public var body: Never { fatalError() }
}

@frozen public struct VStack<Content: View>: View {
  nonisolated public init(
    alignment: HorizontalAlignment = .center,
    spacing: CGFloat? = nil,
    @ViewBuilder content: () -> Content
  ) {}
  public var body: Never { fatalError() }
}

@frozen public struct HStack<Content: View>: View {
  nonisolated public init(
    alignment: VerticalAlignment = .center,
    spacing: CGFloat? = nil,
    @ViewBuilder content: () -> Content
  ) {}
  public var body: Never { fatalError() }
}

public struct List<Selection, Content: View>: View {
  public var body: Never { fatalError() }
}

extension List where Selection == Never {
  nonisolated public init(@ViewBuilder content: () -> Content) { self = stub() }
}

public protocol DynamicViewContent: View {}

public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {}

extension ForEach: View where Content: View {
  public var body: Never { fatalError() }
}

extension ForEach where Content: View {
  nonisolated public init(
    _ data: Data,
    id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) { self = stub() }
}

@frozen public struct HorizontalAlignment: Sendable {
  public static var leading: HorizontalAlignment { stub() }
  public static var center: HorizontalAlignment { stub() }
}

@frozen public struct VerticalAlignment: Sendable {
  public static var center: VerticalAlignment { stub() }
}

@frozen public enum Edge: Int8 {
  case top
  case leading
  case bottom
  case trailing

  @frozen public struct Set: OptionSet, Sendable {
    public let rawValue: Int8
    public init(rawValue: Int8) { self.rawValue = rawValue }
    public static var top: Set { stub() }
    public static var horizontal: Set { stub() }
    public static var vertical: Set { stub() }
    public static var all: Set { stub() }
  }
}

@frozen public enum HorizontalEdge: Int8 {
  case leading
  case trailing
}
