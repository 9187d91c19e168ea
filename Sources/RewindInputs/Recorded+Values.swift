public import Foundation

extension Recorded {
  /// Returns the current date; the input is named `date`.
  ///
  /// - Parameter live: Returns the live date, where an app has a clock of its own.
  /// - Returns: The date, now or when the session was recorded.
  public static func date(_ live: () -> Date = { Date() }) -> Date {
    read("date", live: live)
  }

  /// Returns a new identifier; the input is named `uuid`.
  ///
  /// - Parameter live: Returns the live identifier, where an app makes its own.
  /// - Returns: The identifier, now or when the session was recorded.
  public static func uuid(_ live: () -> UUID = { UUID() }) -> UUID {
    read("uuid") {
      guard var generator else { return live() }
      return UUID(randomBitsFrom: &generator)
    }
  }

  /// Returns a value specific to the app, such as a user default.
  ///
  /// ```swift
  /// let category = Recorded.value("category") { preferences.category }
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name of the input in the log; `date`, `uuid`, `random` and `shuffle` are reserved.
  ///   - read: Reads the live value. It does not run in a replay. Its errors are rethrown, and nothing
  ///     is recorded then.
  /// - Returns: The result of `read`, now or when the session was recorded.
  public static func value<Value: Codable>(
    _ name: String,
    _ read: () throws -> Value
  ) rethrows -> Value {
    try Self.read(name, live: read)
  }

  /// Performs a side effect, such as writing user defaults: live and during recording, never in a replay.
  ///
  /// - Parameters:
  ///   - name: The name of the effect, for people to read.
  ///   - perform: Performs it. It runs before this function returns, or not at all.
  public static func effect(_ name: String, _ perform: () -> Void) {
    guard let source else { return perform() }
    source.effect(name, perform: perform)
  }
}

extension UUID {
  /// Makes a random identifier of version 4 (RFC 9562, section 5.4) from a generator's bits.
  fileprivate init(randomBitsFrom generator: inout some RandomNumberGenerator) {
    let first: UInt64 = generator.next() & ~0xf000 | 0x4000
    let second: UInt64 = generator.next() >> 2 | 0x8000_0000_0000_0000
    let words = [first.bigEndian, second.bigEndian]
    self = words.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}
