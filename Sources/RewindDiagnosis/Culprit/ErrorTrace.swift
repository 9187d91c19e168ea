import Foundation

/// What a dying program wrote of the place at which it died, in the way of its language.
package struct ErrorTrace: Equatable {
  /// The functions that the trace names, innermost first.
  package private(set) var frames: [String] = []
  /// The kind of error, such as `ZeroDivisionError`; nil where the text does not say.
  package private(set) var error: String?
  /// The place in the code; nil where the text does not say.
  package private(set) var place: String?
  /// The lines that tell of it, or the last ones where they do not look like a trace.
  package private(set) var lines: [String] = []

  /// How many functions tell a crash from another, as with ``Backtrace``.
  private static let frameLimit = 3
  /// How many lines a person reads of it.
  private static let lineLimit = 10
  /// The same of a text that is not a trace.
  private static let tailLimit = 6

  /// Reads the end of a program's standard error.
  package init(_ text: String) {
    let lines = text.split(whereSeparator: \.isNewline).map(String.init)
      .filter { !Self.isOfBacktracer($0) }
    let readers = [
      Self.swift, Self.python, Self.stack, Self.go, Self.rust, Self.ruby, Self.numbered,
      Self.assertion,
    ]
    for read in readers {
      if let found = read(lines) {
        self = found
        frames = Array(frames.prefix(Self.frameLimit))
        return
      }
    }
    self.lines = Array(lines.suffix(Self.tailLimit))
  }

  /// Whether a line is Swift's own remark that it looks where the program died.
  private static func isOfBacktracer(_ line: String) -> Bool {
    line.hasPrefix("*** ") && line.contains(": Backtracing from 0x")
  }

  private init(
    _ lines: some Sequence<String>,
    error: String? = nil,
    at place: String,
    _ frames: [String] = []
  ) {
    (self.error, self.place, self.frames) = (error, place, frames)
    self.lines = Array(lines.prefix(Self.lineLimit))
  }
}

// MARK: - Languages

extension ErrorTrace {
  /// Reads Swift's: `Shop/Cart.swift:126: Fatal error: …`.
  private static func swift(_ lines: [String]) -> ErrorTrace? {
    guard let line = lines.first(where: { $0.contains(": Fatal error") }),
      let words = line.range(of: ": Fatal error")
    else { return nil }
    let place = line[..<words.lowerBound]
    return place.last?.isNumber ?? false ? ErrorTrace([line], at: String(place)) : nil
  }

  /// Reads Python's.
  ///
  /// ```
  /// Traceback (most recent call last):
  ///   File "app.py", line 9, in reduce
  /// ValueError: …
  /// ```
  private static func python(_ lines: [String]) -> ErrorTrace? {
    guard let start = lines.lastIndex(where: { $0.hasPrefix("Traceback (most recent") }) else {
      return nil
    }
    let trace = lines[(start + 1)...].prefix { $0.hasPrefix(" ") }
    let places = trace.filter { $0.hasPrefix("  File \"") }
    guard let last = places.last else { return nil }
    let frames = places.reversed().compactMap { place in
      place.range(of: ", in ").map { String(place[$0.upperBound...]) }
    }
    let error = lines[trace.endIndex...].prefix(1)
    // The innermost functions stand last.
    var told = [lines[start]] + trace + error
    if told.count > lineLimit {
      told.replaceSubrange(1...(told.count - lineLimit + 1), with: ["  …"])
    }
    return ErrorTrace(told, error: error.first.flatMap(name(of:)), at: last, frames)
  }

  /// Reads Node's, which the Java virtual machine and .NET write alike.
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
    guard let first = lines.firstIndex(where: isFrame),
      let start = lines[..<first].lastIndex(where: { !($0.first?.isWhitespace ?? true) })
    else { return nil }
    let frames = lines[first...].prefix(while: isFrame)
      .map { String($0.trimmingPrefix(while: \.isWhitespace).dropFirst("at ".count)) }
    // The machine's own functions depend on its version.
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

  /// Reads Go's.
  ///
  /// ```
  /// panic: …
  /// goroutine 1 [running]:
  /// main.reduce(…)
  ///     /app/main.go:9 +0x1d
  /// ```
  private static func go(_ lines: [String]) -> ErrorTrace? {
    guard let start = lines.firstIndex(where: { $0.hasPrefix("goroutine ") }) else { return nil }
    let trace = lines[start...].dropFirst().prefix { !$0.hasPrefix("goroutine ") }
    guard let place = trace.first(where: { $0.hasPrefix("\t") && !$0.contains("/runtime/") }) else {
      return nil
    }
    let names = trace.filter { !$0.hasPrefix("\t") && $0.contains("(") }
      .map { String($0.prefix { $0 != "(" }) }
      .filter { !$0.hasPrefix("panic") && !$0.hasPrefix("runtime.") }
    let first = lines[..<start].lastIndex {
      $0.hasPrefix("panic: ") || $0.hasPrefix("fatal error: ")
    }
    return ErrorTrace(
      lines[(first ?? start)...],
      error: first.flatMap { goError(lines[$0]) },
      at: String(place.trimmingPrefix("\t").prefix { $0 != " " }),
      names
    )
  }

  /// The kind of a Go runtime's own error, without its numbers; nil for one of the program's, whose text may
  /// hold anything.
  private static func goError(_ line: String) -> String? {
    guard let words = line.range(of: "runtime error: ") else {
      return line.hasPrefix("fatal error: ") ? String(line.dropFirst("fatal error: ".count)) : nil
    }
    return String(line[words.upperBound...].prefix { $0 != "[" }).trimmed
  }

  /// Reads Rust's: `thread 'main' panicked at src/main.rs:9:5:`.
  private static func rust(_ lines: [String]) -> ErrorTrace? {
    guard let start = lines.firstIndex(where: { $0.contains(" panicked at ") }),
      let place = lines[start].split(separator: " ").last
    else { return nil }
    return ErrorTrace(lines[start...].prefix(2), at: String(place))
  }

  /// Reads Ruby's: `app.rb:9:in 'reduce': … (RuntimeError)`.
  private static func ruby(_ lines: [String]) -> ErrorTrace? {
    guard let start = lines.firstIndex(where: { $0.contains(":in ") && $0.hasSuffix(")") }),
      let place = lines[start].range(of: ":in ").map({ lines[start][..<$0.lowerBound] })
    else { return nil }
    let callers = lines[(start + 1)...].prefix { $0.hasPrefix("\tfrom ") }
    let names = ([lines[start]] + callers).compactMap { line -> String? in
      guard let quote = line.firstIndex(where: { $0 == "'" || $0 == "`" }) else { return nil }
      return String(line[quote...].dropFirst().prefix { $0 != "'" })
    }
    let error = lines[start].split(separator: " ").last?.filter { !"()".contains($0) }
    return ErrorTrace([lines[start]] + callers, error: error, at: String(place), names)
  }

  /// Reads what PHP and Dart write.
  ///
  /// ```
  /// PHP Fatal error:  Uncaught DivisionByZeroError: … in /app/app.php:9
  /// #0 /app/app.php(20): reduce()
  ///
  /// IntegerDivisionByZeroException
  /// #0      reduce (file:///app/app.dart:9:5)
  /// ```
  private static func numbered(_ lines: [String]) -> ErrorTrace? {
    guard let first = lines.firstIndex(where: { $0.hasPrefix("#0 ") }), first > 0 else {
      return nil
    }
    let frames = lines[first...].prefix { $0.hasPrefix("#") }
    let names = frames.map { frame in
      let words = frame.drop { $0 != " " }.trimmingPrefix(while: \.isWhitespace)
      let name = words.range(of: "): ").map { words[$0.upperBound...] } ?? words
      return String(name.prefix { $0 != " " && $0 != "(" })
    }
    let start = lines[..<first].lastIndex { $0.contains("rror") || $0.contains("xception") }
    return ErrorTrace(
      lines[(start ?? first - 1)..<(first + frames.count)],
      error: start.flatMap { name(of: lines[$0]) },
      at: start.map { lines[$0].contains(" in /") ? lines[$0] : lines[first] } ?? lines[first],
      names
    )
  }

  /// Reads C's: ``app: app.c:9: reduce: Assertion `…' failed.``.
  private static func assertion(_ lines: [String]) -> ErrorTrace? {
    guard let line = lines.first(where: { $0.contains(": Assertion ") }) else { return nil }
    let parts = line.components(separatedBy: ": Assertion ")[0].components(separatedBy: ": ")
    return ErrorTrace([line], at: parts.joined(separator: ": "), parts.last.map { [$0] } ?? [])
  }

  /// The kind of error in a line that begins with it, as in `shop.EmptyItem: item 3`; nil where it is
  /// only text.
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

extension StringProtocol {
  fileprivate var trimmed: String {
    var text = String(self)
    while text.last?.isWhitespace ?? false { text.removeLast() }
    return text
  }
}

extension String {
  /// The "Fatal error" line of what a dying program wrote; nil where there is none.
  package var fatalErrorLine: String? {
    split(separator: "\n").first { $0.contains("Fatal error") }.map(String.init)
  }
}
