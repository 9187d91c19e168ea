extension String {
  /// The string with control characters written out, so that what a log holds cannot steer the
  /// terminal.
  package var harmless: String {
    guard unicodeScalars.contains(where: \.steersTerminals) else { return self }
    return unicodeScalars.map {
      $0.steersTerminals ? "\\u{\(String($0.value, radix: 16))}" : String($0)
    }.joined()
  }
}

extension Unicode.Scalar {
  /// Control characters, and those that turn the direction of writing around.
  fileprivate var steersTerminals: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028, 0x2029, 0x202A...0x202E,
      0x2066...0x206F, 0xFFF9...0xFFFB:
      true
    default:
      false
    }
  }
}
