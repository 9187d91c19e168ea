package import RewindJSON
package import RewindSession

/// The redacted places of a session, from the rules in its header: values there cannot be compared with
/// a replay.
package struct RedactionMask {
  private var pointers: [[String]] = []
  private var keys: Set<String> = []
  private var hidesTexts = false

  package init(_ header: SessionHeader) {
    for rule in header.json["redacted"]?.array ?? [] {
      if let text = rule["pointer"]?.string, let pointer = try? Pointer(text) {
        pointers.append(pointer.tokens)
      }
      if let key = rule["key"]?.string { keys.insert(key) }
      if rule["text"] != nil { hidesTexts = true }
    }
  }

  /// Returns true if a place is in a redacted one, or contains a replaced text.
  package func hides(_ change: Change) -> Bool {
    let tokens = change.pointer.tokens
    if tokens.contains(where: { keys.contains($0.lowercased()) }) { return true }
    if hidesTexts {
      let texts = tokens + [change.old?.string].compactMap { $0 }
      if texts.contains(where: { $0 == "redacted" || $0.hasPrefix("redacted ") }) { return true }
    }
    return pointers.contains { pattern in
      pattern.count <= tokens.count
        && zip(pattern, tokens).allSatisfy { $0 == "*" || $0 == $1 }
    }
  }
}
