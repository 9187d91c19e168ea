package import RewindJSON
package import RewindSession

/// The redacted places of a session, from the rules in its header: values there cannot be compared with
/// a replay.
package struct RedactionMask {
  private var pointers: [Pointer] = []
  private var keys: Set<String> = []
  private var hidesTexts = false
  /// The places of an allow-list; nil if there is none.
  private var admitted: (pointers: [Pointer], keys: Set<String>)?

  package init(_ header: SessionHeader) {
    for rule in header.json["redacted"]?.array ?? [] {
      if let text = rule["pointer"]?.string, let pointer = try? Pointer(text) {
        pointers.append(pointer)
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
        pointers.append(pointer)
      }
    }
    admitted = (pointers, keys)
  }

  /// Returns true if a place is in a redacted one, or contains a replaced text.
  package func hides(_ change: Change) -> Bool {
    let tokens = change.pointer.tokens
    if tokens.contains(where: { keys.contains($0.lowercased()) }) { return true }
    if let admitted, !tokens.contains(where: { admitted.keys.contains($0.lowercased()) }),
      !admitted.pointers.contains(where: { $0.covers(change.pointer) })
    {
      return true
    }
    if hidesTexts {
      let texts = tokens + [change.old?.string].compactMap { $0 }
      if texts.contains(where: \.isRedaction) { return true }
    }
    return pointers.contains { $0.covers(change.pointer) }
  }
}

extension RedactionMask {
  /// Returns true if something in a payload was redacted: a place that a rule covers holds a redaction
  /// placeholder.
  package func hidesPart(of payload: JSONValue, at pointer: Pointer = .root) -> Bool {
    switch payload {
    case .object(let object) where !object.members.isEmpty:
      object.members.contains { hidesPart(of: $0.value, at: pointer.appending($0.key)) }
    case .array(let elements) where !elements.isEmpty:
      elements.indices.contains { hidesPart(of: elements[$0], at: pointer.appending($0)) }
    default:
      payload.mayBeReplacement && hides(Change(pointer, old: payload, new: nil))
    }
  }
}

extension Timeline {
  /// Returns true if something in the payload of an action was redacted, so that a replay reduces a
  /// different action from the recorded one.
  package func isRedacted(payloadOf index: Int) throws(SessionLogError) -> Bool {
    guard let payload = try action(index).payload else { return false }
    return RedactionMask(log.header).hidesPart(of: payload)
  }
}

extension JSONValue {
  /// True for the scalars that redaction writes in place of a value, numbered or not.
  fileprivate var mayBeReplacement: Bool {
    switch self {
    case .null, .bool(true): false
    case .string(let text): text.isRedaction
    case .bool, .number, .array, .object: true
    }
  }
}

extension String {
  /// True for a text that redaction writes in place of another.
  fileprivate var isRedaction: Bool { self == "redacted" || hasPrefix("redacted ") }
}
