// swift-format-ignore-file
// From developer.apple.com/documentation/swiftui, the pages environmentvalues, dynamictypesize, view.
import Foundation

public struct EnvironmentValues: Sendable {
  public init() {}
  public var locale: Locale {
    get { stub() }
    set {}
  }
  @available(iOS 15, macOS 12, tvOS 15, watchOS 8, *)
  public var dynamicTypeSize: DynamicTypeSize {
    get { stub() }
    set {}
  }
}

@available(iOS 15, macOS 12, tvOS 15, watchOS 8, *)
public enum DynamicTypeSize: Hashable, CaseIterable, Sendable {
  case xSmall, small, medium, large, xLarge, xxLarge, xxxLarge
  case accessibility1, accessibility2, accessibility3, accessibility4, accessibility5
}

extension View {
  nonisolated public func environment<V>(
    _ keyPath: WritableKeyPath<EnvironmentValues, V>,
    _ value: V
  ) -> some View { EmptyView() }
}
