import Foundation

/// The memory of another process, and the time that it has waited for a processor.
struct ChildMemory {
  private let process: pid_t
  private let mark: String?
  /// The process with the mark, once it has started.
  private var marked: pid_t?

  init(of process: pid_t, _ mark: String?) {
    (self.process, self.mark) = (process, mark)
  }

  /// Returns the resident bytes of the process, of the one with the mark, or of their largest child,
  /// whichever has most; nil if the system does not report them.
  mutating func residentBytes() -> Int? {
    if marked == nil, let mark {
      marked = MarkedProcesses.all(mark).first { $0 != process }
    }
    let roots = [process] + (marked.map { [$0] } ?? [])
    let all = roots + roots.flatMap(Self.children)
    return all.compactMap(Self.residentBytes).max()
  }

  /// Returns the nanoseconds for which the process and its children have waited for a processor; 0 where the system
  /// does not tell.
  func waitingNanoseconds() -> Int {
    #if os(Linux)
    let all = [process] + Self.children(of: process)
    return all.reduce(0) { sum, process in
      // The second number is the time in a run queue (Documentation/scheduler/sched-stats.rst).
      let words = Self.readSmallFile("/proc/\(process)/schedstat")?.split(separator: " ") ?? []
      return sum + (words.count > 1 ? Int(words[1]) ?? 0 : 0)
    }
    #else
    return 0
    #endif
  }

  /// Returns the direct children of a process; of a replay, those in which it tries an action.
  private static func children(of process: pid_t) -> [pid_t] {
    #if os(Linux)
    // The numbers of the main thread's children, separated by spaces (proc_pid_task_children(5)).
    let text = readSmallFile("/proc/\(process)/task/\(process)/children")
    return (text ?? "").split(separator: " ").compactMap { pid_t($0) }
    #else
    return []
    #endif
  }

  /// Returns the resident bytes of a process; nil if the system does not report them.
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
    let words = readSmallFile("/proc/\(process)/statm")?.split(separator: " ") ?? []
    guard words.count > 1, let pages = Int(words[1]) else { return nil }
    return pages * sysconf(Int32(_SC_PAGESIZE))
    #else
    return nil
    #endif
  }

  #if os(Linux)
  private static func readSmallFile(_ path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 256)
    let count = read(file, &buffer, buffer.count)
    return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
  }
  #endif
}
