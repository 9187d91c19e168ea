import Foundation

/// The trace of a crash in a program's standard error, in the format of its language.
package struct ErrorTrace: Equatable {
  /// The functions that the trace names, innermost first.
  package private(set) var frames: [String] = []
  /// The kind of error, such as `ZeroDivisionError`, if the text has it.
  package private(set) var error: String?
  /// The location in the code, if the text has it.
  package private(set) var location: String?
  /// The lines of the trace, or the last ones if they do not look like a trace.
  package private(set) var lines: [String] = []

  /// The number of functions that identify a crash, as with ``Backtrace``.
  private static let frameLimit = 3
  /// The number of lines that a person reads of a trace.
  private static let lineLimit = 10
  /// The same for a text that is not a trace.
  private static let tailLimit = 6
  /// The number of functions among which those of a recursion repeat.
  private static let recursionLimit = 32
  /// The line in place of what was left out.
  static let omission = "  …"

  /// Reads the end of a program's standard error.
  package init(_ text: String) {
    let lines = text.split(whereSeparator: \.isNewline).map(String.init)
      .filter { !Self.isOfBacktracer($0) }
    for read in [Self.swift, Self.python, Self.stack] {
      if let found = read(lines) {
        self = found
        if isStackOverflow { forgetDepth() }
        frames = Array(frames.prefix(Self.frameLimit))
        return
      }
    }
    self.lines = Array(lines.suffix(Self.tailLimit))
  }

  /// True if the error is that of an endless recursion.
  private var isStackOverflow: Bool {
    let words = ["RecursionError", "StackOverflow", "Maximum call stack", "Stack Overflow"]
    return lines.contains { line in words.contains { line.contains($0) } }
  }

  /// Keeps the functions of an endless recursion, in a fixed order, instead of a line: it ends in any of them.
  private mutating func forgetDepth() {
    let innermost = frames.prefix(Self.recursionLimit)
    let counts = Dictionary(innermost.map { ($0, 1) }, uniquingKeysWith: +)
    let repeated = counts.filter { $0.value > 1 }.keys.sorted()
    if !repeated.isEmpty { (frames, location) = (repeated, repeated.joined(separator: ", ")) }
  }

  /// Returns true for Swift's own message that it looks for the location of a crash.
  private static func isOfBacktracer(_ line: String) -> Bool {
    line.hasPrefix("*** ") && line.contains(": Backtracing from 0x")
  }

  private init(
    _ lines: some Sequence<String>,
    error: String? = nil,
    at location: String,
    _ frames: [String] = []
  ) {
    (self.error, self.location, self.frames) = (error, location, frames)
    self.lines = Array(lines.prefix(Self.lineLimit))
  }
}

// MARK: - Languages

extension ErrorTrace {
  /// Reads Swift's format: `Shop/Cart.swift:126: Fatal error: …`, or that of a precondition or an assertion.
  private static func swift(_ lines: [String]) -> ErrorTrace? {
    for line in lines {
      guard let words = line.failedCheck, line[..<words.lowerBound].hasSuffix(": ") else {
        continue
      }
      let location = line[..<words.lowerBound].dropLast(2)
      return location.last?.isNumber ?? false ? ErrorTrace([line], at: String(location)) : nil
    }
    return nil
  }

  /// Reads Python's format.
  ///
  /// ```
  /// Traceback (most recent call last):
  ///   File "app.py", line 9, in reduce
  /// ValueError: …
  /// ```
  private static func python(_ lines: [String]) -> ErrorTrace? {
    // Where the beginning of the trace was left out, the innermost functions are there.
    let beginning = lines.lastIndex { $0.hasPrefix("Traceback (most recent") }
    guard let start = beginning ?? lines.lastIndex(of: omission) else { return nil }
    let trace = lines[(start + 1)...].prefix { $0.hasPrefix(" ") }
    let locations = trace.filter { $0.hasPrefix("  File \"") }
    guard let last = locations.last else { return nil }
    let frames = locations.reversed().compactMap { location in
      location.range(of: ", in ").map { String(location[$0.upperBound...]) }
    }
    let error = lines[trace.endIndex...].prefix(1)
    // The innermost functions come last.
    var shown = [lines[start]] + trace + error
    if shown.count > lineLimit {
      shown.replaceSubrange(1...(shown.count - lineLimit + 1), with: [omission])
    }
    return ErrorTrace(shown, error: error.first.flatMap(name(of:)), at: last, frames)
  }

  /// Reads Node's format; the Java virtual machine and .NET share it.
  ///
  /// ```
  /// TypeError: …
  ///     at reduce (app.js:9:5)
  /// ```
  private static func stack(_ lines: [String]) -> ErrorTrace? {
    func isFrame(_ line: String) -> Bool {
      (line.first?.isWhitespace ?? false)
        && line.trimmingPrefix(while: \.isWhitespace).hasPrefix("at ")
    }
    // The innermost functions come first: where they were left out, the others could be of any crash.
    guard let first = lines.firstIndex(where: isFrame), first == 0 || lines[first - 1] != omission,
      let start = lines[..<first].lastIndex(where: { !($0.first?.isWhitespace ?? true) })
    else { return nil }
    let frames = lines[first...].prefix(while: isFrame)
      .map { String($0.trimmingPrefix(while: \.isWhitespace).dropFirst("at ".count)) }
    // The runtime's own functions depend on its version.
    let own = frames.filter { !$0.contains("node:internal") }
    let names = own.map { frame in
      let words = frame.split(separator: " ").drop { ["async", "new"].contains($0) }
      return String((words.first ?? "").prefix { $0 != "(" })
    }
    return ErrorTrace(
      lines[start..<(first + frames.count)],
      error: name(of: lines[start]),
      at: own.first ?? frames[0],
      names
    )
  }

  /// Returns the kind of error that a line begins with, as in `shop.EmptyItem: item 3`; nil for plain text.
  private static func name(of line: String) -> String? {
    let parts = line.components(separatedBy: ": ")
    let head = parts[0]
    let isName = head.allSatisfy { $0.isLetter || $0.isNumber || "._$".contains($0) }
    if isName, !head.isEmpty { return head }
    return parts.prefix(2).lazy.compactMap { part in
      part.split(separator: " ").last { $0.hasSuffix("Error") || $0.hasSuffix("Exception") }
    }.first.map(String.init)
  }
}

extension String {
  /// The line of a crashed program's output in which Swift says which check failed, if any.
  package var failedCheckLine: String? {
    split(separator: "\n").map(String.init).first { $0.failedCheck != nil }
  }

  /// The words that Swift begins the message of a failed check with, if they are there.
  package var failedCheck: Range<String.Index>? {
    ["Fatal error", "Precondition failed", "Assertion failed"].lazy
      .compactMap { self.range(of: $0) }.first
  }

  /// The message of a failed check, without the line of the source; all of it where there is no such message.
  package var checkMessage: String {
    guard let words = failedCheck, self[words.upperBound...].hasPrefix(": ") else { return self }
    return String(self[words.upperBound...].dropFirst(2))
  }
}
