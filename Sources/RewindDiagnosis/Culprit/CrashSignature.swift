import Foundation

/// The features that identify a crash: its class, the type of action, and its location in the app's own code.
///
/// The description has neither addresses nor lines, so that it stays the same when the app is rebuilt or
/// code above the location is edited. Two crashes of one build are compared by lines as well.
package struct CrashSignature: Hashable, Sendable, Codable, CustomStringConvertible {
  package let crash: CrashClass
  /// The type of the action whose reduction crashed.
  package let type: String
  /// The first of the app's own functions, innermost first; empty if unknown.
  package let frames: [String]
  /// The kind of error that the program named, such as `ZeroDivisionError`, if any.
  package let error: String?
  /// The location in the code that the program named, such as `Shop/Cart.swift:126`, if any.
  private let location: String?
  /// The line of the crash, by the backtrace; nil if unknown.
  private let source: String?
  /// True if a backtrace has been read, so that missing features do not exist rather than being unknown.
  let isLocated: Bool

  package init(_ crash: CrashClass, in type: String) {
    self.init(crash, in: type, errorText: "", nil)
  }

  /// Describes a crash of a replay.
  ///
  /// - Parameters:
  ///   - crash: The class of the crash.
  ///   - type: The type of the action in which the program crashed.
  ///   - errorText: The program's standard error.
  ///   - backtrace: The location of the crash, if it was looked up.
  package init(
    _ crash: CrashClass,
    in type: String,
    errorText: String,
    _ backtrace: Backtrace?
  ) {
    (self.crash, self.type) = (crash, type)
    let trace = ErrorTrace(errorText)
    (error, location) = (trace.error, trace.location)
    frames = backtrace?.frames ?? trace.frames
    // A stack overflows at any location.
    source = backtrace?.isStackOverflow ?? false ? nil : backtrace?.source
    isLocated = backtrace != nil
  }

  /// True if nothing tells this crash from another one of the same class in the same type of action.
  package var isEmpty: Bool {
    frames.isEmpty && [error, location, source].allSatisfy { $0 == nil }
      && crash != .timeOut && crash != .memory
  }

  package var description: String { base + (error.map { ": \($0)" } ?? "") + functions }

  /// All features, the lines included.
  var key: String { "\(description)|\(location ?? "")|\(source ?? "")" }

  /// The line in the code, without the folder in which the app was built; empty if unknown.
  var line: String { (location ?? source ?? "").split(separator: "/").last.map(String.init) ?? "" }

  /// The error and the line of code that the program named, whatever the action was; nil if it named no line.
  var site: String? { location.map { "\(crash) \(error ?? "") \($0)" } }

  /// The function in which it crashed, or the line.
  var siteName: String { frames.first ?? line }

  private var base: String { "\(crash) in \(type)" }

  private var functions: String {
    frames.isEmpty ? "" : " at \(frames.joined(separator: " < "))"
  }

  /// Returns true if a description, as `bisect --json` writes it, fits this crash; a kind of error or
  /// functions that either lacks do not count.
  package func isDescribed(by text: String) -> Bool {
    guard text.hasPrefix(base) else { return false }
    let rest = text.dropFirst(base.count)
    guard rest.isEmpty || rest.hasPrefix(": ") || rest.hasPrefix(" at ") else { return false }
    let (error, functions) = Self.parts(of: rest)
    return (error == nil || self.error == nil || error == self.error)
      && (functions == nil || frames.isEmpty || functions == self.functions)
  }

  /// Returns the kind of error and the functions in a description, beyond the class and the type.
  private static func parts(of text: Substring) -> (error: String?, functions: String?) {
    let start = text.range(of: " at ")?.lowerBound ?? text.endIndex
    let error = text[..<start]
    return (
      error.hasPrefix(": ") ? String(error.dropFirst(2)) : nil,
      start < text.endIndex ? String(text[start...]) : nil
    )
  }

  /// Returns true if another crash of the same build is the same one; without a backtrace of both, by the
  /// programs' own messages only.
  package func matches(_ other: CrashSignature) -> Bool {
    guard crash == other.crash, type == other.type else { return false }
    // A program that is killed stops at any location.
    guard crash != .timeOut, crash != .memory else { return true }
    guard error == other.error, location == other.location else { return false }
    guard isLocated, other.isLocated else { return true }
    return frames == other.frames && source == other.source
  }
}
