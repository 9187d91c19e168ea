#if canImport(os)
import os

/// The interval of an action for Instruments, beside its own tracks.
@available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
enum ActionSignpost {
  private static let signposter = OSSignposter(subsystem: "rewind", category: "actions")

  static func interval<Result>(_ action: String, _ reduce: () throws -> Result) rethrows -> Result {
    let interval = signposter.beginInterval("action", "\(action, privacy: .public)")
    defer { signposter.endInterval("action", interval) }
    return try reduce()
  }
}
#endif
