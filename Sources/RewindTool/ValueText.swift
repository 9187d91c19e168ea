import RewindJSON
import RewindSession
import RewindTimeline

extension JSONValue {
  /// The value on one line of at most about `width` characters: whole where it fits, otherwise what
  /// it is.
  func brief(_ width: Int = 60) -> String {
    switch self {
    case .array(let elements) where !elements.isEmpty && !fits(width):
      return "[\(counted(elements.count, "element"))]"
    case .object(let object) where !object.isEmpty && !fits(width):
      return "{\(counted(object.count, "member"))}"
    case .string(let string) where !fits(width):
      let start = String(string.prefix(max(8, width - 20)))
      return JSONValue.string(start).text.dropLast().description.harmless
        + "…\" (\(string.count) characters)"
    default:
      return text.harmless
    }
  }

  /// Whether the text has at most `width` bytes; looks at no more of it than needed.
  private func fits(_ width: Int) -> Bool {
    var left = width
    return takesAtMost(&left)
  }

  private func takesAtMost(_ left: inout Int) -> Bool {
    switch self {
    case .null, .bool: left -= 4
    case .number(let number): left -= number.text.utf8.count
    case .string(let string): left -= string.utf8.count + 2
    case .array(let elements):
      left -= 2
      for element in elements {
        left -= 1
        guard left >= 0, element.takesAtMost(&left) else { return false }
      }
    case .object(let object):
      left -= 2
      for member in object.members {
        left -= member.key.utf8.count + 4
        guard left >= 0, member.value.takesAtMost(&left) else { return false }
      }
    }
    return left >= 0
  }
}

extension Change {
  /// The change as a line of a diff: `~ /game/cards/3/isFlipped  false → true`.
  func line(_ style: Style, width: Int = 40) -> String {
    let place = pointer.tokens.isEmpty ? "(the whole state)" : pointer.description.harmless
    return switch (old, new) {
    case (let old?, let new?):
      style.yellow("~ \(place)") + "  \(old.brief(width)) → \(new.brief(width))"
    case (nil, let new?):
      style.green("+ \(place)") + "  \(new.brief(width * 2))"
    case (let old?, nil):
      style.red("- \(place)") + "  \(old.brief(width * 2))"
    case (nil, nil):
      style.dim("= \(place)")
    }
  }
}

extension RecordedAction {
  /// Type and payload, or error, on one line, with blanks behind them up to a width.
  func brief(_ style: Style, width: Int = 60, padded column: Int = 0) -> String {
    let name = type.harmless
    let content =
      error.map { " failed \($0.brief(width))" }
      ?? payload.flatMap { $0 == .object(JSONObject()) ? nil : " \($0.brief(width))" } ?? ""
    let blanks = String(repeating: " ", count: max(0, column - name.count - content.count))
    return style.bold(name) + content + blanks
  }
}

extension Double {
  /// Seconds as `12.301 s`, or `1:02:03` from a minute on.
  var seconds: String {
    guard self >= 60, self < 1e9 else { return "\(fixed(3)) s" }
    let whole = Int(self)
    let (hours, minutes, seconds) = (whole / 3600, whole / 60 % 60, whole % 60)
    let tail =
      "\(hours > 0 && minutes < 10 ? "0" : "")\(minutes):\(seconds < 10 ? "0" : "")\(seconds)"
    return hours > 0 ? "\(hours):\(tail)" : tail
  }

  /// The number with a fixed count of decimals.
  func fixed(_ decimals: Int) -> String {
    guard isFinite, magnitude < 1e15 else { return "\(self)" }
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let scaled = Int64((magnitude * scale).rounded())
    let unit = Int64(scale)
    let fraction = String(scaled % unit)
    let zeros = String(repeating: "0", count: decimals - fraction.count)
    return "\(self < 0 && scaled > 0 ? "-" : "")\(scaled / unit).\(zeros)\(fraction)"
  }
}

extension String {
  /// What a dying program wrote of the reason: its "Fatal error" line where there is one.
  var crashMessage: String? {
    let lines = split(separator: "\n")
    let message = lines.first { $0.contains("Fatal error") }
    return message.map(String.init)
  }
}
