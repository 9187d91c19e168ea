#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The file beside the sessions in which `rewind live` says where it listens.
///
/// An app that reads it is driven by its writer, so a file of another user, as in a folder that all may
/// write to, is not read.
package enum LiveAddressFile {
  package static let name = ".rewind-live"
  /// The bytes that it has at most.
  private static let limit = 1_024

  /// Returns the address in the file of a folder; nil if there is none of this user.
  package static func address(in folder: String) -> String? {
    guard let file = try? ReadableFile.open("\(folder)/\(name)"), file.owner == geteuid() else {
      return nil
    }
    return (try? file.bytes(0..<limit)).map { String(decoding: $0, as: UTF8.self) }
  }
}
