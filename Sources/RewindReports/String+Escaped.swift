extension String {
  /// Returns the text with other texts in the place of some scalars.
  ///
  /// By scalars, since a quote before a combining mark, or a line feed after a carriage return, is no
  /// character of its own.
  func escaped(_ replacement: (Unicode.Scalar) -> String?) -> String {
    var text = ""
    for scalar in unicodeScalars {
      if let other = replacement(scalar) {
        text += other
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
