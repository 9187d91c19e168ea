import Foundation
import RewindCoding
import RewindJSON
import RewindSession

/// Applies rules of redaction.
package final class Redactor: Sendable {
  private let rules: [Redaction]
  let valueLimit: Int?
  private let types: [SecretType]
  /// The names of properties and cases: these stay if a type has too many secrets.
  private let names = PropertyNames()
  /// The allow-list; nil if there is none.
  private let admitted: RedactionAllowList?
  /// True if values that the allow-list does not admit are replaced by pseudonyms.
  private let admitsByPseudonyms: Bool
  private let pseudonyms: Pseudonyms
  /// The secrets that have pseudonyms and get the same ones elsewhere; nil if no rule asks for that.
  private let followed: FollowedSecrets?
  /// True if values with pseudonyms are searched for names of properties.
  private let keepsNames: Bool
  private let lock = NSLock()
  /// The numbers of secret names of inputs, in the order of their appearance.
  nonisolated(unsafe) private var inputNames: [String: Int] = [:]
  /// Called when a type has too many secrets; set before anything is recorded.
  nonisolated(unsafe) var onTooManySecrets: (_ type: String) -> Void = { _ in }

  /// - Parameters:
  ///   - rules: The rules.
  ///   - valueLimit: The maximum size of a payload or input in bytes.
  ///   - key: The secret of pseudonyms.
  ///   - started: The time at which the session began, as text.
  package init(
    _ rules: [Redaction],
    valueLimit: Int? = nil,
    key: PseudonymKey = .random(),
    started: String? = nil
  ) {
    self.rules = rules
    self.valueLimit = valueLimit
    pseudonyms = Pseudonyms(key, started: started.flatMap(DateText.secondsSince2001))
    followed = rules.contains(where: \.isFollowed) ? FollowedSecrets() : nil
    keepsNames = rules.contains(where: \.isPseudonym)
    types = rules.compactMap { if case .type(let type) = $0.subject { type } else { nil } }
    let lists = rules.compactMap {
      if case .others(let pointers, _) = $0.subject { pointers } else { nil }
    }
    admitsByPseudonyms = rules.contains {
      if case .others = $0.subject { $0.isPseudonym } else { false }
    }
    admitted = lists.isEmpty ? nil : RedactionAllowList(lists.flatMap(\.self))
  }

  /// Searches a value for secrets, or for names that are not secret, before it is written.
  func collectSecrets<Value>(_ value: Value) {
    admitted?.collectSecrets(value)
    for type in types where type.collectSecrets(value) { onTooManySecrets(type.name) }
    if keepsNames || types.contains(where: \.isFull) { names.collectSecrets(value) }
  }

  /// True if there is nothing to replace.
  var isIdle: Bool { rules.isEmpty }

  /// The value without its secrets.
  ///
  /// O(size × rules).
  func redact(_ value: JSONValue) -> JSONValue { redact(value, at: admitted?.root) }

  private func redact(_ value: JSONValue, at position: RedactionAllowList.Position?) -> JSONValue {
    let matches = rules.map { rule in
      if case .pointer(let tokens) = rule.subject {
        Match(rule: rule, rest: tokens[...])
      } else {
        Match(rule: rule, rest: nil)
      }
    }
    // A key of a dictionary may come before the value by which it is known.
    if let followed { follow(value, matches, followed) }
    return redact(value, matches, position)
  }

  /// An input without its secrets: its name may make it secret.
  func redact(_ value: JSONValue, ofInput name: String) -> JSONValue {
    let rule = rules.first { rule in
      if case .key(let key) = rule.subject { key == name.lowercased() } else { false }
    }
    if let rule {
      if rule.isFollowed { followed?.insert(value) }
      return replacement(value, rule)
    }
    if name == "uuid", let followed, case .string(let text) = value {
      // An id that a reducer has made, and which may become one that a rule is about.
      followed.insert(value)
      return .string(pseudonyms.pseudonym(of: text))
    }
    return redact(value, at: admitted?.root.descending(name))
  }

  /// A note without its secrets.
  func redact(_ text: String) -> String {
    if Recorder.Phase(rawValue: text) != nil { return text }
    if let rule = rule(within: text) { return replacement(.string(text), rule).string ?? "" }
    if followed?.holds(within: text) ?? false { return pseudonyms.pseudonym(of: text) }
    return redact(.string(text), at: admitted?.root.descending("note")).string ?? text
  }

  /// The name of a store without its secrets.
  func redact(store name: String) -> String {
    rule(within: name).flatMap { replacement(.string(name), $0).string } ?? name
  }

  /// The name of an input, or a mark instead that is the same for equal names.
  func redact(input name: String) -> String {
    guard !isIdle, !RecordedInput.libraryNames.contains(name) else { return name }
    let isListed = admitted?.root.shows(name) ?? true
    if isListed, rule(within: name) == nil { return name }
    let number = lock.withLock {
      if let known = inputNames[name] { return known }
      inputNames[name] = inputNames.count + 1
      return inputNames.count
    }
    return RecordedInput.redactedName(number)
  }

  /// The name of an action without its secrets: identifiers stay, since they stand in the app's source.
  func redact(action name: String) -> String {
    let isPlain = name.unicodeScalars.allSatisfy {
      $0 == "_" || ".:[]()<>…".unicodeScalars.contains($0) || $0.properties.isAlphabetic
        || $0.properties.numericType != nil
    }
    let secret = isPlain ? rules.first { $0.holds(withinIdentifiers: name) } : rule(within: name)
    return secret.flatMap { replacement(.string(name), $0).string } ?? name
  }

  /// The rule that makes a text secret that the app has put together.
  private func rule(within text: String) -> Redaction? {
    rules.first { $0.holds(within: text) }
  }

  /// A rule, and the rest of its pointer here; nil for rules without a pointer.
  private struct Match {
    let rule: Redaction
    let rest: ArraySlice<String>?

    /// The rule for a member or element; nil if the pointer leads elsewhere.
    func descending(_ token: String) -> Match? {
      guard let rest else { return self }
      guard let first = rest.first, first == "*" || first == token else { return nil }
      return Match(rule: rule, rest: rest.dropFirst())
    }

    /// True if the rule is about all members of a name.
    func isFor(key name: String) -> Bool {
      if case .key(let key) = rule.subject { key == name.lowercased() } else { false }
    }
  }

  private func redact(
    _ value: JSONValue,
    _ matches: [Match],
    _ position: RedactionAllowList.Position?
  ) -> JSONValue {
    if let hit = matches.first(where: { $0.rest?.isEmpty ?? false }) {
      return replacement(value, hit.rule)
    }
    switch value {
    case .array(let elements):
      return .array(
        elements.enumerated().map { index, element in
          let token = String(index)
          return redact(
            element,
            matches.compactMap { $0.descending(token) },
            position?.descending(token)
          )
        }
      )
    case .object(let object):
      return .object(JSONObject(object.members.map { redact($0, matches, position) }))
    case _ where position.map { !$0.isAdmitted } ?? false:
      return admitsByPseudonyms ? pseudonyms.pseudonym(of: value) : Self.placeholder(value)
    case .string(let text):
      if let rule = secret(text, matches) { return replacement(value, rule) }
      return followed?.holds(text) ?? false ? .string(pseudonyms.pseudonym(of: text)) : value
    default:
      return value
    }
  }

  private func redact(
    _ member: JSONObject.Member,
    _ matches: [Match],
    _ position: RedactionAllowList.Position?
  ) -> (String, JSONValue) {
    let name = key(member.key, matches, position)
    if let keyed = matches.first(where: { $0.isFor(key: member.key) }) {
      return (name, replacement(member.value, keyed.rule))
    }
    return (
      name,
      redact(
        member.value,
        matches.compactMap { $0.descending(member.key) },
        position?.descending(member.key)
      )
    )
  }

  /// The name of a member without its secrets.
  private func key(
    _ key: String,
    _ matches: [Match],
    _ position: RedactionAllowList.Position?
  ) -> String {
    if let rule = secret(key, matches) {
      guard case .type(let type) = rule.subject, type.isFull else {
        return replacement(.string(key), rule).string ?? ""
      }
      // Where all texts are secret, it differs from those of others.
      return pseudonym(ofKey: key)
    }
    let isShown = position?.shows(key) ?? true
    return !isShown || followed?.holds(key: key) ?? false ? pseudonym(ofKey: key) : key
  }

  private func pseudonym(ofKey key: String) -> String {
    names.contains(key) ? key : pseudonyms.pseudonym(of: key)
  }

  /// The rule that makes a text secret.
  private func secret(_ text: String, _ matches: [Match]) -> Redaction? {
    matches.lazy.map(\.rule).first { rule in
      switch rule.subject {
      case .text(_, let isSecret): isSecret(text)
      case .type(let type): type.isSecret(text)
      case .pointer, .key, .others: false
      }
    }
  }

  private func replacement(_ value: JSONValue, _ rule: Redaction) -> JSONValue {
    switch rule.replacement {
    case .placeholder: Self.placeholder(value)
    case .pseudonym: disguised(value)
    case .permutation(let all): permuted(value, among: all)
    }
  }

  /// The value, or those in an array or object, with other cases of an enum.
  private func permuted(_ value: JSONValue, among all: [JSONValue]) -> JSONValue {
    if let other = pseudonyms.permuted(value, among: all) { return other }
    return switch value {
    case .array(let elements): .array(elements.map { permuted($0, among: all) })
    case .object(let object):
      .object(
        JSONObject(
          object.members.map { (pseudonym(ofKey: $0.key), permuted($0.value, among: all)) }
        )
      )
    default: disguised(value)
    }
  }

  /// The value with pseudonyms for all that it holds, but for the names of properties and cases.
  private func disguised(_ value: JSONValue) -> JSONValue {
    switch value {
    case .array(let elements): .array(elements.map(disguised))
    case .object(let object):
      .object(
        JSONObject(object.members.map { (pseudonym(ofKey: $0.key), disguised($0.value)) })
      )
    default: pseudonyms.pseudonym(of: value)
    }
  }

  private static func placeholder(_ value: JSONValue) -> JSONValue {
    switch value {
    case .null: .null
    case .bool: false
    case .number: 0
    case .string: "redacted"
    case .array: []
    case .object: [:]
    }
  }

  /// Remembers the values that rules are about to replace by pseudonyms.
  private func follow(_ value: JSONValue, _ matches: [Match], _ followed: FollowedSecrets) {
    if let hit = matches.first(where: { $0.rest?.isEmpty ?? false }) {
      if hit.rule.isFollowed { followed.insert(value, isName: names.contains) }
      return
    }
    switch value {
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        follow(element, matches.compactMap { $0.descending(String(index)) }, followed)
      }
    case .object(let object):
      for member in object.members {
        if let keyed = matches.first(where: { $0.isFor(key: member.key) }) {
          if keyed.rule.isFollowed { followed.insert(member.value, isName: names.contains) }
        } else {
          follow(member.value, matches.compactMap { $0.descending(member.key) }, followed)
        }
      }
      // Only now: a key stands before the value by which it is known.
      for member in object.members where !names.contains(member.key) {
        followed.insert(key: member.key)
      }
    default: break
    }
  }
}
