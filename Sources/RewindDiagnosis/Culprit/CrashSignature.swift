import Foundation

/// What tells one crash from another: how, in which kind of action, and where in the app's own code.
///
/// What is told of it has neither addresses nor lines, so that it stays the same when the app is built
/// again or code above it is edited. Two crashes of one build are compared by lines as well.
public struct CrashSignature: Hashable, Sendable, CustomStringConvertible {
  public let crash: CrashClass
  /// The type of the action whose reduction died.
  public let type: String
  /// The first functions of the app's own, innermost first; empty where nobody could tell.
  public let frames: [String]
  /// The kind of error that the dying program named, such as `ZeroDivisionError`; nil where it named none.
  public let error: String?
  /// The place in the code that the dying program named, such as `Shop/Cart.swift:126`; nil where it named
  /// none.
  private let place: String?
  /// The line at which it died, by the backtrace; nil where nobody could tell.
  private let source: String?
  /// Whether a backtrace has been read, so that what is missing is not merely unknown.
  let isLocated: Bool

  public init(_ crash: CrashClass, in type: String) {
    self.init(crash, in: type, errorText: "", nil)
  }

  /// A crash as a replay shows it.
  ///
  /// - Parameters:
  ///   - crash: How the program died.
  ///   - type: The type of the action in which it died.
  ///   - errorText: What it wrote to standard error.
  ///   - backtrace: Where it died, where that was looked into.
  package init(
    _ crash: CrashClass,
    in type: String,
    errorText: String,
    _ backtrace: Backtrace?
  ) {
    (self.crash, self.type) = (crash, type)
    let trace = ErrorTrace(errorText)
    (error, place) = (trace.error, trace.place)
    frames = backtrace?.frames ?? trace.frames
    // A stack overflows wherever it is full.
    source = backtrace?.isStackOverflow ?? false ? nil : backtrace?.source
    isLocated = backtrace != nil
  }

  /// A crash as a replay shows it.
  init(_ crash: CrashClass, in type: String, _ outcome: ReplayProgram.Outcome) {
    self.init(crash, in: type, errorText: outcome.errorText, outcome.backtrace)
  }

  public var description: String { base + (error.map { ": \($0)" } ?? "") + functions }

  private var base: String { "\(crash) in \(type)" }

  private var functions: String {
    frames.isEmpty ? "" : " at \(frames.joined(separator: " < "))"
  }

  /// Returns whether a description is that of such a crash, as `bisect --json` writes it; what either says
  /// nothing of, the kind of error or functions, does not count.
  public func isDescribed(by text: String) -> Bool {
    guard text.hasPrefix(base) else { return false }
    let told = text.dropFirst(base.count)
    guard told.isEmpty || told.hasPrefix(": ") || told.hasPrefix(" at ") else { return false }
    let (error, functions) = Self.parts(of: told)
    return (error == nil || self.error == nil || error == self.error)
      && (functions == nil || frames.isEmpty || functions == self.functions)
  }

  /// The kind of error and the functions in what a description says beyond the class and the type.
  private static func parts(of text: Substring) -> (error: String?, functions: String?) {
    let start = text.range(of: " at ")?.lowerBound ?? text.endIndex
    let error = text[..<start]
    return (
      error.hasPrefix(": ") ? String(error.dropFirst(2)) : nil,
      start < text.endIndex ? String(text[start...]) : nil
    )
  }

  /// Returns whether another crash of the same build is the same one; without a backtrace of both, as
  /// far as the programs' own words say.
  public func matches(_ other: CrashSignature) -> Bool {
    guard crash == other.crash, type == other.type else { return false }
    // What is killed from outside dies wherever it happens to be.
    guard crash != .timeOut, crash != .memory else { return true }
    guard error == other.error, place == other.place else { return false }
    guard isLocated, other.isLocated else { return true }
    return frames == other.frames && source == other.source
  }
}
