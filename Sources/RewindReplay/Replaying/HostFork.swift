import Foundation
import RewindJSON

/// Forks of this process, each of which runs one piece of code and ends.
///
/// A fork has only the thread that created it; anything another thread holds (a lock, an unfinished
/// change) stays that way forever. So a process is forked only while it has a single thread. Apple's
/// frameworks do not allow forking at all.
enum HostFork {
  /// True if this process can be forked now.
  static var isPossible: Bool { call != nil && threadCount == 1 }

  /// Runs code in a fork of this process and waits for its end.
  ///
  /// - Returns: The end of the fork, its `exit` status or `signal`; nil if this process cannot be forked.
  static func run(_ body: () -> Void) -> (String, JSONValue)? {
    guard isPossible, let call else { return nil }
    // Otherwise both processes would write the buffered output.
    fflush(nil)
    let child = call()
    guard child != 0 else {
      body()
      fflush(nil)
      _exit(0)
    }
    guard child > 0 else { return nil }
    var status: CInt = 0
    while waitpid(child, &status, 0) < 0 {
      guard errno == EINTR else { return nil }
    }
    // The low seven bits are the signal, the next byte the exit status.
    let signal = Int(status & 0x7F)
    return signal == 0
      ? ("exit", JSONValue(Int(status >> 8 & 0xFF))) : ("signal", JSONValue(signal))
  }

  #if os(Linux)
  private typealias Call = @convention(c) () -> pid_t

  /// Swift hides `fork(2)`, since it is rarely safe to use.
  private static let call = dlsym(nil, "fork").map { unsafeBitCast($0, to: Call.self) }

  /// The number of this process's threads, as listed by the kernel.
  private static var threadCount: Int {
    guard let folder = opendir("/proc/self/task") else { return 0 }
    defer { closedir(folder) }
    var count = 0
    while let entry = readdir(folder) {
      // `.` and `..` are listed as well.
      if entry.pointee.d_name.0 != CChar(bitPattern: UInt8(ascii: ".")) { count += 1 }
    }
    return count
  }
  #else
  private static let call: (@Sendable () -> pid_t)? = nil
  private static let threadCount = 0
  #endif
}
