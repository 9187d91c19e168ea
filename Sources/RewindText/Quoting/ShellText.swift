extension String {
  /// The text as one word of a POSIX shell, in quotation marks where it needs them.
  ///
  /// Hidden characters have to be visible where the command is printed, and the same again where it runs:
  /// `printf` makes them in every shell. A substitution drops line feeds at its end; those are written in the
  /// form of bash and zsh.
  package var shellWord: String {
    if !isEmpty, unicodeScalars.allSatisfy(\.isPlainInShell) { return self }
    guard unicodeScalars.contains(where: \.isHidden) else {
      return "'\(escaped { $0 == "'" ? #"'\''"# : nil })'"
    }
    let end = unicodeScalars.reversed().prefix { $0 == "\n" }.count
    let octal = { (byte: UInt8) in
      "\\" + String(repeating: "0", count: byte < 8 ? 2 : byte < 64 ? 1 : 0)
        + String(byte, radix: 8)
    }
    let format = String(String.UnicodeScalarView(unicodeScalars.dropLast(end))).escaped { scalar in
      if scalar == "%" { return "%%" }
      guard scalar.isHidden || scalar == "'" || scalar == "\\" else { return nil }
      return String(scalar).utf8.map(octal).joined()
    }
    // A format that begins with a dash would be an option.
    let start = format.hasPrefix("-") ? #"\055"# + format.dropFirst() : format
    let word = start.isEmpty ? "" : "\"$(printf '\(start)')\""
    return end == 0 ? word : "\(word)$'\(String(repeating: #"\n"#, count: end))'"
  }

  /// The path of a file as one word, that is neither a flag nor the name of a session, as `@last` is.
  ///
  /// Standard input is `-` and remains it.
  package var shellPath: String {
    let needsFolder = hasPrefix("@") || hasPrefix("-") && self != "-"
    return (needsFolder ? "./" + self : self).shellWord
  }
}

extension Unicode.Scalar {
  /// True for scalars that mean themselves in every shell, anywhere in a word.
  fileprivate var isPlainInShell: Bool {
    switch self {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "-", ".", "/", ":", "@", ",", "+": true
    default: !isASCII && properties.isAlphabetic && !isHidden
    }
  }
}
