import Foundation

/// What a dying program wrote of the place at which it died, in the way of its language.
struct ErrorTrace: Equatable {
  /// The functions that the trace names, innermost first.
  var frames: [String] = []
  /// Which error, and where in the code; nil where the text does not say.
  var place: String?

  /// How many functions tell a crash from another, as with ``Backtrace``.
  private static let frameLimit = 3

  /// Reads the end of a program's standard error.
  init(_ text: String) {
    let lines = text.split(whereSeparator: \.isNewline).map(String.init)
    let readers = [
      Self.swift, Self.python, Self.stack, Self.go, Self.rust, Self.ruby, Self.assertion,
    ]
    for read in readers {
      if let found = read(lines) {
        self = found
        frames = Array(frames.prefix(Self.frameLimit))
        return
      }
    }
  }

  private init(at place: String, _ frames: [String] = []) {
    (self.place, self.frames) = (place, frames)
  }

  /// Reads Swift's: `Shop/Cart.swift:126: Fatal error: …`.
  private static func swift(_ lines: [String]) -> ErrorTrace? {
    guard let line = lines.first(where: { $0.contains(": Fatal error") }),
      let words = line.range(of: ": Fatal error")
    else { return nil }
    let place = line[..<words.lowerBound]
    return place.last?.isNumber ?? false ? ErrorTrace(at: String(place)) : nil
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
    let places = lines[start...].filter { $0.hasPrefix("  File \"") }
    guard let last = places.last else { return nil }
    let error = lines[start...].last { !$0.hasPrefix(" ") } ?? ""
    let name = error.prefix { $0 != ":" }
    let frames = places.reversed().compactMap { place in
      place.range(of: ", in ").map { String(place[$0.upperBound...]) }
    }
    return ErrorTrace(at: "\(name)\(last)", frames)
  }

  /// Reads Node's, which the Java virtual machine writes alike.
  ///
  /// ```
  /// TypeError: …
  ///     at reduce (app.js:9:5)
  /// ```
  private static func stack(_ lines: [String]) -> ErrorTrace? {
    func isFrame(_ line: String) -> Bool {
      line.hasPrefix("    at ") || line.hasPrefix("\tat ")
    }
    guard let first = lines.firstIndex(where: isFrame), first > 0 else { return nil }
    let frames = lines[first...].prefix(while: isFrame).map {
      $0.trimmingPrefix { $0.isWhitespace }
    }
    let names = frames.map { String($0.dropFirst(3).prefix { $0 != " " && $0 != "(" }) }
    let error = lines[..<first].last { !$0.hasPrefix(" ") } ?? ""
    return ErrorTrace(at: "\(error.prefix { $0 != ":" }) \(frames.first ?? "")", names)
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
    let trace = lines[start...].dropFirst()
    guard let place = trace.first(where: { $0.hasPrefix("\t") && !$0.contains("/runtime/") }) else {
      return nil
    }
    let names = trace.prefix { !$0.hasPrefix("goroutine ") }.filter { !$0.hasPrefix("\t") }
      .map { String($0.prefix { $0 != "(" }) }
      .filter { !$0.hasPrefix("panic") && !$0.hasPrefix("runtime.") }
    return ErrorTrace(at: String(place.trimmingPrefix("\t").prefix { $0 != " " }), names)
  }

  /// Reads Rust's: `thread 'main' panicked at src/main.rs:9:5:`.
  private static func rust(_ lines: [String]) -> ErrorTrace? {
    guard let line = lines.first(where: { $0.contains(" panicked at ") }),
      let place = line.split(separator: " ").last
    else { return nil }
    return ErrorTrace(at: String(place))
  }

  /// Reads Ruby's: `app.rb:9:in 'reduce': … (RuntimeError)`.
  private static func ruby(_ lines: [String]) -> ErrorTrace? {
    guard let line = lines.first(where: { $0.contains(":in ") && $0.hasSuffix(")") }),
      let quote = line.firstIndex(where: { $0 == "'" || $0 == "`" })
    else { return nil }
    let place = line.range(of: ":in ").map { line[..<$0.lowerBound] } ?? ""
    let name = line[quote...].dropFirst().prefix { $0 != "'" }
    let error = line.split(separator: " ").last ?? ""
    return ErrorTrace(at: "\(error) \(place)", [String(name)])
  }

  /// Reads C's: ``app: app.c:9: reduce: Assertion `…' failed.``.
  private static func assertion(_ lines: [String]) -> ErrorTrace? {
    guard let line = lines.first(where: { $0.contains(": Assertion ") }) else { return nil }
    let parts = line.components(separatedBy: ": Assertion ")[0].components(separatedBy: ": ")
    return ErrorTrace(at: parts.joined(separator: ": "), parts.last.map { [$0] } ?? [])
  }
}

extension String {
  /// The "Fatal error" line of what a dying program wrote; nil where there is none.
  package var fatalErrorLine: String? {
    split(separator: "\n").first { $0.contains("Fatal error") }.map(String.init)
  }
}
