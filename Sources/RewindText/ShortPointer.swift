package import RewindJSON

extension Pointer {
  /// The pointer, and then fewer and fewer of its last names, since the inner ones say most: `/a/b/c`, `b/c`,
  /// `c`; the index of an element is not alone.
  package var shortForms: [String] {
    guard let last = tokens.last else { return [description] }
    let least = Pointer.arrayIndex(last) == nil ? tokens.count : tokens.count - 1
    return [description]
      + (1..<max(1, least)).map { tokens[$0...].joined(separator: "/") }
  }
}
