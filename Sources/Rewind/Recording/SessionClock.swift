package import Foundation
import RewindCoding

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The clocks of a recorder: the wall clock, and one that continues during sleep.
///
/// Tests supply their own, so that two recordings of the same play are the same bytes.
package struct SessionClock: Sendable {
  /// The wall clock.
  package let wall: @Sendable () -> Date
  /// Microseconds since the clock was made.
  package let microseconds: @Sendable () -> Int
  /// Nanoseconds from an arbitrary point, for measuring reducers and dispatches.
  package let nanoseconds: @Sendable () -> Int
  /// Nanoseconds that a processor has spent on the current thread; a system call.
  package let processorNanoseconds: @Sendable () -> Int
  /// The nanoseconds that it takes at most to copy a state in memory, for a byte of its text.
  ///
  /// 0.1 for numbers and rows of texts, 0.9 for dictionaries of them; a retain is 5, of an object of three bytes or more.
  package let copying: Double
  /// True if the log is to say how long reducers and dispatches took; tests that compare bytes leave it out.
  package let isTiming: Bool

  package init(
    wall: @escaping @Sendable () -> Date,
    microseconds: @escaping @Sendable () -> Int,
    isTiming: Bool = false
  ) {
    self.init(
      wall: wall,
      microseconds: microseconds,
      nanoseconds: { Self.nanosecondsAwake },
      processorNanoseconds: {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
      },
      isTiming: isTiming
    )
  }

  package init(
    wall: @escaping @Sendable () -> Date,
    microseconds: @escaping @Sendable () -> Int,
    nanoseconds: @escaping @Sendable () -> Int,
    processorNanoseconds: @escaping @Sendable () -> Int,
    copying: Double = 2,
    isTiming: Bool = false
  ) {
    self.wall = wall
    self.copying = copying
    self.microseconds = microseconds
    self.nanoseconds = nanoseconds
    self.processorNanoseconds = processorNanoseconds
    self.isTiming = isTiming
  }

  /// The system's clocks, from now on.
  package static var live: SessionClock {
    let start = nanosecondsAwakeOrAsleep
    return SessionClock(
      wall: { Date() },
      microseconds: { (nanosecondsAwakeOrAsleep - start) / 1_000 },
      isTiming: true
    )
  }

  /// The nanoseconds of a clock that stands still during sleep: a phone that was put away in the middle of a dispatch
  /// did not hang.
  private static var nanosecondsAwake: Int {
    var time = timespec()
    #if canImport(Darwin)
    clock_gettime(CLOCK_UPTIME_RAW, &time)
    #else
    clock_gettime(CLOCK_MONOTONIC, &time)
    #endif
    return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
  }

  /// The nanoseconds of `ContinuousClock`, without its arithmetic of 128 bits: it takes longer than the clock.
  private static var nanosecondsAwakeOrAsleep: Int {
    var time = timespec()
    #if canImport(Darwin)
    clock_gettime(CLOCK_MONOTONIC, &time)
    #else
    clock_gettime(CLOCK_BOOTTIME, &time)
    #endif
    return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
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
  private var opening: [UInt8] = []

  mutating func text(at time: Date) -> String {
    var line = LineBuffer()
    append(time, to: &line)
    return String(decoding: line.contents, as: UTF8.self)
  }

  mutating func append(_ time: Date, to line: inout LineBuffer) {
    let milliseconds = Int((time.timeIntervalSince1970 * 1_000).rounded())
    let fraction = (milliseconds % 1_000 + 1_000) % 1_000
    let second = (milliseconds - fraction) / 1_000
    if second != self.second {
      self.second = second
      let text = Date(timeIntervalSince1970: Double(second)).formatted(
        .iso8601.year().month().day().time(includingFractionalSeconds: false)
      )
      opening = Array("\(text).".utf8)
    }
    line.append(opening)
    for unit in [100, 10, 1] { line.append(UInt8(ascii: "0") + UInt8(fraction / unit % 10)) }
    line.append(UInt8(ascii: "Z"))
  }
}
