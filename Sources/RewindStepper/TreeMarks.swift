package import RewindJSON

/// The values that a person has opened and closed in the state tree.
///
/// They apply to pointers, not values, so that they persist while stepping.
package struct TreeMarks: Sendable {
  /// True if the value is open, false if it is closed; nil if that depends on the changes.
  package private(set) var isOpen: Bool?
  /// True if the unchanged children are shown beside changed ones.
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
