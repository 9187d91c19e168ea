import Foundation
public import Testing

/// What makes a test dear, and where it therefore runs.
///
/// | trait | `scripts/test` | `swift test` | CI's optimized run, `scripts/exhaustive-test` |
/// |---|---|---|---|
/// | none | yes | yes | yes |
/// | `.process` | | yes | yes |
/// | `.browser`, `.surroundings`, `.oracle`, `.exits` | | | yes |
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
  public static var browser: Self { .later("starts a browser") }

  /// Needs what other people made, or a busy machine: shells, terminals, compilers.
  public static var surroundings: Self { .later("starts a shell, a terminal or a compiler") }

  /// Tries thousands of inputs.
  public static var oracle: Self { .later("tries thousands of inputs") }

  /// Ends a process of its own by an exit test, of which each takes a second of processor time: a thread of Swift
  /// Testing spins from the end of that process until a worker is free to take its status.
  public static var exits: Self { .later("ends a process") }

  private static func later(_ why: Comment) -> Self {
    .disabled(
      if: isQuick || !TestScale.hasTime,
      "\(why); scripts/exhaustive-test runs it, and so does CI on the optimized build"
    )
  }
}

private let isQuick = ProcessInfo.processInfo.environment["REWIND_QUICK"] != nil
