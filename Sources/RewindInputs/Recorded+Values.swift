public import Foundation

extension Recorded {
  /// The current date; the draw is called `date`.
  public static func date() -> Date {
    draw("date") { Date() }
  }

  /// A new identifier; the draw is called `uuid`.
  public static func uuid() -> UUID {
    draw("uuid") {
      guard var generator else { return UUID() }
      return UUID(randomBitsFrom: &generator)
    }
  }

  /// A value of the app's own kind, such as one that it keeps in the user defaults.
  ///
  /// ```swift
  /// let category = Recorded.value("category") { preferences.category }
  /// ```
  ///
  /// - Parameters:
  ///   - name: What the draw is called in the log; not one of `date`, `uuid`, `random` and `shuffle`,
  ///     which are taken.
  ///   - read: Reads the live value. It does not run in a replay. What it throws is passed on, and
  ///     nothing is recorded.
  /// - Returns: What `read` returned, now or when the session was recorded.
  public static func value<Value: Codable>(
    _ name: String,
    _ read: () throws -> Value
  ) rethrows -> Value {
    try draw(name, live: read)
  }

  /// Does something to the outside world, such as writing user defaults: live and while recording,
  /// never in a replay.
  ///
  /// - Parameters:
  ///   - name: What the effect is, for people who read about it.
  ///   - perform: Does it. It runs before this function returns, or not at all.
  public static func effect(_ name: String, _ perform: () -> Void) {
    guard let source else { return perform() }
    source.effect(name, perform: perform)
  }
}

extension UUID {
  /// A random identifier of version 4 (RFC 9562, section 5.4) made of a generator's bits.
  fileprivate init(randomBitsFrom generator: inout some RandomNumberGenerator) {
    let first = (generator.next() as UInt64) & ~0xf000 | 0x4000
    let second = (generator.next() as UInt64) >> 2 | 0x8000_0000_0000_0000
    let bytes = [first, second].flatMap { word in
      (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * UInt64($0))) }
    }
    self = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}
