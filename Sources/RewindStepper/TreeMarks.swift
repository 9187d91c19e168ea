package import RewindJSON

/// What a person has opened and closed in the state tree.
///
/// It is about places, not values, so that it outlives stepping.
package struct TreeMarks: Sendable {
  /// Whether the value is open; nil where that was left to the changes.
  package private(set) var isOpen: Bool?
  /// Whether the unchanged children are shown where others changed.
  package private(set) var isUnfolded = false
  package private(set) var children: [String: TreeMarks] = [:]

  package init() {}

  /// The marks of a value.
  package subscript(tokens: ArraySlice<String>) -> TreeMarks? {
    guard let token = tokens.first else { return self }
    return children[token]?[tokens.dropFirst()]
  }

  package mutating func setOpen(_ isOpen: Bool, at pointer: Pointer) {
    change(at: pointer.tokens[...]) { $0.isOpen = isOpen }
  }

  package mutating func unfold(at pointer: Pointer) {
    change(at: pointer.tokens[...]) { $0.isUnfolded = true }
  }

  private mutating func change(
    at tokens: ArraySlice<String>,
    _ body: (inout TreeMarks) -> Void
  ) {
    guard let token = tokens.first else { return body(&self) }
    children[token, default: TreeMarks()].change(at: tokens.dropFirst(), body)
  }
}
