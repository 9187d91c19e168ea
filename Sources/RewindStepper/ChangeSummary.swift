import RewindJSON
import RewindText

/// The change that an action made, in a few words: its first place with the new value, and the number
/// of other places.
struct ChangeSummary {
  let sign: String
  let style: TextStyle
  /// The place's names, outermost first.
  private let tokens: [String]
  /// The new value; empty if the place was removed.
  private let value: String
  private let others: Int

  /// The columns of a value, more than a list has room for.
  private static let valueColumns = 60

  /// Makes the summary of a patch; nil if it changes nothing.
  init?(_ patch: Patch) {
    let operations = patch.operations.filter {
      if case .test = $0 { false } else { true }
    }
    guard let first = operations.first else { return nil }
    others = operations.count - 1
    switch first {
    case .add(let pointer, let value):
      (sign, style, tokens) = ("+", .green, pointer.tokens)
      self.value = " " + value.brief(Self.valueColumns)
    case .remove(let pointer):
      (sign, style, tokens, value) = ("-", .red, pointer.tokens, "")
    case .replace(let pointer, let value), .test(let pointer, let value):
      (sign, style, tokens) = ("~", .yellow, pointer.tokens)
      self.value = " → " + value.brief(Self.valueColumns)
    case .move(_, let pointer), .copy(_, let pointer):
      (sign, style, tokens, value) = ("~", .yellow, pointer.tokens, "")
    }
  }

  /// Makes the summary of changes; nil if there are none.
  init?(_ changes: [Change]) {
    guard let first = changes.first else { return nil }
    others = changes.count - 1
    tokens = first.pointer.tokens
    sign = first.old == nil ? "+" : first.new == nil ? "-" : "~"
    style = first.old == nil ? .green : first.new == nil ? .red : .yellow
    value = first.new.map { (first.old == nil ? " " : " → ") + $0.brief(Self.valueColumns) } ?? ""
  }

  /// The columns that a cut value needs to say something.
  private static let leastValue = 8

  /// Returns the place and the value in at most `columns` columns: as many names of the place as fit beside the
  /// whole value, its last one beside the beginning of a long value, or the last one alone.
  func fitted(to columns: Int) -> (place: String, value: String) {
    let rest = others > 0 ? " +\(others)" : ""
    let room = max(0, columns - rest.columns)
    guard let last = places.last else { return ("the state".fitted(to: room), rest) }
    if let place = places.first(where: { $0.columns + value.columns <= room }) {
      return (place, value + rest)
    }
    let left = room - last.columns
    if left >= min(value.columns, Self.leastValue) { return (last, value.fitted(to: left) + rest) }
    return (last.fitted(to: room), rest)
  }

  /// The pointer, and then its last names: `/a/b/c`, `b/c`, `c`; the index of an element is not alone.
  private var places: [String] {
    guard let last = tokens.last else { return [] }
    let least = Pointer.arrayIndex(last) == nil ? tokens.count : tokens.count - 1
    return [Pointer(tokens: tokens).description]
      + (1..<max(1, least)).map { tokens[$0...].joined(separator: "/") }
  }
}
