import Foundation

/// The sanitizer that the tests are built with, as `scripts/sanitize` says in the environment.
package enum Sanitizer {
  /// Whether there is one.
  package static let isOn = ProcessInfo.processInfo.environment["REWIND_SANITIZER"] != nil

  /// Why a test says nothing that is about the limits in bytes which encoder and decoder have for
  /// the stack.
  package static let largeFrames =
    "Stack frames are several times as large, so that limits in bytes are reached sooner."

  /// How many times as much stack a thread needs: between variables lie guards, and what is inlined
  /// elsewhere is not.
  package static let stackFactor = isOn ? 16 : 1
}
