import Foundation

/// The permission to use undocumented parts of the Swift runtime.
///
/// All such uses are in this folder: the offsets of stored properties, the payloads of enums, the
/// buckets of dictionaries, the bytes of long strings. Each is checked against samples when it is
/// first used, and disabled if a sample differs. Without the permission values are read through
/// `Mirror`, and changes are found between texts: everything is slower, and the same is recorded.
package enum RuntimeAccess {
  private static let lock = UnfairLock()
  nonisolated(unsafe) private static var isForbidden =
    ProcessInfo.processInfo.environment["REWIND_DOCUMENTED_ONLY"] == "1"

  /// True if the runtime may be used; its layouts are known where `Int` has 64 bits.
  package static var isAllowed: Bool {
    PointerWidth.isSupported && lock.withLock { !isForbidden }
  }

  /// Forbids it for the rest of the process; information on known types stays.
  package static func forbid() {
    lock.withLock { isForbidden = true }
  }
}
