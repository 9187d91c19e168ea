import Foundation
import RewindCoding
import RewindJSON
import RewindSession

/// A rule by which secrets are replaced before anything is written.
///
/// Rules apply to states, payloads, inputs and notes, and so to patches and everything derived from a
/// log. A replacement keeps the JSON type. The log's header lists the rules; a replay applies them too.
///
/// With `pseudonyms: true` it keeps the type that the app gave the value, and equal values have equal
/// replacements in a session: a UUID for a UUID, a date shifted by a secret offset, an integer that fits the same
/// types, a text of the same class of length. So a session with redacted ids and dates can be replayed. Arrays and
/// objects keep their elements and the names of properties and cases; keys of dictionaries become pseudonyms.
/// Where a rule names secrets by pointer or key, the same UUID, the same text of eight bytes or more and
/// the same key of a dictionary are replaced elsewhere too, from then on; a shorter text where it is also the key of a
/// dictionary. The key that pseudonyms depend on is random, and never written.
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

  /// The value written instead of a secret.
  enum Replacement: Sendable {
    /// One for all values of a JSON type: `"redacted"`, 0, false, `[]`, `{}`.
    case placeholder
    /// One of the same type, the same for equal values (``Pseudonyms``).
    case pseudonym
    /// Another one of these.
    case permutation([JSONValue])
  }

  let subject: Subject
  let replacement: Replacement

  init(subject: Subject, isPseudonym: Bool) {
    self.init(subject: subject, isPseudonym ? .pseudonym : .placeholder)
  }

  private init(subject: Subject, _ replacement: Replacement) {
    (self.subject, self.replacement) = (subject, replacement)
  }

  /// True if equal values get equal replacements.
  var isPseudonym: Bool {
    if case .placeholder = replacement { false } else { true }
  }

  /// True if values that it replaces are replaced elsewhere as well: it names secrets by their position, not by their
  /// content.
  var isFollowed: Bool {
    guard case .pseudonym = replacement else { return false }
    return switch subject {
    case .pointer, .key, .type: true
    case .text, .others: false
    }
  }

  /// The values that a JSON Pointer names; `*` in it matches any one token.
  ///
  /// In payloads and inputs the pointer begins at the recorded value.
  public static func pointer(_ pattern: String, pseudonyms: Bool = false) -> Redaction {
    Redaction(subject: .pointer(pointer(of: pattern).tokens), isPseudonym: pseudonyms)
  }

  /// As ``pointer(_:pseudonyms:)``, for an enum: a secret permutation of its cases, so that a replay can decode
  /// them.
  ///
  /// It hides little: whoever knows which case is frequent may guess it.
  public static func pointer<Case: CaseIterable>(
    _ pattern: String,
    permuting cases: Case.Type
  ) -> Redaction {
    Redaction(
      subject: .pointer(pointer(of: pattern).tokens),
      .permutation(written(all: cases))
    )
  }

  /// As ``key(_:pseudonyms:)``, for an enum: a secret permutation of its cases.
  public static func key<Case: CaseIterable>(
    _ name: String,
    permuting cases: Case.Type
  ) -> Redaction {
    Redaction(subject: .key(name.lowercased()), .permutation(written(all: cases)))
  }

  /// Returns all cases in the form that a log has them in.
  private static func written<Case: CaseIterable>(all cases: Case.Type) -> [JSONValue] {
    var all: [JSONValue] = []
    for value in cases.allCases {
      var bytes: [UInt8] = []
      _ = ActionWriter.write(value, to: &bytes)
      all.append((try? JSONValue(parsing: bytes)) ?? .null)
    }
    return all
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
  /// `name` identifies the rule in the log's header, since a closure cannot be written.
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

  /// Everything but the values of the given names, so that new values of an app are secrets by default.
  ///
  /// ```swift
  /// Recorder.Options(redactions: [.only(["/session/count", "/items/*/isDone", "screen", "note"])])
  /// ```
  ///
  /// Values are replaced, and keys of dictionaries; names of properties and cases stay, so that a replay
  /// can decode states and actions. A property whose coding key is not its name is taken for the key of a
  /// dictionary. Every value is searched for names, so this rule costs more than most. Names of inputs are
  /// replaced as well, unless they are given or Rewind's own (`date`). Further rules also apply
  /// to the values that are kept.
  ///
  /// - Parameters:
  ///   - allowed: JSON Pointers as for ``pointer(_:pseudonyms:)``, and names of members at any
  ///     depth, or of inputs, as for ``key(_:pseudonyms:)``; `note` admits the texts of notes.
  ///   - pseudonyms: Whether values have pseudonyms, so that a replay can decode them. Keys have them in any case.
  /// - Returns: The rule.
  public static func only(_ allowed: [String], pseudonyms: Bool = false) -> Redaction {
    Redaction(subject: .others(allowed, RedactionAllowList(allowed)), isPseudonym: pseudonyms)
  }

  /// Returns true if a text, one of its words or, for a type, any part of it is a secret.
  func holds(within text: String) -> Bool {
    switch subject {
    case .text(_, let isSecret):
      isSecret(text) || text.split(whereSeparator: \.isWhitespace).contains { isSecret(String($0)) }
    case .type(let type): type.isSecret(within: text)
    case .pointer, .key, .others: false
    }
  }

  /// Returns true if a known secret of a type is in a text that may stand in the app's source.
  func holds(withinIdentifiers text: String) -> Bool {
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
