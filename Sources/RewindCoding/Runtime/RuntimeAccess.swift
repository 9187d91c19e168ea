import Foundation

/// The permission to ask the Swift runtime for what no document promises.
///
/// All that does so lies in this folder: the places of stored properties, the payloads of enums, the
/// buckets of dictionaries, the bytes of long strings. Each is held against samples when it is first
/// used, and is not believed where a sample comes out otherwise. Without the permission values are looked
/// at through `Mirror`, and changes are found between texts: everything is slower, and the same is
/// recorded.
package enum RuntimeAccess {
  private static let lock = UnfairLock()
  nonisolated(unsafe) private static var isForbidden =
    ProcessInfo.processInfo.environment["REWIND_DOCUMENTED_ONLY"] == "1"

  /// Whether the runtime may be asked; its layouts are known where `Int` has 64 bits.
  package static var isAllowed: Bool {
    PointerWidth.isSupported && lock.withLock { !isForbidden }
  }

  /// Forbids it for the rest of the process; types that were met before stay as they are known.
  package static func forbid() {
    lock.withLock { isForbidden = true }
  }
}
