/// Random inputs, named `random`; the log holds the number itself.
///
/// A replayed program may ask for another range than the recorded one. A recorded number outside that
/// range is clamped to it, so that the range's guarantees still hold. An empty range stops the program,
/// as in the standard library.
extension Recorded {
  /// Returns a random integer in a range without its upper bound.
  public static func random<Number: FixedWidthInteger & Codable>(in range: Range<Number>) -> Number
  {
    guard !range.isEmpty else { return Number.random(in: range) }
    let number = drawRandom { Number.random(in: range, using: &$0) }
    return min(max(number, range.lowerBound), range.upperBound - 1)
  }

  /// Returns a random integer in a closed range.
  public static func random<Number: FixedWidthInteger & Codable>(
    in range: ClosedRange<Number>
  ) -> Number {
    let number = drawRandom { Number.random(in: range, using: &$0) }
    return min(max(number, range.lowerBound), range.upperBound)
  }

  /// Returns a random number in a range without its upper bound.
  public static func random<Number: BinaryFloatingPoint & Codable>(
    in range: Range<Number>
  ) -> Number where Number.RawSignificand: FixedWidthInteger {
    guard !range.isEmpty else { return Number.random(in: range) }
    let number = drawRandom { Number.random(in: range, using: &$0) }
    if range.contains(number) { return number }
    return number < range.lowerBound ? range.lowerBound : range.upperBound.nextDown
  }

  /// Returns a random number in a closed range.
  public static func random<Number: BinaryFloatingPoint & Codable>(
    in range: ClosedRange<Number>
  ) -> Number where Number.RawSignificand: FixedWidthInteger {
    let number = drawRandom { Number.random(in: range, using: &$0) }
    if range.contains(number) { return number }
    return number < range.lowerBound ? range.lowerBound : range.upperBound
  }

  /// Returns a random Boolean value.
  public static func bool() -> Bool {
    drawRandom { Bool.random(using: &$0) }
  }

  private static func drawRandom<Value: Codable>(
    _ live: (inout any RandomNumberGenerator) -> Value
  ) -> Value {
    draw("random") { withGenerator(live) }
  }

  /// Runs `body` with the generator for made-up values, if there is one, or the system's.
  static func withGenerator<Value>(_ body: (inout any RandomNumberGenerator) -> Value) -> Value {
    var random: any RandomNumberGenerator = generator ?? SystemRandomNumberGenerator()
    return body(&random)
  }
}
