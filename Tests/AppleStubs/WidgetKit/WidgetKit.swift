// swift-format-ignore-file
// From developer.apple.com/documentation/widgetkit, the pages timelineentry, timelinereloadpolicy, timeline,
// timelineprovidercontext, timelineprovider, staticconfiguration.
@_exported import Foundation
import SwiftUI

public protocol TimelineEntry {
  var date: Date { get }
}

public struct TimelineReloadPolicy: Equatable, Sendable {
  public static var never: TimelineReloadPolicy { fatalError() }
}

public struct Timeline<EntryType: TimelineEntry> {
  public init(entries: [EntryType], policy: TimelineReloadPolicy) { fatalError() }
}

public struct TimelineProviderContext {}

public protocol TimelineProvider {
  associatedtype Entry: TimelineEntry
  typealias Context = TimelineProviderContext
  func placeholder(in context: Context) -> Entry
  func getSnapshot(in context: Context, completion: @escaping (Entry) -> Void)
  func getTimeline(in context: Context, completion: @escaping (Timeline<Entry>) -> Void)
}

@MainActor @preconcurrency public struct StaticConfiguration<Content: View>: WidgetConfiguration {
  @MainActor @preconcurrency public init<Provider: TimelineProvider>(
    kind: String,
    provider: Provider,
    @ViewBuilder content: @escaping (Provider.Entry) -> Content
  ) {}
}
