extension String {
  /// The string with blanks behind it up to a width.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }

  /// The string with blanks before it up to a width.
  func rightAligned(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }

  /// The words in lines of at most `width` characters.
  func wrapped(to width: Int) -> [String] {
    var lines: [String] = [""]
    for word in split(separator: " ") {
      if lines[lines.count - 1].isEmpty {
        lines[lines.count - 1] = String(word)
      } else if lines[lines.count - 1].count + 1 + word.count <= width {
        lines[lines.count - 1] += " \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }

  /// The string with control characters written out, so that what a log holds cannot steer the
  /// terminal.
  var harmless: String {
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
    case 0..<0x20, 0x7F..<0xA0, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0x2028, 0x2029:
      true
    default:
      false
    }
  }
}

/// `1 action`, `2 actions`.
func counted(_ count: Int, _ noun: String, plural: String? = nil) -> String {
  "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
}
