import Foundation

/// One figure of the bench: the median of several runs, and how far they spread.
struct Figure {
  let median: Double
  let fastest: Double
  let slowest: Double

  /// Times `body` so many times, after one run that does not count; in seconds.
  static func time(_ runs: Int = 7, _ body: () throws -> Void) rethrows -> Figure {
    try body()
    var seconds: [Double] = []
    for _ in 0..<runs {
      let start = ContinuousClock.now
      try body()
      seconds.append((ContinuousClock.now - start).seconds)
    }
    return Figure(seconds)
  }

  /// The figure for one of so many things that were timed together.
  func divided(by count: Double) -> Figure {
    Figure([fastest / count, median / count, slowest / count])
  }

  /// Measures two bodies in turn, so that what else the machine does falls on both.
  static func race(
    _ runs: Int,
    _ first: () throws -> Void,
    _ second: () throws -> Void
  ) rethrows -> (Figure, Figure) {
    try first()
    try second()
    var seconds: ([Double], [Double]) = ([], [])
    for _ in 0..<runs {
      let start = ContinuousClock.now
      try first()
      let middle = ContinuousClock.now
      try second()
      seconds.0.append((middle - start).seconds)
      seconds.1.append((ContinuousClock.now - middle).seconds)
    }
    return (Figure(seconds.0), Figure(seconds.1))
  }

  /// Measures several bodies in turn, each of which returns the seconds that it took.
  static func race(_ runs: Int, _ bodies: [() -> Double]) -> [Figure] {
    for body in bodies { _ = body() }
    var seconds = [[Double]](repeating: [], count: bodies.count)
    for _ in 0..<runs {
      for (index, body) in bodies.enumerated() { seconds[index].append(body()) }
    }
    return seconds.map { Figure($0) }
  }

  init(_ values: [Double]) {
    let sorted = values.sorted()
    median = sorted[sorted.count / 2]
    fastest = sorted[0]
    slowest = sorted[sorted.count - 1]
  }
}

extension Duration {
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}

/// Keeps the optimizer from leaving out what is measured.
@inline(never)
func consume<Value>(_ value: Value) {}

/// The most memory that this process has had, in bytes.
func peakMemory() -> Int {
  var usage = rusage()
  #if canImport(Darwin)
  getrusage(RUSAGE_SELF, &usage)
  return usage.ru_maxrss
  #elseif canImport(Glibc)
  getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
  return usage.ru_maxrss * 1024
  #else
  getrusage(RUSAGE_SELF, &usage)
  return usage.ru_maxrss * 1024
  #endif
}
