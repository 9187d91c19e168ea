import Foundation

/// The class of a crash.
///
/// Optimized Swift code prints nothing when it traps, and every trap is the same signal, so a class is
/// limited to what the operating system reports.
package enum CrashClass: Hashable, Sendable {
  /// A Swift runtime check: an index out of range, a nil unwrapped, an overflow, `fatalError`.
  case trap
  /// An access to unmapped memory, including a stack overflow.
  case badAccess
  case abort
  /// The program ended itself early.
  case exit(Int)
  case signal(Int)
  /// It was silent for longer than the time limit: an endless loop.
  case timeOut
  /// It used more memory than the limit.
  case memory

  /// Returns the class of a signal.
  init(signal: CInt) {
    switch signal {
    case SIGILL, SIGTRAP: self = .trap
    case SIGSEGV, SIGBUS: self = .badAccess
    case SIGABRT: self = .abort
    default: self = .signal(Int(signal))
    }
  }
}

/// Written as its name.
extension CrashClass: RawRepresentable, Codable, CustomStringConvertible {
  /// Parses the name of a class: `trap`, `exit(3)`; nil for anything else.
  package init?(rawValue text: String) {
    let plain: [CrashClass] = [.trap, .badAccess, .abort, .timeOut, .memory]
    if let found = plain.first(where: { $0.rawValue == text }) {
      self = found
      return
    }
    let parts = text.split(separator: "(", maxSplits: 1)
    guard parts.count == 2, parts[1].hasSuffix(")"), let number = Int(parts[1].dropLast()) else {
      return nil
    }
    switch parts[0] {
    case "exit" where (0...255).contains(number): self = .exit(number)
    case "signal" where (1...64).contains(number): self = CrashClass(signal: CInt(number))
    default: return nil
    }
  }

  package var description: String { rawValue }

  package var rawValue: String {
    switch self {
    case .trap: "trap"
    case .badAccess: "bad-access"
    case .abort: "abort"
    case .exit(let status): "exit(\(status))"
    case .signal(let number): "signal(\(number))"
    case .timeOut: "time-out"
    case .memory: "memory"
    }
  }
}
