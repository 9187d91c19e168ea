import Foundation
package import RewindJSON

/// The location of a crash, as reported by Swift's backtracer.
///
/// On Linux the runtime writes it where `SWIFT_BACKTRACE` asks for it; elsewhere a system's own crash
/// reporter does, which is not read here.
package struct Backtrace: Hashable, Sendable {
  /// The program's own functions, innermost first, without Swift's and the recorder's; a recursive
  /// function appears once.
  package let frames: [String]
  /// The line of the innermost of them; nil if the program has no such information.
  let source: String?
  /// True if the stack overflowed.
  package let isStackOverflow: Bool
  /// The failed check of Swift, where optimized code prints nothing but the debug information has it.
  package let reason: String?

  /// The number of functions that identify a crash: with more it would depend on the callers, with fewer
  /// two callers of one helper would look like one crash.
  private static let frameLimit = 3
  /// A fault this close to the stack pointer lies in the guard page below the stack.
  private static let guardSize = 1 << 16

  /// Makes a backtrace of a program that knows its functions.
  init(frames: [String], source: String?) {
    self.frames = Array(frames.prefix(Self.frameLimit))
    (self.source, isStackOverflow, reason) = (source, false, nil)
  }

  /// Reads the backtracer's report; nil if it is not a report.
  package init?(_ report: JSONValue) {
    guard
      let thread = report["threads"]?.array?.first(where: { $0["crashed"]?.bool == true }),
      let found = thread["frames"]?.array?.map(BacktraceFrame.init)
    else { return nil }
    var frames: [String] = []
    for frame in found {
      if frame.isRecorder { break }
      guard frame.isOfTheApp, frames.last != frame.name else { continue }
      frames.append(frame.name)
      if frames.count == Self.frameLimit { break }
    }
    self.frames = frames
    source = found.first { $0.isOfTheApp && $0.source != nil }?.source
    reason = found.lazy.compactMap(\.reason).first
    let stack = thread["registers"]?["rsp"] ?? thread["registers"]?["sp"]
    if let stack = stack?.hexadecimal, let fault = report["faultAddress"]?.hexadecimal {
      isStackOverflow = fault.distance(to: stack).magnitude < Self.guardSize
    } else {
      isStackOverflow = false
    }
  }
}

/// One line of a backtrace.
private struct BacktraceFrame {
  private let symbol: String
  private let isThunk: Bool
  private let image: String
  let name: String
  let source: String?

  init(_ json: JSONValue) {
    symbol = json["symbol"]?.string ?? ""
    isThunk = json["thunk"]?.bool ?? false
    image = json["image"]?.string ?? ""
    source = json["sourceLocation"].flatMap { location in
      guard let line = location["line"]?.int, line > 0 else { return nil }
      return "\(location["file"]?.string ?? ""):\(line)"
    }
    let description = json["description"]?.string ?? symbol
    // "f() + 12": the distance depends on the build.
    let end = description.range(of: " + ", options: .backwards)?.lowerBound
    let name = String(description[..<(end ?? description.endIndex)])
      .replacing("specialized ", with: "")
    // The compiler's own closures, as around the right side of `&&`, are part of their function.
    let written = name.replacing(/implicit closure #[0-9]+ in[ ]/, with: "")
    // A closure in top-level code is in no function; such code is in one file only.
    self.name = written.isEmpty || written.hasSuffix(" in ") ? written + "main.swift" : written
  }

  /// True if the frames from here on down belong to the replay, not to the app.
  var isRecorder: Bool {
    ["$s6Rewind", "$s12RewindReplay", "$s13RewindTesting", "$s12RewindInputs"].contains {
      symbol.hasPrefix($0)
    }
  }

  /// `$s` is followed by the length and name of the module; `$ss` and `$sS` are Swift's own, except for
  /// extensions of Swift's types in a module of the app (`$sSa4Main…`).
  var isOfTheApp: Bool {
    // The compiler's glue code, which depends on how the app was built.
    let isGlue = isThunk || name.contains("thunk for ") || name.hasPrefix("partial apply")
    guard !symbol.isEmpty, !isGlue, reason == nil else { return false }
    let systemImages = [
      "libswift", "libFoundation", "lib_Foundation", "libc.", "libdispatch", "ld-",
    ]
    guard !systemImages.contains(where: image.hasPrefix), !Self.saysNothing(symbol) else {
      return false
    }
    guard symbol.hasPrefix("$ss") || symbol.hasPrefix("$sS") else { return true }
    return symbol.dropFirst(4).first?.isNumber ?? false && symbol.hasPrefix("$sS")
  }

  /// Returns true for functions in which any crash of any app may end: allocators, the runtime, the C library.
  ///
  /// A statically linked program has them in its own image.
  private static func saysNothing(_ symbol: String) -> Bool {
    let beginnings = [
      "swift_", "_swift_", "__swift_", "_dispatch_", "dispatch_", "__libc_", "_int_malloc",
      "_int_free",
      "je_malloc", "tc_malloc", "mi_malloc", "_Zn", "_Zd", "_ZN5swift", "__assert", "__GI_",
      "__restore_rt", "pthread_",
    ]
    let names = [
      "malloc", "calloc", "realloc", "free", "abort", "raise", "gsignal", "memcpy", "memmove",
      "memset",
      "strlen", "_start", "malloc_printerr",
    ]
    return names.contains(symbol) || beginnings.contains { symbol.hasPrefix($0) }
  }

  /// The reason of a failed check: the compiler leaves a function of this name in the debug information.
  var reason: String? {
    let mark = "Swift runtime failure: "
    return name.hasPrefix(mark) ? String(name.dropFirst(mark.count)) : nil
  }
}

/// The file that the backtracer writes to.
struct BacktraceFile {
  private let path: String
  private let backtracer: String

  /// - Parameter program: The path of the program that may crash.
  init(for program: String) {
    backtracer = Backtracer.setting(for: program)
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("rewind-backtrace-\(UUID().uuidString).json").path
  }

  /// The value of `SWIFT_BACKTRACE`.
  ///
  /// Of a stack that overflowed, the outermost 32 frames are kept: a reducer comes after some twenty
  /// frames of the host.
  var setting: String {
    "enable=yes,color=no,interactive=no,format=json,threads=crashed,images=none,limit=64,top=32,"
      + "output-to=\(path)\(backtracer)"
  }

  /// Reads the report, if there is one, and removes it.
  func read() -> Backtrace? {
    defer { unlink(path) }
    guard let data = FileManager.default.contents(atPath: path),
      let report = try? JSONValue(parsing: Array(data))
    else { return nil }
    return Backtrace(report)
  }
}

extension JSONValue {
  /// The number after `0x`.
  fileprivate var hexadecimal: Int? {
    string.flatMap { UInt64($0.dropFirst(2), radix: 16) }.map { Int(truncatingIfNeeded: $0) }
  }
}
