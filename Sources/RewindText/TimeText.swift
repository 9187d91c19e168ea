extension Double {
  /// Seconds as `12.301 s`, or `1:02:03` from one minute on.
  package var seconds: String {
    guard self >= 60, self < 1e9 else { return "\(fixed(3)) s" }
    let whole = Int(self)
    let (hours, minutes, seconds) = (whole / 3600, whole / 60 % 60, whole % 60)
    let tail =
      "\(hours > 0 && minutes < 10 ? "0" : "")\(minutes):\(seconds < 10 ? "0" : "")\(seconds)"
    return hours > 0 ? "\(hours):\(tail)" : tail
  }

  /// Seconds with three significant digits, in the unit in which people say it: `12.3 ms`, `310 ms`, `1.50 s`.
  package var duration: String {
    guard (0..<1e9).contains(self) else { return "\(self) s" }
    let units = [("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)]
    let (name, unit) = units.first { self >= $0.1 * 0.9995 } ?? ("ns", 1e-9)
    let value = self / unit
    let decimals = unit == 1e-9 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2
    return "\(decimals == 0 ? "\(Int(value.rounded()))" : value.fixed(decimals)) \(name)"
  }

  /// The number with a fixed number of decimals.
  package func fixed(_ decimals: Int) -> String {
    guard isFinite, magnitude < 1e15 else { return "\(self)" }
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let scaled = Int64((magnitude * scale).rounded())
    let unit = Int64(scale)
    let fraction = String(scaled % unit)
    let zeros = String(repeating: "0", count: decimals - fraction.count)
    return "\(self < 0 && scaled > 0 ? "-" : "")\(scaled / unit).\(zeros)\(fraction)"
  }
}

extension Double {
  /// Seconds in at most six columns, as `21 ms`, `1.2 s`, `12 s`, `3 min`, `2 h` or `5 d`; empty if not a number.
  package var briefly: String {
    switch self {
    case ..<0.9995: "\(Int((self * 1_000).rounded())) ms"
    case ..<9.95: "\(fixed(1)) s"
    case ..<59.5: "\(Int(rounded())) s"
    case ..<3_570: "\(Int((self / 60).rounded())) min"
    case ..<84_600: "\(Int((self / 3_600).rounded())) h"
    case ..<1e11: "\(Int((self / 86_400).rounded())) d"
    default: ""
    }
  }
}
