extension [UInt8] {
  /// Appends text without making a string of it.
  package mutating func append(_ text: StaticString) {
    append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends the digits of a number that is not negative, with zeros before them where they are fewer
  /// than `width`.
  package mutating func append(digits number: Int, width: Int = 1) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var place = digits.count
      var rest = number.magnitude
      repeat {
        place -= 1
        digits[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      } while rest > 0
      for _ in (digits.count - place)..<Swift.max(width, digits.count - place) {
        place -= 1
        digits[place] = UInt8(ascii: "0")
      }
      append(contentsOf: UnsafeBufferPointer(rebasing: digits[place...]))
    }
  }
}
