import Dispatch
package import Foundation

/// The clocks of a recorder: the wall clock, and one that continues during sleep.
///
/// Tests supply their own, so that two recordings of the same play are the same bytes.
package struct SessionClock: Sendable {
  /// The wall clock.
  package let wall: @Sendable () -> Date
  /// Microseconds since the clock was made.
  package let microseconds: @Sendable () -> Int
  /// Nanoseconds from an arbitrary point, for measuring reducers; never written.
  package let nanoseconds: @Sendable () -> Int

  package init(
    wall: @escaping @Sendable () -> Date,
    microseconds: @escaping @Sendable () -> Int
  ) {
    self.init(wall: wall, microseconds: microseconds) {
      Int(DispatchTime.now().uptimeNanoseconds)
    }
  }

  package init(
    wall: @escaping @Sendable () -> Date,
    microseconds: @escaping @Sendable () -> Int,
    nanoseconds: @escaping @Sendable () -> Int
  ) {
    self.wall = wall
    self.microseconds = microseconds
    self.nanoseconds = nanoseconds
  }

  /// The system's clocks, from now on.
  package static var live: SessionClock {
    let start = ContinuousClock.now
    return SessionClock(
      wall: { Date() },
      microseconds: { Int((ContinuousClock.now - start) / .microseconds(1)) }
    )
  }

  /// The wall clock as ISO 8601 in UTC, with milliseconds.
  package func wallText() -> String {
    var text = WallText()
    return text.text(at: wall())
  }
}

/// Formats points in time as ISO 8601 in UTC, with milliseconds.
///
/// Caches the text of the last second, since formatting one costs as much as ten actions.
struct WallText {
  private var second: Int?
  private var opening = ""

  mutating func text(at time: Date) -> String {
    let milliseconds = Int((time.timeIntervalSince1970 * 1_000).rounded())
    let fraction = (milliseconds % 1_000 + 1_000) % 1_000
    let second = (milliseconds - fraction) / 1_000
    if second != self.second {
      self.second = second
      opening = Date(timeIntervalSince1970: Double(second)).formatted(
        .iso8601.year().month().day().time(includingFractionalSeconds: false)
      )
    }
    let digits = String(fraction)
    return opening + "." + String(repeating: "0", count: 3 - digits.count) + digits + "Z"
  }
}
