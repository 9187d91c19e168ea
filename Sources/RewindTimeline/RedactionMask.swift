package import RewindJSON
package import RewindSession

/// The redacted places of a session, from the rules in its header: values there cannot be compared with
/// a replay.
package struct RedactionMask {
  private var pointers: [[String]] = []
  private var keys: Set<String> = []
  private var hidesTexts = false
  /// The places of an allow-list; nil if there is none.
  private var admitted: (pointers: [[String]], keys: Set<String>)?

  package init(_ header: SessionHeader) {
    for rule in header.json["redacted"]?.array ?? [] {
      if let text = rule["pointer"]?.string, let pointer = try? Pointer(text) {
        pointers.append(pointer.tokens)
      }
      if let key = rule["key"]?.string { keys.insert(key) }
      if rule["text"] != nil { hidesTexts = true }
      if let places = rule["only"]?.array { admit(places.compactMap(\.string)) }
    }
  }

  private mutating func admit(_ places: [String]) {
    var (pointers, keys) = admitted ?? ([], [])
    for place in places {
      if !place.hasPrefix("/") {
        keys.insert(place.lowercased())
      } else if let pointer = try? Pointer(place) {
        pointers.append(pointer.tokens)
      }
    }
    admitted = (pointers, keys)
  }

  /// Returns true if a place is in a redacted one, or contains a replaced text.
  package func hides(_ change: Change) -> Bool {
    let tokens = change.pointer.tokens
    if tokens.contains(where: { keys.contains($0.lowercased()) }) { return true }
    if let admitted, !tokens.contains(where: { admitted.keys.contains($0.lowercased()) }),
      !admitted.pointers.contains(where: { $0.isPrefix(of: tokens) })
    {
      return true
    }
    if hidesTexts {
      let texts = tokens + [change.old?.string].compactMap { $0 }
      if texts.contains(where: { $0 == "redacted" || $0.hasPrefix("redacted ") }) { return true }
    }
    return pointers.contains { $0.isPrefix(of: tokens) }
  }
}

extension [String] {
  /// Returns true if a pattern, in which `*` matches any token, leads to a place or to one around it.
  fileprivate func isPrefix(of tokens: [String]) -> Bool {
    count <= tokens.count && zip(self, tokens).allSatisfy { $0 == "*" || $0 == $1 }
  }
}
