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
  ///   - read: Reads the live value. It does not run in a replay.
  /// - Returns: The result of `read`, now or when the session was recorded.
  public static func value<Value: Codable>(_ name: String, _ read: () -> Value) -> Value {
    Self.read(name, live: read)
  }

  /// Returns a value specific to the app that cannot always be read, such as a file's contents.
  ///
  /// - Parameters:
  ///   - name: The name of the input in the log; `date`, `uuid`, `random` and `shuffle` are reserved.
  ///   - read: Reads the live value. It does not run in a replay.
  /// - Returns: The result of `read`, now or when the session was recorded.
  /// - Throws: The error of `read`, whose text is recorded; in a replay a ``RecordedError`` with that text.
  public static func value<Value: Codable>(
    _ name: String,
    _ read: () throws -> Value
  ) throws -> Value {
    var failure: (any Error)?
    let reading = Self.read(name) {
      do {
        return Reading.value(try read())
      } catch {
        failure = error
        return Reading.failure("\(error)")
      }
    }
    switch reading {
    case .value(let value): return value
    case .failure(let text): throw failure ?? RecordedError(text)
    }
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
    self.init(first, second)
  }

  /// Makes an identifier of its two halves, the most significant byte first.
  ///
  /// Each byte is shifted out: `loadUnaligned(as: uuid_t.self)` reads uninitialized memory in optimized builds
  /// (`scripts/check-source`).
  package init(_ first: UInt64, _ second: UInt64) {
    func byte(_ half: UInt64, _ index: UInt64) -> UInt8 {
      UInt8(truncatingIfNeeded: half >> (56 - 8 * index))
    }
    self.init(
      uuid: (
        byte(first, 0), byte(first, 1), byte(first, 2), byte(first, 3),
        byte(first, 4), byte(first, 5), byte(first, 6), byte(first, 7),
        byte(second, 0), byte(second, 1), byte(second, 2), byte(second, 3),
        byte(second, 4), byte(second, 5), byte(second, 6), byte(second, 7)
      )
    )
  }
}
