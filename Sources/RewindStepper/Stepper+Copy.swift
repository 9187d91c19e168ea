import RewindJSON

/// Copying to the clipboard of the terminal.
extension Stepper {
  /// Terminals take no more than this many bytes, and some less.
  private static let copiedBytes = 74_000

  /// Requests that the selected value is copied.
  mutating func copySelected() -> Request? {
    guard let selected = selectedValue else {
      say("There is nothing here to copy.")
      return nil
    }
    return copy(selected.value, named: selected.name)
  }

  private mutating func copy(_ value: JSONValue, named name: String) -> Request? {
    guard value.textCount(upTo: Self.copiedBytes) <= Self.copiedBytes else {
      say("\(name) is longer than a terminal's clipboard takes: v shows it.", isError: true)
      return nil
    }
    say("Copied: \(name).")
    return .copy(value.text)
  }

  mutating func copyPointer(_ pointer: Pointer) -> Request? {
    guard !pointer.tokens.isEmpty else {
      say("Select a value first: tab goes to the state.")
      return nil
    }
    say("Copied: the pointer \(pointer).")
    return .copy(pointer.description)
  }
}
