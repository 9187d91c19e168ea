import Foundation
public import Testing

/// What makes a test dear; `scripts/test` leaves out all that has one of these traits.
///
/// ```swift
/// @Suite("Ctrl-C", .process)
/// ```
extension Trait where Self == ConditionTrait {
  /// Starts programs of its own.
  public static var process: Self {
    .disabled(if: isQuick, "starts programs; `swift test` runs it")
  }

  /// Shows pages in a browser.
  public static var browser: Self {
    .disabled(if: isQuick, "starts a browser; `swift test` runs it")
  }

  /// Goes through thousands of inputs within this process.
  public static var oracle: Self {
    .disabled(if: isQuick, "tries thousands of inputs; `swift test` runs it")
  }
}

private let isQuick = ProcessInfo.processInfo.environment["REWIND_QUICK"] != nil
