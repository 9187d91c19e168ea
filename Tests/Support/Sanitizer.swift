import Foundation

/// The sanitizer that the tests are built with, as `scripts/sanitize` says in the environment.
package enum Sanitizer {
  /// Whether there is one.
  package static let isOn = ProcessInfo.processInfo.environment["REWIND_SANITIZER"] != nil

  /// Why a test says nothing that is about the limits in bytes which encoder and decoder have for
  /// the stack.
  package static let largeFrames =
    "Stack frames are several times as large, so that limits in bytes are reached sooner."

  /// Why a test cannot distinguish crashes of one action.
  package static let noBacktraces =
    "A program with a sanitizer writes no backtrace: the sanitizer ends what would read its memory."

  /// The variables that programs need which were built with it.
  package static let environment = ProcessInfo.processInfo.environment.filter {
    $0.key == "ASAN_OPTIONS" || $0.key == "TSAN_OPTIONS"
  }

  /// How many times as much stack a thread needs: between variables lie guards, and what is inlined
  /// elsewhere is not.
  package static let stackFactor = isOn ? 16 : 1
}
