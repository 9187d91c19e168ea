import Foundation
import RewindCoding
import RewindJSON
import RewindSession

/// A rule by which secrets are replaced before anything is written.
///
/// Rules apply to states, payloads, inputs and notes, and so to patches and everything derived from a
/// log. A replacement keeps the JSON type. The log's header lists the rules; a replay applies them too.
///
/// Apps put notes and the names of inputs together (`"price of \(item)"`). They are replaced whole if a rule
/// for texts or types holds for them, for one of their words or, with ``type(_:pseudonyms:)``, for any part
/// of four bytes or more. The names of stores are replaced by the same rules, and those of actions unless they
/// consist of identifiers. A replay finds an input with a replaced name by its order among the inputs of its
/// action.
public struct Redaction: Sendable {
  /// The subject of a rule.
  enum Subject: Sendable {
    case pointer([String])
    case key(String)
    case text(name: String, @Sendable (String) -> Bool)
    case type(SecretType)
    /// Everything but these.
    case others([String], RedactionAllowList)
  }

  let subject: Subject
  /// True if equal values get equal replacements, numbered in the order of their appearance.
  let isPseudonym: Bool

  /// The values at the places that a JSON Pointer names, in which `*` matches any one token.
  ///
  /// In payloads and inputs the pointer begins at the recorded value.
  public static func pointer(_ pattern: String, pseudonyms: Bool = false) -> Redaction {
    Redaction(subject: .pointer(pointer(of: pattern).tokens), isPseudonym: pseudonyms)
  }

  static func pointer(of pattern: String) -> Pointer {
    guard let pointer = try? Pointer(pattern) else {
      fatalError("\"\(pattern)\" is not a JSON Pointer: a redaction rule begins with \"/\".")
    }
    return pointer
  }

  /// The values of all members called `name`, at any depth, in upper or lower case; inputs of that name
  /// as well.
  public static func key(_ name: String, pseudonyms: Bool = false) -> Redaction {
    Redaction(subject: .key(name.lowercased()), isPseudonym: pseudonyms)
  }

  /// All strings for which `isSecret` returns true, dictionary keys and notes included.
  ///
  /// `name` identifies the rule in the log's header, which cannot contain the closure.
  public static func text(
    _ name: String,
    pseudonyms: Bool = false,
    where isSecret: @escaping @Sendable (String) -> Bool
  ) -> Redaction {
    Redaction(subject: .text(name: name, isSecret), isPseudonym: pseudonyms)
  }

  /// All strings within the values of a type, such as `Password` or `Credentials`, anywhere in an
  /// action, a state or an input; the keys of its dictionaries, but not the names of its properties.
  ///
  /// They are recognized by the value itself, before it is written, and from then on by their text:
  /// equal strings elsewhere are replaced as well. A value is found where it is stored, where a mirror
  /// shows it, and where an `encode(to:)` makes it. Every value is searched, so this rule costs more than
  /// the others. After 100,000 different strings, every string is replaced, and
  /// ``Recorder/Warning/tooManySecrets(type:)`` says so.
  public static func type<Secret>(
    _ type: Secret.Type,
    pseudonyms: Bool = false
  ) -> Redaction {
    Redaction(subject: .type(SecretType(type)), isPseudonym: pseudonyms)
  }

  /// Everything but the given places, so that what is new in an app is a secret by default.
  ///
  /// ```swift
  /// Recorder.Options(redactions: [.only(["/session/count", "/items/*/isDone", "screen", "note"])])
  /// ```
  ///
  /// Values are replaced, and keys of dictionaries; names of properties and cases stay, so that a replay
  /// can decode states and actions. A property whose coding key is not its name is taken for the key of a
  /// dictionary. Every value is searched for names, so this rule costs more than most. Names of inputs are
  /// replaced as well, unless they are given or Rewind's own (`date`). Further rules also apply
  /// to what is kept.
  ///
  /// - Parameter places: JSON Pointers as for ``pointer(_:pseudonyms:)``, and names of members at any
  ///   depth, or of inputs, as for ``key(_:pseudonyms:)``; `note` admits the texts of notes.
  /// - Returns: The rule.
  public static func only(_ places: [String]) -> Redaction {
    Redaction(subject: .others(places, RedactionAllowList(places)), isPseudonym: false)
  }

  /// Returns true if a text, one of its words or, for a type, any part of it is a secret.
  fileprivate func holds(within text: String) -> Bool {
    switch subject {
    case .text(_, let isSecret):
      isSecret(text) || text.split(whereSeparator: \.isWhitespace).contains { isSecret(String($0)) }
    case .type(let type): type.isSecret(within: text)
    case .pointer, .key, .others: false
    }
  }

  /// Returns true if a known secret of a type is in a text that may stand in the app's source.
  fileprivate func holds(withinIdentifiers text: String) -> Bool {
    if case .type(let type) = subject { !type.isFull && type.isSecret(within: text) } else { false }
  }

  /// The rule in the form that the header lists.
  var json: JSONValue {
    let member: (String, JSONValue) =
      switch subject {
      case .pointer(let tokens): ("pointer", .string(Pointer(tokens: tokens).description))
      case .key(let name): ("key", .string(name))
      case .text(let name, _): ("text", .string(name))
      // In a replay, replaced strings are recognized by their text as well.
      case .type(let type): ("text", .string("in \(type.name)"))
      case .others(let pointers, _): ("only", .array(pointers.map { .string($0) }))
      }
    return .object(JSONObject([member] + (isPseudonym ? [("pseudonyms", true)] : [])))
  }
}

/// Applies rules of redaction, and numbers pseudonyms.
package final class Redactor: Sendable {
  private let rules: [Redaction]
  private let valueLimit: Int?
  private let types: [SecretType]
  /// The names of properties and cases, which stay where a type's secrets are too many.
  private let names = PropertyNames()
  /// The allow-list; nil if there is none.
  private let admitted: RedactionAllowList?
  private let lock = NSLock()
  nonisolated(unsafe) private var pseudonyms: [JSONValue: Int] = [:]
  /// Called when a type has too many secrets; set before anything is recorded.
  nonisolated(unsafe) var onTooManySecrets: (_ type: String) -> Void = { _ in }

  package init(_ rules: [Redaction], valueLimit: Int? = nil) {
    self.rules = rules
    self.valueLimit = valueLimit
    types = rules.compactMap { if case .type(let type) = $0.subject { type } else { nil } }
    let lists = rules.compactMap {
      if case .others(let pointers, _) = $0.subject { pointers } else { nil }
    }
    admitted = lists.isEmpty ? nil : RedactionAllowList(lists.flatMap(\.self))
  }

  /// Searches a value for secrets, or for names that are not secret, before it is written.
  func collectSecrets<Value>(_ value: Value) {
    admitted?.collectSecrets(value)
    for type in types where type.collectSecrets(value) { onTooManySecrets(type.name) }
    if types.contains(where: \.isFull) { names.collectSecrets(value) }
  }

  /// True if there is nothing to replace.
  var isIdle: Bool { rules.isEmpty }

  /// The value without its secrets.
  ///
  /// O(size × rules).
  func redact(_ value: JSONValue) -> JSONValue { redact(value, at: admitted?.root) }

  private func redact(_ value: JSONValue, at place: RedactionAllowList.Place?) -> JSONValue {
    redact(
      value,
      rules.map { rule in
        if case .pointer(let tokens) = rule.subject {
          Match(rule: rule, rest: tokens[...])
        } else {
          Match(rule: rule, rest: nil)
        }
      },
      place
    )
  }

  /// An input without its secrets: its name may make it secret.
  func redact(_ value: JSONValue, ofInput name: String) -> JSONValue {
    let rule = rules.first { rule in
      if case .key(let key) = rule.subject { key == name.lowercased() } else { false }
    }
    return rule.map { replacement(value, $0) } ?? redact(value, at: admitted?.root.descending(name))
  }

  /// A note without its secrets.
  func redact(_ text: String) -> String {
    if Recorder.Phase(rawValue: text) != nil { return text }
    if let rule = rule(within: text) { return replacement(.string(text), rule).string ?? "" }
    return redact(.string(text), at: admitted?.root.descending("note")).string ?? text
  }

  /// The name of a store without its secrets.
  func redact(store name: String) -> String {
    rule(within: name).flatMap { replacement(.string(name), $0).string } ?? name
  }

  /// The name of an input, or a mark in its place that is the same for equal names.
  func redact(input name: String) -> String {
    guard !isIdle, !RecordedInput.libraryNames.contains(name) else { return name }
    let isListed = admitted?.root.shows(name) ?? true
    if isListed, rule(within: name) == nil { return name }
    return RecordedInput.redactedName(pseudonym(of: .string(name)))
  }

  /// The name of an action without its secrets: what consists of identifiers stands in the app's source.
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
  }

  private func redact(
    _ value: JSONValue,
    _ matches: [Match],
    _ place: RedactionAllowList.Place?
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
            place?.descending(token)
          )
        }
      )
    case .object(let object):
      return .object(JSONObject(object.members.map { redact($0, matches, place) }))
    case _ where place.map { !$0.isAdmitted } ?? false:
      return Self.replacement(value)
    case .string(let text):
      return secret(text, matches).map { replacement(value, $0) } ?? value
    default:
      return value
    }
  }

  private func redact(
    _ member: JSONObject.Member,
    _ matches: [Match],
    _ place: RedactionAllowList.Place?
  ) -> (String, JSONValue) {
    let name =
      secret(member.key, matches).map { replacement(ofKey: member.key, $0) }
      ?? place.flatMap {
        $0.shows(member.key) ? nil : "redacted \(pseudonym(of: .string(member.key)))"
      }
      ?? member.key
    let keyed = matches.first { match in
      if case .key(let key) = match.rule.subject { key == member.key.lowercased() } else { false }
    }
    if let keyed { return (name, replacement(member.value, keyed.rule)) }
    return (
      name,
      redact(
        member.value,
        matches.compactMap { $0.descending(member.key) },
        place?.descending(member.key)
      )
    )
  }

  /// The replacement of a member's name, which differs from those of others where all texts are secret.
  private func replacement(ofKey key: String, _ rule: Redaction) -> String {
    guard case .type(let type) = rule.subject, type.isFull else {
      return replacement(.string(key), rule).string ?? ""
    }
    return names.contains(key) ? key : "redacted \(pseudonym(of: .string(key)))"
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
    Self.replacement(value, number: rule.isPseudonym ? pseudonym(of: value) : nil)
  }

  private static func replacement(_ value: JSONValue, number: Int? = nil) -> JSONValue {
    switch value {
    case .null: .null
    case .bool: false
    case .number: JSONValue(number ?? 0)
    case .string: .string(number.map { "redacted \($0)" } ?? "redacted")
    case .array: []
    case .object: [:]
    }
  }

  private func pseudonym(of value: JSONValue) -> Int {
    lock.withLock {
      if let known = pseudonyms[value] { return known }
      pseudonyms[value] = pseudonyms.count + 1
      return pseudonyms.count
    }
  }
}

extension Redactor {
  /// Removes the secrets from the name of an action, with which a line begins; returns where its content
  /// begins after that.
  func redactAndCap(nameIn line: inout LineBuffer, before start: Int) -> Int {
    let opening = Array(line.contents[..<start])
    guard !isIdle,
      let name = try? JSONValue(parsing: Array("{".utf8) + opening + Array("0}".utf8))["type"]?
        .string,
      case let admitted = redact(action: name), admitted != name
    else { return start }
    var bytes = Array(#""type":"#.utf8)
    admitted.writeJSON(to: &bytes)
    var old: [UInt8] = Array(#""type":"#.utf8)
    name.writeJSON(to: &old)
    bytes += opening[old.count...]
    let content = Array(line.contents[start...])
    line.truncate(to: 0)
    line.append(bytes)
    line.append(content)
    return bytes.count
  }

  /// Removes the secrets from JSON text that was appended to `bytes` from `start` on.
  func redact(_ bytes: inout [UInt8], from start: Int, ofInput name: String? = nil) {
    guard !isIdle else { return }
    // Text that cannot be parsed cannot be searched, and so is not let through.
    let value = (try? JSONValue(parsing: bytes[start...])) ?? .null
    bytes.removeSubrange(start...)
    (name.map { redact(value, ofInput: $0) } ?? redact(value)).write(to: &bytes)
  }

  /// Removes the secrets from a payload or an input at the end of a line, and leaves it out if it is
  /// too large.
  func redactAndCap(_ line: inout LineBuffer, from start: Int) {
    guard !isIdle || valueLimit != nil else { return }
    var bytes = Array(line.contents[start...])
    redactAndCap(&bytes, from: 0)
    line.truncate(to: start)
    line.append(bytes)
  }

  /// Removes the secrets from a payload or an input, and leaves it out if it is too large.
  func redactAndCap(_ bytes: inout [UInt8], from start: Int, ofInput name: String? = nil) {
    redact(&bytes, from: start, ofInput: name)
    guard let valueLimit, bytes.count - start > valueLimit else { return }
    let mark: JSONValue = ["$rewind": "too large", "bytes": JSONValue(bytes.count - start)]
    bytes.removeSubrange(start...)
    mark.write(to: &bytes)
  }
}
