package import RewindJSON
package import RewindSession

/// The redacted values of a session, from the rules in its header: values there cannot be compared with
/// a replay.
package struct RedactionMask {
  /// A rule of redaction, as the header lists it.
  private struct Rule {
    enum Subject {
      case pointer(Pointer)
      case key(String)
      case text
      case others(pointers: [Pointer], keys: Set<String>)
    }

    let subject: Subject
    /// The rule in words: `key password`.
    let words: String
    let isPseudonym: Bool

    /// The values that an allow-list admits; nil for other rules.
    var admitted: (pointers: [Pointer], keys: Set<String>)? {
      if case .others(let pointers, let keys) = subject { (pointers, keys) } else { nil }
    }

    init?(_ json: JSONValue) {
      isPseudonym = json["pseudonyms"]?.bool ?? false
      let how = isPseudonym ? "pseudonyms" : "redacted"
      if let text = json["pointer"]?.string, let pointer = try? Pointer(text) {
        (subject, words) = (.pointer(pointer), "\(how) by pointer \(text)")
      } else if let key = json["key"]?.string {
        (subject, words) = (.key(key), "\(how) by key \(key)")
      } else if let text = json["text"]?.string {
        (subject, words) = (.text, "\(how) by text \(text)")
      } else if let names = json["only"]?.array?.compactMap(\.string) {
        subject = .others(
          pointers: names.filter { $0.hasPrefix("/") }.compactMap { try? Pointer($0) },
          keys: Set(names.filter { !$0.hasPrefix("/") }.map { $0.lowercased() })
        )
        words = "\(how) by only"
      } else {
        return nil
      }
    }
  }

  private var rules: [Rule]
  /// The values that all allow-lists admit together; nil if there is none.
  private var admitted: (pointers: [Pointer], keys: Set<String>)?

  package init(_ header: SessionHeader) {
    let all = (header.json["redacted"]?.array ?? []).compactMap { Rule($0) }
    // What names a value goes before what admits others, as in the recorder.
    rules = all.filter { $0.admitted == nil } + all.filter { $0.admitted != nil }
    for list in all.compactMap(\.admitted) {
      admitted = (
        (admitted?.pointers ?? []) + list.pointers, (admitted?.keys ?? []).union(list.keys)
      )
    }
  }

  /// True if values were replaced by others of their types.
  package var hasPseudonyms: Bool { rules.contains(where: \.isPseudonym) }

  /// Returns true if a value is in a redacted one, or contains a replaced text.
  package func hides(_ change: Change) -> Bool { rule(of: change) != nil }

  /// Returns the rule that redacts a value, in words; nil if none does.
  package func rule(of change: Change) -> String? {
    rules.first { holds($0, for: change) }?.words
      // An equal value somewhere else is named by a rule with pseudonyms.
      ?? (hasPseudonyms
        && Self.texts(of: change).contains(where: \.isRedaction)
        ? "pseudonyms by an equal value" : nil)
  }

  private func holds(_ rule: Rule, for change: Change) -> Bool {
    let tokens = change.pointer.tokens
    switch rule.subject {
    case .pointer(let pointer): return pointer.covers(change.pointer)
    case .key(let key): return tokens.contains { $0.lowercased() == key }
    case .text:
      return Self.texts(of: change).contains { rule.isPseudonym ? $0.isRedaction : $0.isMark }
        // The pseudonyms of dates and numbers cannot be told from values.
        || rule.isPseudonym && change.old?.string?.mayBePseudonym ?? false
    case .others:
      guard let admitted else { return false }
      return !tokens.contains { admitted.keys.contains($0.lowercased()) }
        && !admitted.pointers.contains { $0.covers(change.pointer) }
    }
  }

  private static func texts(of change: Change) -> [String] {
    change.pointer.tokens + [change.old?.string].compactMap { $0 }
  }
}

extension RedactionMask {
  /// Returns true if something in a payload was redacted: a value that a rule covers holds a redaction
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
  /// True for the scalars that redaction writes instead of a value.
  fileprivate var mayBeReplacement: Bool {
    switch self {
    case .null, .bool(true): false
    case .string(let text): text.isRedaction || text.mayBePseudonym
    case .bool, .number, .array, .object: true
    }
  }
}

extension String {
  /// True for a text that redaction writes instead of another: `redacted`, alone or with letters and
  /// digits up to a power of two, and a UUID of version 8.
  package var isRedaction: Bool {
    isMark || isUUID && self[index(startIndex, offsetBy: 14)] == "8"
  }

  /// True for the first of these.
  fileprivate var isMark: Bool {
    guard utf8.count >= 16 else { return self == "redacted" }
    let mark = ["https://", "http://", "file:///"].first(where: hasPrefix).map {
      dropFirst($0.count)
    }
    let bytes = (mark ?? self[...]).utf8
    if bytes.count >= 16, bytes.count & (bytes.count - 1) == 0, bytes.starts(with: "redacted".utf8)
    {
      return bytes.allSatisfy(\.isLetterOrDigit)
    }
    return false
  }

  /// True for the text of a date, a day or an integer, which may replace another.
  fileprivate var mayBePseudonym: Bool {
    let bytes = utf8
    if Int(self) != nil { return true }
    return bytes.count >= 10
      && bytes.prefix(10).enumerated()
        .allSatisfy { offset, byte in
          offset == 4 || offset == 7 ? byte == UInt8(ascii: "-") : (0x30...0x39).contains(byte)
        }
  }

  /// True for the text of a UUID.
  var isUUID: Bool {
    utf8.count == 36
      && utf8.enumerated()
        .allSatisfy { offset, byte in
          [8, 13, 18, 23].contains(offset) ? byte == UInt8(ascii: "-") : byte.isLetterOrDigit
        }
  }
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool {
    (0x30...0x39).contains(self) || (0x41...0x5A).contains(self & 0xDF)
  }
}
