extension String {
  /// The text as written in an element or an attribute of XML or HTML; characters that XML 1.0 cannot hold,
  /// even escaped, become U+FFFD.
  package var markup: String {
    escaped { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "'": "&#39;"
      case "\n", "\r", "\t": "&#\(scalar.value);"
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": "\u{FFFD}"
      default: scalar.isHidden ? "&#\(scalar.value);" : nil
      }
    }
  }

  /// A text of JSON in which no HTML parser sees a tag, and no script a line's end.
  ///
  /// These characters occur in strings only, where JSON has escapes for them.
  package var scriptText: String {
    guard utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == 0xE2 }) else { return self }
    return escaped { ["<": "\\u003c", "\u{2028}": "\\u2028", "\u{2029}": "\\u2029"][$0] }
  }

  /// The text as the message of a workflow command of GitHub Actions; a line feed is shown as one.
  package var annotationMessage: String {
    escaped { scalar in
      switch scalar {
      case "%": "%25"
      case "\r": "%0D"
      case "\n": "%0A"
      default: scalar.isHidden ? "\\\(scalar.swiftEscape)" : nil
      }
    }
  }

  /// The text as the value of a property of such a command.
  package var annotationProperty: String {
    annotationMessage.escaped { [":": "%3A", ",": "%2C"][$0] }
  }
}
