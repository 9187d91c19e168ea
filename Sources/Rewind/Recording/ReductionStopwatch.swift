import RewindCoding

/// Measures how long an action's reducer runs, without what runs within it and is not that reducer: nested
/// dispatches, and the recorder.
struct ReductionStopwatch {
  /// The thread that reduces; written before the reducer can start others.
  private var thread: ThreadIdentity?
  private var started = 0
  private var leftOut = 0
  private var isRunning = false
  /// The nanoseconds that the reducer ran; nil until it has returned.
  private(set) var took: Int?

  /// True on the thread that is reducing.
  var isRunningHere: Bool { thread == .current && isRunning }

  mutating func start(at time: Int) {
    (thread, started, leftOut, isRunning) = (.current, time, 0, true)
  }

  mutating func stop(at time: Int) {
    (took, isRunning) = (max(0, time - started - leftOut), false)
  }

  /// Leaves out nanoseconds that were not the reducer's; call it on its thread.
  mutating func leaveOut(_ nanoseconds: Int) { leftOut += nanoseconds }

  /// Forgets the time of an action, for the next one.
  mutating func clear() { took = nil }
}

extension LineBuffer {
  /// Appends nanoseconds as seconds, with three significant digits and seven bytes at most up to 16 minutes: `123e-8`.
  mutating func append(seconds nanoseconds: Int) {
    var (unit, exponent) = (1, -9)
    while nanoseconds / unit >= 1_000 { (unit, exponent) = (unit * 10, exponent + 1) }
    append(digits: (nanoseconds + unit / 2) / unit)
    guard exponent != 0 else { return }
    append(exponent < 0 ? "e-" : "e")
    append(digits: abs(exponent))
  }
}
