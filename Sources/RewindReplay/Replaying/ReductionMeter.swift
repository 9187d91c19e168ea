import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Measures reductions by what they cost this thread, and not by the clock: other programs run at the same time.
final class ReductionMeter {
  /// The cost of a reduction.
  struct Cost {
    let nanoseconds: Int
    /// The instructions that it has retired; nil where the system does not count them.
    let instructions: Int?
  }

  private let counter = InstructionCounter()
  private(set) var cost = Cost(nanoseconds: 0, instructions: nil)

  func measure<Result>(_ reduce: () -> Result) -> Result {
    let (start, first) = (Self.processorNanoseconds, counter.count)
    defer {
      let (end, last) = (Self.processorNanoseconds, counter.count)
      cost = Cost(
        nanoseconds: max(0, end - start),
        instructions: first.flatMap { first in last.map { max(0, $0 - first) } }
      )
    }
    return reduce()
  }

  private static var processorNanoseconds: Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
  }
}

/// The instructions that this process has retired, where the system counts them: on a Mac, and on Linux with counters
/// of its own (`perf_event_open(2)`), which virtual machines and containers seldom have.
private final class InstructionCounter {
  #if os(Linux)
  private let descriptor: CInt?

  init() {
    // The function is variadic, which Swift cannot call; it is asked for by its number.
    typealias Call = @convention(c) (Int, UnsafeRawPointer, Int, Int, Int, Int) -> Int
    #if arch(x86_64)
    let number = 298
    #else
    let number = 241
    #endif
    guard MemoryLayout<Int>.size == 8, let symbol = dlsym(nil, "syscall") else {
      descriptor = nil
      return
    }
    // perf_event_attr, version 0: hardware event 1 counts instructions; without the kernel's and the hypervisor's.
    var attributes = [UInt64](repeating: 0, count: 8)
    attributes[0] = 64 << 32
    attributes[1] = 1
    attributes[5] = 1 << 5 | 1 << 6
    let closesOnExec = 8
    let found = unsafeBitCast(symbol, to: Call.self)(number, attributes, 0, -1, -1, closesOnExec)
    descriptor = found >= 0 ? CInt(found) : nil
  }

  deinit { if let descriptor { close(descriptor) } }

  var count: Int? {
    guard let descriptor else { return nil }
    var count: UInt64 = 0
    return read(descriptor, &count, 8) == 8 ? Int(clamping: count) : nil
  }
  #elseif os(macOS)
  var count: Int? {
    var usage = rusage_info_v4()
    let status = withUnsafeMutablePointer(to: &usage) {
      $0.withMemoryRebound(to: rusage_info_t?.self, capacity: 1) {
        proc_pid_rusage(getpid(), RUSAGE_INFO_V4, $0)
      }
    }
    return status == 0 && usage.ri_instructions > 0 ? Int(clamping: usage.ri_instructions) : nil
  }
  #else
  var count: Int? { nil }
  #endif
}
