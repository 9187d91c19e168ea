// swift-format-ignore-file
// From developer.apple.com/documentation/swiftui, the pages tabview, navigationpath, navigationstack, textfield,
// searchfieldplacement, view, widgetconfiguration, widget.
public struct TabView<SelectionValue: Hashable, Content: View>: View {
  nonisolated public init(
    selection: Binding<SelectionValue>?,
    @ViewBuilder content: () -> Content
  ) {}
  public var body: Never { fatalError() }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
public struct NavigationPath {}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
@MainActor @preconcurrency public struct NavigationStack<Data, Root: View>: View {
  nonisolated public init(@ViewBuilder root: () -> Root) where Data == NavigationPath { self = stub() }
  public var body: Never { fatalError() }
}

public struct TextField<Label: View>: View {
  public var body: Never { fatalError() }
}

extension TextField where Label == Text {
  nonisolated public init(_ key: LocalizedStringKey, text: Binding<String>) { self = stub() }
}

@available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
public struct SearchFieldPlacement: Sendable {
  public static let automatic = SearchFieldPlacement()
}

extension View {
  nonisolated public func tabItem<Label: View>(
    @ViewBuilder _ label: () -> Label
  ) -> some View { EmptyView() }
  nonisolated public func tag<Value: Hashable>(_ tag: Value) -> some View { EmptyView() }
  nonisolated public func sheet<Content: View>(
    isPresented: Binding<Bool>,
    onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping () -> Content
  ) -> some View { EmptyView() }
  @available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
  nonisolated public func navigationTitle(_ key: LocalizedStringKey) -> some View { EmptyView() }
  @available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
  nonisolated public func toolbar<Content: View>(
    @ViewBuilder content: () -> Content
  ) -> some View { EmptyView() }
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
  nonisolated public func navigationDestination<Destination: View>(
    isPresented: Binding<Bool>,
    @ViewBuilder destination: () -> Destination
  ) -> some View { EmptyView() }
  @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
  nonisolated public func searchable(
    text: Binding<String>,
    placement: SearchFieldPlacement = .automatic,
    prompt: Text? = nil
  ) -> some View { EmptyView() }
}

@available(macOS 11, iOS 14, watchOS 9, *)
@available(tvOS, unavailable)
@MainActor @preconcurrency public protocol WidgetConfiguration {}

@available(macOS 11, iOS 14, watchOS 9, *)
@available(tvOS, unavailable)
@MainActor @preconcurrency public protocol Widget {
  associatedtype Body: WidgetConfiguration
  @MainActor @preconcurrency init()
  @MainActor @preconcurrency var body: Body { get }
}

@available(macOS 11, iOS 14, watchOS 9, *)
@available(tvOS, unavailable)
extension Widget {
  @MainActor @preconcurrency public static func main() {}
}

@available(macOS 11, iOS 14, watchOS 9, *)
@available(tvOS, unavailable)
extension WidgetConfiguration {
  nonisolated public func configurationDisplayName(
    _ key: LocalizedStringKey
  ) -> some WidgetConfiguration { EmptyConfiguration() }
}

@available(macOS 11, iOS 14, watchOS 9, *)
@available(tvOS, unavailable)
private struct EmptyConfiguration: WidgetConfiguration {
  nonisolated init() {}
}
