package import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The process that is writing, or has written, a session without an end line.
///
/// A header has its number and the name of its executable. A number alone says little: after a reboot
/// it belongs to any other process. So the checks are, in this order:
///
/// | the process is | it is writing the session if |
/// |---|---|
/// | this one, by its number | this process has begun the session, and not ended it |
/// | gone | never |
/// | one of this app, on a phone, a watch or a television | never: an app is one process there, and that is this one |
/// | of another program of an app group there | it exists; its owner cannot be determined |
/// | on a desktop | its executable is the one in the header; on a Mac also if that cannot be determined and it is this user's |
///
/// Neither a lock nor the boot time is used: a phone ends a suspended app that holds a lock in a shared
/// container, and Apple requires a stated reason for reading the boot time.
package struct SessionProcess: Sendable {
  /// The name of this process's executable.
  package static let executable =
    executable(of: getpid()) ?? ProcessInfo.processInfo.processName

  package let id: pid_t
  private let executable: String?
  private let session: String

  /// The process of a session; nil if the header has none.
  package init?(of header: SessionHeader) {
    guard let id = header.json["process"]?.int.flatMap(pid_t.init(exactly:)), id > 0 else {
      return nil
    }
    self.id = id
    executable = header.json["executable"]?.string
    session = header.session
  }

  /// True if it is this process.
  package var isThisOne: Bool { id == getpid() }

  /// True if it is running, and is not another process that has reused its number.
  package var isRunning: Bool {
    if isThisOne { return Self.lock.withLock { Self.sessions.contains(session) } }
    let isOfUser = kill(id, 0) == 0
    guard isOfUser || errno == EPERM else { return false }
    #if os(macOS)
    // A sandbox may hide the executable.
    return Self.executable(of: id).map(isWriter) ?? isOfUser
    #elseif os(Linux)
    // Only the executables of others are hidden.
    return Self.executable(of: id).map(isWriter) ?? false
    #else
    return executable.map { $0 != Self.executable } ?? false
    #endif
  }

  private func isWriter(_ other: String) -> Bool {
    other == executable ?? Self.executable
  }

  // MARK: - This process

  /// The sessions that this process has begun and not ended; guarded by the lock.
  nonisolated(unsafe) private static var sessions: Set<String> = []
  private static let lock = NSLock()

  /// Remembers that this process is writing a session, until that ends.
  package static func begin(_ session: UUID) {
    lock.withLock { _ = sessions.insert(session.uuidString.lowercased()) }
  }

  /// Notes that this process has ended a session.
  package static func end(_ session: UUID) {
    lock.withLock { _ = sessions.remove(session.uuidString.lowercased()) }
  }

  // MARK: - Executables

  /// The name of a process's executable; nil if that cannot be determined.
  private static func executable(of process: pid_t) -> String? {
    #if os(macOS)
    var path = [UInt8](repeating: 0, count: 4_096)
    let length = proc_pidpath(process, &path, UInt32(path.count))
    guard length > 0 else { return nil }
    return name(String(decoding: path.prefix(Int(length)), as: UTF8.self))
    #elseif os(Linux)
    let link = "/proc/\(process)/exe"
    return (try? FileManager.default.destinationOfSymbolicLink(atPath: link)).map(name)
    #else
    return nil
    #endif
  }

  /// The last component of a path, without the suffix that Linux adds when the file was replaced.
  private static func name(_ path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let replaced = " (deleted)"
    return name.hasSuffix(replaced) ? String(name.dropLast(replaced.count)) : name
  }
}
