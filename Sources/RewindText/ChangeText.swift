package import RewindJSON

extension Change {
  /// Returns the values before and after on one line, if they exist, in at most `columns` columns.
  package func values(_ columns: Int) -> String {
    if let text = ChangeExcerpt(from: old, to: new, ifLongerThan: columns / 3) {
      return "\(text.old) → \(text.new)"
    }
    return switch (old, new) {
    case (let old?, let new?): old.change(to: new, columns)
    case (nil, let value?), (let value?, nil): value.line(columns)
    case (nil, nil): ""
    }
  }

  /// Returns the change as a row of a list has it, in at most `columns` columns: as many names of its pointer as
  /// fit beside the values, and the values as far as they fit beside the last name.
  ///
  /// ```
  /// ~ /gameState/showLoading true → false
  /// ~ memoryCards [16 elements] → []
  /// + items/3 {"id":7,"ti…
  /// ```
  package func row(_ columns: Int) -> (sign: String, pointer: String, values: String) {
    let sign = old == nil ? "+" : new == nil ? "-" : "~"
    let room = max(0, columns - 2)
    let forms = pointer.tokens.isEmpty ? ["(the whole state)"] : pointer.shortForms
    let whole = values(max(room, Self.longest))
    for form in forms where form.escapedForTerminal.columns + 1 + whole.columns <= room {
      return (sign, form, whole)
    }
    let last = forms[forms.count - 1]
    // A name says little without its end, a value little without its beginning.
    let pointer = last.fittedEnd(to: max(room * 2 / 5, room - 1 - whole.columns))
    let left = max(0, room - 1 - pointer.columns)
    return (sign, pointer, values(left).fitted(to: left))
  }

  /// The columns of values that fit a row of any terminal.
  private static let longest = 60
}

extension JSONValue {
  /// Returns a value and the one after it in at most `columns` columns: the shorter one whole, if it takes no more
  /// than half of them.
  package func change(to new: JSONValue, _ columns: Int) -> String {
    let room = max(0, columns - 3)
    let (before, after) = (line(room), new.line(room))
    guard before.columns + after.columns > room else { return "\(before) → \(after)" }
    let old = min(before.columns, max(room / 2, room - after.columns))
    return "\(line(old)) → \(new.line(room - old))"
  }
}
