import Foundation

/// The processes of this machine that were started with an argument that no others have.
enum MarkedProcesses {
  /// Returns the processes with a mark among their arguments; does not include other users' processes.
  static func all(_ mark: String) -> [pid_t] {
    let mark = Array(mark.utf8)
    return processes().filter { process in
      arguments(of: process).split(separator: 0).contains { $0.elementsEqual(mark) }
    }
  }

  /// Kills the processes with a mark.
  ///
  /// One that is just being started shows no arguments for a moment, so it is looked for several times.
  static func end(_ mark: String) {
    for look in 0..<looks {
      if look > 0 { usleep(10_000) }
      for process in all(mark) { kill(process, SIGKILL) }
    }
  }

  /// The number of times that processes are looked for, 10 ms apart: a start takes far less, also where the
  /// machine is busy.
  private static let looks = 5

  private static func processes() -> [pid_t] {
    #if os(macOS)
    // Some more than there are, since others start meanwhile.
    var found = [pid_t](repeating: 0, count: Int(max(0, proc_listallpids(nil, 0))) + 64)
    let size = CInt(found.count * MemoryLayout<pid_t>.stride)
    return Array(found.prefix(Int(max(0, proc_listallpids(&found, size)))))
    #elseif os(Linux)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { pid_t($0) }
    #else
    return []
    #endif
  }

  /// Returns a process's arguments, each ended by a NUL, among other texts.
  private static func arguments(of process: pid_t) -> [UInt8] {
    #if os(macOS)
    // The number of arguments, the program's path, the arguments, and the environment.
    var name = [CTL_KERN, KERN_PROCARGS2, process]
    var size = 0
    guard sysctl(&name, 3, nil, &size, nil, 0) == 0, size > 0 else { return [] }
    var text = [UInt8](repeating: 0, count: size)
    guard sysctl(&name, 3, &text, &size, nil, 0) == 0 else { return [] }
    return Array(text.prefix(size))
    #elseif os(Linux)
    return FileManager.default.contents(atPath: "/proc/\(process)/cmdline").map(Array.init) ?? []
    #else
    return []
    #endif
  }
}
