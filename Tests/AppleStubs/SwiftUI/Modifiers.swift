// swift-format-ignore-file
// From developer.apple.com/documentation/swiftui, the pages view, accessibilitychildbehavior,
// accessibilitytraits, liststyle, plainliststyle.
extension View {
  nonisolated public func padding(
    _ edges: Edge.Set = .all,
    _ length: CGFloat? = nil
  ) -> some View { EmptyView() }
  nonisolated public func font(_ font: Font?) -> some View { EmptyView() }
  nonisolated public func foregroundColor(_ color: Color?) -> some View { EmptyView() }
  nonisolated public func lineLimit(_ number: Int?) -> some View { EmptyView() }
  nonisolated public func disabled(_ isDisabled: Bool) -> some View { EmptyView() }
  nonisolated public func opacity(_ opacity: Double) -> some View { EmptyView() }
  nonisolated public func listStyle<Style: ListStyle>(_ style: Style) -> some View { EmptyView() }
  @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
  nonisolated public func monospacedDigit() -> some View { EmptyView() }
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
  nonisolated public func bold(_ isActive: Bool = true) -> some View { EmptyView() }
  @available(macOS 12, iOS 15, watchOS 8, *)
  @available(tvOS, unavailable)
  nonisolated public func swipeActions<Content: View>(
    edge: HorizontalEdge = .trailing,
    allowsFullSwipe: Bool = true,
    @ViewBuilder content: () -> Content
  ) -> some View { EmptyView() }
  @available(macOS 10.15, iOS 13, tvOS 14, *)
  @available(watchOS, unavailable)
  nonisolated public func contextMenu<MenuItems: View>(
    @ViewBuilder menuItems: () -> MenuItems
  ) -> some View { EmptyView() }
}

@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
extension View {
  nonisolated public func accessibilityLabel(_ key: LocalizedStringKey) -> some View { EmptyView() }
  @_disfavoredOverload
  nonisolated public func accessibilityLabel<Label: StringProtocol>(
    _ label: Label
  ) -> some View { EmptyView() }
  nonisolated public func accessibilityValue(_ key: LocalizedStringKey) -> some View { EmptyView() }
  @_disfavoredOverload
  nonisolated public func accessibilityValue<Value: StringProtocol>(
    _ value: Value
  ) -> some View { EmptyView() }
  nonisolated public func accessibilityAddTraits(
    _ traits: AccessibilityTraits
  ) -> some View { EmptyView() }
  nonisolated public func accessibilityElement(
    children: AccessibilityChildBehavior = .ignore
  ) -> some View { EmptyView() }
}

public struct AccessibilityChildBehavior: Hashable, Sendable {
  public static var ignore: AccessibilityChildBehavior { stub() }
  public static var combine: AccessibilityChildBehavior { stub() }
}

public struct AccessibilityTraits: SetAlgebra, Sendable {
  public typealias Element = AccessibilityTraits
  public typealias ArrayLiteralElement = AccessibilityTraits

  public init() {}
  public static var isSelected: AccessibilityTraits { stub() }
  public func contains(_ member: Self) -> Bool { stub() }
  public func union(_ other: Self) -> Self { stub() }
  public func intersection(_ other: Self) -> Self { stub() }
  public func symmetricDifference(_ other: Self) -> Self { stub() }
  public mutating func insert(_ member: Self) -> (inserted: Bool, memberAfterInsert: Self) {
    stub()
  }
  public mutating func remove(_ member: Self) -> Self? { stub() }
  public mutating func update(with member: Self) -> Self? { stub() }
  public mutating func formUnion(_ other: Self) {}
  public mutating func formIntersection(_ other: Self) {}
  public mutating func formSymmetricDifference(_ other: Self) {}
}

@MainActor @preconcurrency public protocol ListStyle {}

public struct PlainListStyle: ListStyle {
  public init() {}
}

extension ListStyle where Self == PlainListStyle {
  public static var plain: PlainListStyle { stub() }
}
