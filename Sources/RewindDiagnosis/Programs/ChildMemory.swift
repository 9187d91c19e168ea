import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// How much memory another process holds.
enum ChildMemory {
  /// Resident bytes; nil where the system does not tell.
  static func residentBytes(of process: pid_t) -> Int? {
    #if os(macOS)
    var usage = rusage_info_v2()
    let answer = withUnsafeMutablePointer(to: &usage) { usage in
      usage.withMemoryRebound(to: rusage_info_t?.self, capacity: 1) {
        proc_pid_rusage(process, RUSAGE_INFO_V2, $0)
      }
    }
    return answer == 0 ? Int(clamping: usage.ri_phys_footprint) : nil
    #elseif os(Linux)
    // The second number is the resident pages (proc_pid_statm(5)).
    let file = open("/proc/\(process)/statm", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 128)
    let count = read(file, &buffer, buffer.count)
    guard count > 0 else { return nil }
    let words = buffer[..<count].split(separator: UInt8(ascii: " "))
    guard words.count > 1, let pages = Int(String(decoding: words[1], as: UTF8.self)) else {
      return nil
    }
    return pages * sysconf(Int32(_SC_PAGESIZE))
    #else
    return nil
    #endif
  }
}
