import RewindJSON
import RewindSession
import RewindText
import RewindTimeline

extension Pointer {
  /// The pointer into a state, in words if it is the root.
  var words: String { words(ofWhole: "state") }

  /// The pointer into something else than a state, such as a payload.
  func words(ofWhole name: String) -> String {
    tokens.isEmpty ? "(the whole \(name))" : description.escapedForTerminal
  }
}

extension Change {
  /// Returns the change as a line of a diff: `~ /game/cards/3/isFlipped  false → true`.
  func line(_ style: Style, width: Int = 40, ofWhole name: String = "state") -> String {
    let words = pointer.words(ofWhole: name)
    if let text = ChangeExcerpt(from: old, to: new, ifLongerThan: width) {
      return style.yellow("~ \(words)") + "  " + text.line
    }
    return switch (old, new) {
    case (let old?, let new?):
      style.yellow("~ \(words)") + "  \(old.brief(width)) → \(new.brief(width))"
    case (nil, let new?):
      style.green("+ \(words)") + "  \(new.brief(width * 2))"
    case (let old?, nil):
      style.red("- \(words)") + "  \(old.brief(width * 2))"
    case (nil, nil):
      style.dim("= \(words)")
    }
  }
}

extension Timeline {
  /// Returns changes of a state as people read them, a line each, and how many are left out.
  func lines(of changes: [Change], _ style: Style, limit: Int = .max) -> [String] {
    let rest = changes.count - limit
    return changes.prefix(limit).map { "  " + valueTypes.readable($0).line(style) }
      + (rest > 0 ? ["  and \(counted(rest, "more value"))"] : [])
  }
}

extension RecordedAction {
  /// Returns type and payload, or error, on one line, with trailing blanks up to a width; of a session's action, without
  /// the type that all share.
  func brief(
    in timeline: Timeline? = nil,
    _ style: Style,
    width: Int = 60,
    padded column: Int = 0
  ) -> String {
    let name = (timeline?.sharedType.short(type) ?? type).escapedForTerminal
    let text = (timeline?.valueTypes.readable(self) ?? self).content(width: width)
    let content = text.isEmpty ? "" : " \(text)"
    let blanks = String.spaces(column - name.columns - content.columns)
    return style.bold(name) + content + blanks
  }

  /// Returns type and payload in exactly `columns` columns: the payload is cut first, then the beginning of the type.
  func fitted(in timeline: Timeline, _ style: Style, to columns: Int) -> String {
    let name = timeline.sharedType.short(type).escapedForTerminal.fittedEnd(to: columns)
    let room = columns - name.columns - 1
    let shown = timeline.valueTypes.readable(self)
    let text = room >= Self.leastPayload ? shown.content(upTo: room) : ""
    let content = text.isEmpty ? "" : " \(text)"
    let blanks = String.spaces(columns - name.columns - content.columns)
    return style.bold(name) + content + blanks
  }

  /// Returns the payload in at most `columns` columns, without the names of its members where these do not fit.
  private func content(upTo columns: Int) -> String {
    let whole = content(width: columns + 1)
    if whole.columns <= columns { return whole }
    let values = error == nil ? payload?.content(ofAction: type).valuesLine(columns) : nil
    return values ?? whole.fitted(to: columns)
  }

  /// The columns below which a part of a payload says nothing.
  private static let leastPayload = 4

  /// Returns the payload, or the error of a failed action, on one line, an object at least in part; empty if
  /// there is none.
  func content(width: Int = 60) -> String {
    if let error { return "failed \(error.brief(width))" }
    guard let content = payload?.content(ofAction: type), content != .object(JSONObject()) else {
      return ""
    }
    // The first members tell more than their number: `{"id":7,"change":…`.
    if case .object = content { return content.line(width).escapedForTerminal }
    return content.brief(width)
  }
}
