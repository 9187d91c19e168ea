extension [UInt8] {
  /// Appends text without creating a string.
  package mutating func append(_ text: StaticString) {
    append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends the digits of a non-negative number.
  package mutating func append(digits number: Int) {
    number.withDigits { append(contentsOf: $0) }
  }
}

extension Int {
  /// Passes the decimal digits of a non-negative number to `body`, padded with zeros to `width`, at
  /// most 20.
  package func withDigits(width: Int = 1, _ body: (UnsafeRawBufferPointer) -> Void) {
    let most = UInt64.mostDigits
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: most) { digits in
      guard let base = digits.baseAddress else { return }
      let count = UInt64(magnitude).storeDigits(before: base + most, width: width)
      body(UnsafeRawBufferPointer(start: base + most - count, count: count))
    }
  }
}

extension UInt64 {
  /// The number of digits of the largest number.
  @_transparent
  package static var mostDigits: Int { 20 }

  /// The numbers below 100 with two digits each, so that half as many divisions are needed.
  private static var pairs: StaticString {
    """
    0001020304050607080910111213141516171819\
    2021222324252627282930313233343536373839\
    4041424344454647484950515253545556575859\
    6061626364656667686970717273747576777879\
    8081828384858687888990919293949596979899
    """
  }

  /// Stores the decimal digits, padded with zeros to `width`, so that they end before an address.
  ///
  /// - Returns: Their number, ``mostDigits`` at most.
  package func storeDigits(before end: UnsafeMutablePointer<UInt8>, width: Int) -> Int {
    var next = end
    var rest = self
    while rest >= 10 {
      let hundredth = rest / 100
      let pair = Int(truncatingIfNeeded: rest &- hundredth &* 100)
      next -= 2
      UnsafeMutableRawPointer(next).copyMemory(from: Self.pairs.utf8Start + 2 &* pair, byteCount: 2)
      rest = hundredth
    }
    if rest > 0 || next == end {
      next -= 1
      next.pointee = UInt8(truncatingIfNeeded: rest) &+ UInt8(ascii: "0")
    }
    while end - next < width {
      next -= 1
      next.pointee = UInt8(ascii: "0")
    }
    return end - next
  }
}
