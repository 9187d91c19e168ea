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
    withUnsafeTemporaryAllocation(byteCount: 20, alignment: 1) { digits in
      var index = digits.count
      var rest = magnitude
      repeat {
        index -= 1
        digits[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      } while rest > 0 || digits.count - index < width
      body(UnsafeRawBufferPointer(rebasing: digits[index...]))
    }
  }
}
