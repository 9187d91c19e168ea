public import Foundation

/// What a recorder asks the time: the wall clock, and a clock that goes on in sleep.
///
/// Tests give their own, so that two recordings of the same play are the same bytes.
public struct SessionClock: Sendable {
  /// The wall clock.
  public let wall: @Sendable () -> Date
  /// Microseconds since the clock was made.
  public let microseconds: @Sendable () -> Int

  public init(
    wall: @escaping @Sendable () -> Date,
    microseconds: @escaping @Sendable () -> Int
  ) {
    self.wall = wall
    self.microseconds = microseconds
  }

  /// The system's clocks, from now on.
  public static var live: SessionClock {
    let start = ContinuousClock.now
    return SessionClock(
      wall: { Date() },
      microseconds: {
        let (seconds, attoseconds) = (ContinuousClock.now - start).components
        return Int(seconds) * 1_000_000 + Int(attoseconds / 1_000_000_000_000)
      }
    )
  }

  /// The wall clock as ISO 8601 in UTC, with milliseconds.
  package func wallText() -> String {
    // Formatting cuts off what is beyond the milliseconds: round instead.
    (wall() + 0.0005).formatted(
      .iso8601.year().month().day().time(includingFractionalSeconds: true)
    )
      + "Z"
  }
}
