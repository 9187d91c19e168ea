import RewindJSON
import RewindTimeline

// Pseudonyms are made anew in each session, so that two of them never have the same one. Nothing can be told
// from such a difference, and a value of the other session means nothing in this one.

extension ComparedSession {
  /// Returns the content of an action without the redacted values.
  static func withoutRedacted(
    _ value: JSONValue,
    _ mask: RedactionMask,
    at pointer: Pointer = .root
  ) -> JSONValue {
    guard mask.hasPseudonyms else { return value }
    switch value {
    case .array(let elements) where !elements.isEmpty:
      return .array(
        elements.indices.map { withoutRedacted(elements[$0], mask, at: pointer.appending($0)) }
      )
    case .object(let object) where !object.members.isEmpty:
      return .object(
        JSONObject(
          object.members.map { member in
            let value = withoutRedacted(member.value, mask, at: pointer.appending(member.key))
            return (member.key.isRedaction ? "$redacted" : member.key, value)
          }
        )
      )
    default:
      return mask.hides(Change(pointer, old: value, new: nil)) ? ["$": "redacted"] : value
    }
  }

  /// Returns the pseudonyms of another session that stand where this one has others, by those of this one; `pairs` are
  /// the positions of the actions that belong together.
  func pseudonyms(
    in other: ComparedSession,
    _ pairs: [(own: Int, other: Int)]
  ) -> [String: JSONValue] {
    guard mask.hasPseudonyms, other.mask.hasPseudonyms else { return [:] }
    var known: [String: JSONValue] = [:]
    for pair in pairs {
      let (own, theirs) = (steps[pair.own], other.steps[pair.other])
      let values =
        [(own.carried ?? .null, theirs.carried ?? .null)]
        + zip(own.inputs, theirs.inputs).filter { $0.name == $1.name }.map { ($0.value, $1.value) }
      for (old, new) in values where old != new {
        for change in Change(.root, old: old, new: new).details {
          guard let text = change.old?.string, let new = change.new, text.isRedaction,
            new.string?.isRedaction ?? false
          else { continue }
          if known[text] == nil { known[text] = new }
        }
      }
    }
    return known
  }
}

extension SessionPair {
  /// True for a difference of values of which at least one session tells nothing.
  static func isRedacted(
    _ change: Change,
    _ good: ComparedSession,
    _ bad: ComparedSession
  ) -> Bool {
    guard good.mask.hasPseudonyms, bad.mask.hasPseudonyms else { return false }
    if change.pointer.tokens.contains(where: \.isRedaction) { return true }
    guard let old = change.old, let new = change.new else { return false }
    return good.mask.hides(Change(change.pointer, old: old, new: nil))
      && bad.mask.hides(Change(change.pointer, old: new, new: nil))
  }
}

extension JSONValue {
  /// The value with some texts replaced.
  func replacing(_ texts: [String: JSONValue]) -> JSONValue {
    if texts.isEmpty { return self }
    switch self {
    case .string(let text): return texts[text] ?? self
    case .array(let elements): return .array(elements.map { $0.replacing(texts) })
    case .object(let object):
      return .object(
        JSONObject(
          object.members.map { (texts[$0.key]?.string ?? $0.key, $0.value.replacing(texts)) }
        )
      )
    case .null, .bool, .number: return self
    }
  }
}
