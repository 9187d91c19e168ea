import RewindJSON
import RewindText

/// The change that an action made, in a few words: its first pointer with the new value, and the number
/// of the others.
struct ChangeSummary {
  let sign: (text: String, style: TextStyle)
  private let pointer: Pointer
  /// The new value; empty if it was removed.
  private let value: String
  private let others: Int

  /// The columns of a value, more than a list has room for.
  private static let valueColumns = 60

  /// Makes the summary of changes; nil if there are none.
  init?(_ changes: [Change]) {
    guard let first = changes.first else { return nil }
    others = changes.count - 1
    pointer = first.pointer
    sign = first.sign
    value = first.new.map { (first.old == nil ? " " : " → ") + $0.brief(Self.valueColumns) } ?? ""
  }

  /// The minimum number of columns at which a truncated value is still useful.
  private static let leastValue = 8

  /// Returns the pointer and the value in at most `columns` columns: as many names of the pointer as fit beside the
  /// whole value, its last one beside the beginning of a long value, or the last one alone.
  func fitted(to columns: Int) -> (pointer: String, value: String) {
    let rest = others > 0 ? " +\(others)" : ""
    let room = max(0, columns - rest.columns)
    let forms = pointer.shortForms
    guard let last = forms.last, !last.isEmpty else { return ("the state".fitted(to: room), rest) }
    if let pointer = forms.first(where: { $0.columns + value.columns <= room }) {
      return (pointer, value + rest)
    }
    let left = room - last.columns
    if left >= min(value.columns, Self.leastValue) { return (last, value.fitted(to: left) + rest) }
    return (last.fitted(to: room), rest)
  }
}
