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
    let number = readRandom { Number.random(in: range, using: &$0) }
    return min(max(number, range.lowerBound), range.upperBound - 1)
  }

  /// Returns a random integer in a closed range.
  public static func random<Number: FixedWidthInteger & Codable>(
    in range: ClosedRange<Number>
  ) -> Number {
    let number = readRandom { Number.random(in: range, using: &$0) }
    return min(max(number, range.lowerBound), range.upperBound)
  }

  /// Returns a random number in a range without its upper bound.
  public static func random<Number: BinaryFloatingPoint & Codable>(
    in range: Range<Number>
  ) -> Number where Number.RawSignificand: FixedWidthInteger {
    guard !range.isEmpty else { return Number.random(in: range) }
    let number = readRandom { Number.random(in: range, using: &$0) }
    if range.contains(number) { return number }
    return number < range.lowerBound ? range.lowerBound : range.upperBound.nextDown
  }

  /// Returns a random number in a closed range.
  public static func random<Number: BinaryFloatingPoint & Codable>(
    in range: ClosedRange<Number>
  ) -> Number where Number.RawSignificand: FixedWidthInteger {
    let number = readRandom { Number.random(in: range, using: &$0) }
    if range.contains(number) { return number }
    return number < range.lowerBound ? range.lowerBound : range.upperBound
  }

  /// Returns a random Boolean value.
  public static func bool() -> Bool {
    readRandom { Bool.random(using: &$0) }
  }

  /// A generator whose numbers are inputs, for an app that passes a generator to its reducers.
  ///
  /// ```swift
  /// deck.shuffle(using: &environment.random)     // environment.random = Recorded.Generator()
  /// ```
  public struct Generator: RandomNumberGenerator, Sendable {
    private let live: @Sendable () -> UInt64

    /// Makes a generator of recorded numbers.
    ///
    /// - Parameter live: Returns the live numbers, where an app makes its own.
    public init(
      _ live: @escaping @Sendable () -> UInt64 = { UInt64.random(in: .min ... .max) }
    ) {
      self.live = live
    }

    public func next() -> UInt64 {
      Recorded.read("random") {
        guard var generator = Recorded.generator else { return live() }
        return generator.next()
      }
    }
  }

  private static func readRandom<Value: Codable>(
    _ live: (inout any RandomNumberGenerator) -> Value
  ) -> Value {
    read("random") { withGenerator(live) }
  }

  /// Runs `body` with the generator for made-up values, if there is one, or the system's.
  static func withGenerator<Value>(_ body: (inout any RandomNumberGenerator) -> Value) -> Value {
    var random: any RandomNumberGenerator = generator ?? SystemRandomNumberGenerator()
    return body(&random)
  }
}
