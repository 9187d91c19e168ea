import Foundation

/// Makes a crashing process report the line that crashed, as addresses relative to their images.
///
/// A backtrace with names takes 50 ms and more; this takes microseconds. Two crashes at the same
/// addresses are one crash, so names are needed only once for each of the few lines where an app
/// crashes. The line goes to standard error after U+001E, the record separator: `at 1f30 2a44`,
/// innermost first.
enum CrashLocator {
  #if os(Linux) && (arch(x86_64) || arch(arm64))
  static let isPossible = true

  /// The signals of a program's own errors.
  private static let signals = [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE]
  /// A handler needs some kilobytes, and a stack that has overflowed has none left.
  private static let stackSize = 1 << 16

  /// Makes this process report its crashes from here on.
  static func install() {
    MemoryMap.read()
    var stack = stack_t()
    stack.ss_sp = .allocate(byteCount: stackSize, alignment: 16)
    stack.ss_size = stackSize
    sigaltstack(&stack, nil)
    var action = sigaction()
    action.__sigaction_handler.sa_sigaction = { number, _, context in
      CrashLocator.writeLocation(context)
      // The process dies of the same signal, which is pending until the handler returns.
      signal(number, SIG_DFL)
      raise(number)
    }
    action.sa_flags = SA_SIGINFO | CInt(SA_ONSTACK)
    for number in signals { sigaction(number, &action, nil) }
  }

  /// The maximum number of frames to write: the others are the replay's own.
  private static let frameLimit = 16

  /// Writes the addresses at which a signal found the process.
  ///
  /// It runs in a signal handler, so it takes no locks and allocates no memory.
  private static func writeLocation(_ context: UnsafeMutableRawPointer?) {
    guard let context else { return }
    let machine = context.assumingMemoryBound(to: ucontext_t.self).pointee.uc_mcontext
    #if arch(x86_64)
    let (rbp, rsp, rip) = (machine.gregs.10, machine.gregs.15, machine.gregs.16)
    let stack = UInt(bitPattern: Int(rsp))
    var (address, frame) = (UInt(bitPattern: Int(rip)), UInt(bitPattern: Int(rbp)))
    #else
    let stack = UInt(machine.sp)
    var (address, frame) = (UInt(machine.pc), UInt(machine.regs.29))
    #endif
    withUnsafeTemporaryAllocation(byteCount: 20 * (frameLimit + 1), alignment: 8) { line in
      var count = 0
      func put(_ byte: UInt8) {
        line[count] = byte
        count += 1
      }
      put(0x1E)
      put(UInt8(ascii: "a"))
      put(UInt8(ascii: "t"))
      for _ in 0..<frameLimit {
        put(UInt8(ascii: " "))
        let offset = MemoryMap.offset(of: address)
        var shift = UInt(60)
        while shift > 0, offset >> shift == 0 { shift -= 4 }
        while true {
          let digit = UInt8(truncatingIfNeeded: offset >> shift & 15)
          put(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
          if shift == 0 { break }
          shift -= 4
        }
        // A frame holds its caller's frame, and after that the return address.
        guard frame & 7 == 0, frame >= stack, MemoryMap.isOnStack(frame),
          let caller = UnsafePointer<UInt>(bitPattern: frame), caller[0] > frame
        else { break }
        (frame, address) = (caller[0], caller[1])
      }
      put(UInt8(ascii: "\n"))
      _ = write(2, line.baseAddress, count)
    }
  }
  #else
  static let isPossible = false

  static func install() {}
  #endif
}

#if os(Linux)
/// The memory addresses of this process's images, and of its stack.
private enum MemoryMap {
  private struct Region {
    var (start, end) = (UInt(0), UInt(0))
    /// The base address of the image that contains it.
    var base = UInt(0)
  }

  nonisolated(unsafe) private static var regions: [Region] = []
  nonisolated(unsafe) private static var stack = Region()

  /// Reads the kernel's table: `start-end rights offset device inode path` (proc_pid_maps(5)).
  ///
  /// Each replayed child does so, in a debug build too, so it does without Swift's texts.
  static func read() {
    guard let file = fopen("/proc/self/maps", "r") else { return }
    var line: UnsafeMutablePointer<CChar>?
    var capacity = 0
    defer {
      free(line)
      fclose(file)
    }
    var (path, base) = ("", UInt(0))
    while getline(&line, &capacity, file) > 0, let line {
      var rest: UnsafeMutablePointer<CChar>?
      let start = UInt(strtoul(line, &rest, 16))
      // Memory of no file has no path.
      guard let rest, rest.pointee == CChar(UInt8(ascii: "-")), let name = strpbrk(rest, "/[")
      else { continue }
      let end = UInt(strtoul(rest + 1, nil, 16))
      if strcmp(name, path) != 0 { (path, base) = (String(cString: name), start) }
      let region = Region(start: start, end: end, base: base)
      if strncmp(name, "[stack]", 7) == 0 { stack = region }
      regions.append(region)
    }
  }

  /// Returns an address relative to its image: the same in every process.
  static func offset(of address: UInt) -> UInt {
    for region in regions where region.start <= address && address < region.end {
      return address - region.base
    }
    return address
  }

  /// Returns true if an address in use is on the main thread's stack, with room for two words.
  static func isOnStack(_ address: UInt) -> Bool {
    stack.end > sizeLimit && (stack.end - sizeLimit..<stack.end - 16).contains(address)
  }

  /// A main thread's stack is at most 8 MB, unless that limit has been raised.
  private static let sizeLimit = UInt(1 << 26)
}
#endif
