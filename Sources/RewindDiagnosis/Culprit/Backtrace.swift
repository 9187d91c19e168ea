import Foundation
package import RewindJSON

/// Where a program died, as Swift's backtracer tells it.
///
/// On Linux the runtime writes it where `SWIFT_BACKTRACE` asks for it; elsewhere a system's own crash
/// reporter does, which nobody reads here.
public struct Backtrace: Hashable, Sendable {
  /// The program's own functions, innermost first: neither Swift's nor the recorder's, and one that
  /// calls itself only once.
  public let frames: [String]
  /// The line of the innermost of them; nil where the program has no such information.
  let source: String?
  /// Whether the stack overflowed.
  public let isStackOverflow: Bool
  /// What Swift's check found wrong, where optimized code says nothing but the debug information does.
  public let reason: String?

  /// How many functions tell a crash from another: more would make it depend on who calls, fewer
  /// would take two callers of one helper for one crash.
  private static let frameLimit = 3
  /// A fault so near to the stack pointer lies in the guard page below the stack.
  private static let guardSize = 1 << 16

  /// Reads the backtracer's report; nil where it is none.
  package init?(_ report: JSONValue) {
    guard
      let thread = report["threads"]?.array?.first(where: { $0["crashed"]?.bool == true }),
      let found = thread["frames"]?.array
    else { return nil }
    var frames: [String] = []
    for frame in found.map(BacktraceFrame.init) {
      if frame.isRecorder { break }
      guard frame.isOfTheApp, frames.last != frame.name else { continue }
      frames.append(frame.name)
      if frames.count == Self.frameLimit { break }
    }
    self.frames = frames
    source = found.lazy.map(BacktraceFrame.init).first { $0.isOfTheApp && $0.source != nil }?.source
    reason = found.lazy.compactMap { BacktraceFrame($0).reason }.first
    let stack = thread["registers"]?["rsp"] ?? thread["registers"]?["sp"]
    guard let stack = stack?.hexadecimal, let fault = report["faultAddress"]?.hexadecimal else {
      isStackOverflow = false
      return
    }
    isStackOverflow = fault.distance(to: stack).magnitude < Self.guardSize
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
    source = json["sourceLocation"].flatMap { place in
      guard let line = place["line"]?.int, line > 0 else { return nil }
      return "\(place["file"]?.string ?? ""):\(line)"
    }
    let description = json["description"]?.string ?? symbol
    // "f() + 12": the distance depends on the build.
    let end = description.range(of: " + ", options: .backwards)?.lowerBound
    let name = String(description[..<(end ?? description.endIndex)])
      .replacing("specialized ", with: "")
    // A closure in top-level code is in no function; such code stands in one file only.
    self.name = name.hasSuffix(" in ") ? name + "main.swift" : name
  }

  /// Whether from here on down it is the replay that runs, no longer the app.
  var isRecorder: Bool {
    ["$s6Rewind", "$s12RewindReplay", "$s13RewindTesting", "$s12RewindInputs"].contains {
      symbol.hasPrefix($0)
    }
  }

  /// `$s` is followed by the module's name with its length; `$ss` and `$sS` are Swift's own, except
  /// for extensions of Swift's types in a module of the app (`$sSa4Main…`).
  var isOfTheApp: Bool {
    // Glue of the compiler's making; which there is depends on how the app was built.
    let isGlue = isThunk || name.contains("thunk for ") || name.hasPrefix("partial apply")
    guard !symbol.isEmpty, !isGlue, reason == nil else { return false }
    let systemImages = [
      "libswift", "libFoundation", "lib_Foundation", "libc.", "libdispatch", "ld-",
    ]
    guard !systemImages.contains(where: image.hasPrefix) else { return false }
    guard symbol.hasPrefix("$ss") || symbol.hasPrefix("$sS") else { return true }
    return symbol.dropFirst(4).first?.isNumber ?? false && symbol.hasPrefix("$sS")
  }

  /// The compiler leaves a function of this name in the debug information of a failed check.
  var reason: String? {
    let mark = "Swift runtime failure: "
    return name.hasPrefix(mark) ? String(name.dropFirst(mark.count)) : nil
  }
}

/// The file into which the backtracer writes.
struct BacktraceFile {
  private let path: String

  init() {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("rewind-backtrace-\(UUID().uuidString).json").path
  }

  /// The value of `SWIFT_BACKTRACE`.
  var setting: String {
    "enable=yes,color=no,interactive=no,format=json,threads=crashed,images=none,limit=48,"
      + "output-to=\(path)"
  }

  /// Reads the report, where there is one, and removes it.
  func read() -> Backtrace? {
    defer { unlink(path) }
    guard let data = FileManager.default.contents(atPath: path),
      let report = try? JSONValue(parsing: Array(data))
    else { return nil }
    return Backtrace(report)
  }
}

extension JSONValue {
  /// The number behind `0x`.
  fileprivate var hexadecimal: Int? {
    string.flatMap { UInt64($0.dropFirst(2), radix: 16) }.map { Int(truncatingIfNeeded: $0) }
  }
}
