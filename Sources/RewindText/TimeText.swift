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
