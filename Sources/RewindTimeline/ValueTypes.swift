import RewindCoding
package import RewindJSON
package import RewindSession
import RewindText

/// What a log's types say of the values at its pointers; what is read of a type is kept.
package final class ValueTypes {
  package let types: RecordedTypes
  private var parts: [String: RecordedTypes.Parts?] = [:]
  private var ids: [String: ElementID] = [:]
  private var arePlain: [String: Bool] = [:]

  package init(_ types: RecordedTypes) { self.types = types }

  /// Returns the type of a member or an element; nil if it is not known.
  package func type(of token: String, in type: String?) -> String? {
    guard let type, let parts = parts(of: type) else { return nil }
    return parts[token] ?? parts.any
  }

  /// Returns the type of the value at a pointer into a state; nil if it is not known.
  package func type(at pointer: Pointer) -> String? {
    pointer.tokens.reduce(types.state) { type(of: $1, in: $0) }
  }

  private func parts(of type: String) -> RecordedTypes.Parts? {
    if let known = parts[type] { return known }
    let found = types.parts(of: type)
    parts[type] = found
    return found
  }

  // MARK: - Identity

  /// Returns what tells an element of a type from its siblings.
  func id(of type: String?) -> ElementID {
    guard let type = type?.withoutOptional else { return .guessed }
    if let known = ids[type] { return known }
    let found: ElementID =
      switch types.declaration(of: type)?.form {
      case .structure, .enumeration, .rawValues: ElementID(types.declaration(of: type)?.id)
      case .existential, .opaque, nil: .guessed
      }
    ids[type] = found
    return found
  }

  /// The names of all members that identify elements.
  private(set) lazy var idNames: Set<String> = Set(
    types.names.compactMap {
      types.declaration(of: $0)?.id
    }
  ).union(["id"])

  // MARK: - Sets

  /// Returns the changes from one state to another with the elements of sets as added and removed, since they have no
  /// order: `- /tags/1 "b"`, `+ /tags/1 "c"`, and nothing where the elements are the same.
  package func byElement(_ changes: [Change], from old: JSONValue, to new: JSONValue) -> [Change] {
    guard types.state != nil else { return changes }
    var done: Set<Pointer> = []
    return changes.flatMap { change -> [Change] in
      guard let set = setPointer(in: change.pointer), let old = old[set]?.array,
        let new = new[set]?.array
      else { return [change] }
      guard done.insert(set).inserted else { return [] }
      return Self.changes(in: set, old, new)
    }
  }

  private func setPointer(in pointer: Pointer) -> Pointer? {
    var (type, found) = (types.state, Pointer.root)
    for token in pointer.tokens + [""] {
      if let name = type?.withoutOptional, case .list("Set", _) = TypeForm(name) { return found }
      type = self.type(of: token, in: type)
      found = found.appending(token)
    }
    return nil
  }

  private static func changes(in set: Pointer, _ old: [JSONValue], _ new: [JSONValue]) -> [Change] {
    let (before, after) = (Set(old), Set(new))
    let gone = old.enumerated().filter { !after.contains($0.element) }
    let added = new.enumerated().filter { !before.contains($0.element) }
    return gone.map { Change(set.appending($0.offset), old: $0.element, new: nil) }
      + added.map { Change(set.appending($0.offset), old: nil, new: $0.element) }
  }

  // MARK: - What people read

  /// Returns a change of a state as people read it.
  package func readable(_ change: Change) -> Change {
    guard let type = type(at: change.pointer), !isPlain(type) else { return change }
    let (old, new) = (readable(change.old, as: type), readable(change.new, as: type))
    // Data of one size must not look the same.
    return old == new ? change : Change(change.pointer, old: old, new: new)
  }

  /// Returns an action with its payload as people read it.
  package func readable(_ action: RecordedAction) -> RecordedAction {
    guard let payload = action.payload, let type = types.type(ofAction: action.type),
      let shown = readable(payload, as: type), shown != payload
    else { return action }
    var (json, content) = (action.json, action.action.object ?? JSONObject())
    content["payload"] = shown
    json["action"] = .object(content)
    return (try? RecordedAction(json)) ?? action
  }

  /// Returns the value of an input as people read it.
  package func readable(_ input: RecordedInput) -> JSONValue {
    readable(input.value, as: types.inputs[input.name]) ?? input.value
  }

  /// Returns a value in which dates, durations and data are words; they stand where the number or text was.
  package func readable(_ value: JSONValue?, as type: String?) -> JSONValue? {
    guard let value, let type = type?.withoutOptional, !isPlain(type) else { return value }
    if Self.leaves.contains(type) { return value.words(as: type) ?? value }
    switch value {
    case .array(let elements):
      let parts = parts(of: type)
      return .array(
        elements.enumerated().map { index, element in
          // A dictionary whose keys are no texts is a list of keys and values in turn.
          let isKey = parts?.isDictionary == true && index.isMultiple(of: 2)
          return isKey ? element : readable(element, as: parts?.any) ?? element
        }
      )
    case .object(let object):
      return .object(
        JSONObject(
          object.members.map {
            ($0.key, readable($0.value, as: self.type(of: $0.key, in: type)) ?? $0.value)
          }
        )
      )
    case .null, .bool, .number, .string: return value
    }
  }

  private static let leaves: Set = ["Date", "Duration", "Data"]

  /// True for a type of whose values every part is shown as it is written.
  private func isPlain(_ type: String) -> Bool {
    if let known = arePlain[type] { return known }
    let found = types.types(within: type)
      .allSatisfy { !Self.leaves.contains($0) || types.declaration(of: $0) != nil }
    arePlain[type] = found
    return found
  }
}

/// The member that tells an element of a list from its siblings: the declared one, else whatever is called `id`.
struct ElementID: Equatable {
  let member: String?

  static let guessed = ElementID("id")

  init(_ member: String?) { self.member = member }

  /// Returns the value of the member; nil if there is none.
  func value(of element: JSONValue?) -> JSONValue? {
    guard let member, let value = element?.object?[member], value != .null else { return nil }
    return value
  }
}

/// A type on the way from a state into it.
struct TypePlace {
  let types: ValueTypes
  var type: String?

  /// What tells the elements of a list here from one another.
  var elementID: ElementID { types.id(of: types.type(of: "0", in: type)) }

  /// Returns the place of a member or an element.
  func part(_ token: String) -> TypePlace {
    TypePlace(types: types, type: types.type(of: token, in: type))
  }
}

extension RecordedTypes {
  /// Returns the names of a type and of all of which its values may consist.
  package func types(within root: String) -> Set<String> {
    var found: Set<String> = []
    var rest = [root]
    while let next = rest.popLast()?.withoutOptional {
      guard found.insert(next).inserted, let parts = parts(of: next) else { continue }
      rest += parts.members.map(\.type) + (parts.any.map { [$0] } ?? [])
    }
    return found
  }
}

extension JSONValue {
  /// Returns a date, a duration or data in words, in the place of a number; nil where it has another form.
  fileprivate func words(as type: String) -> JSONValue? {
    let words: String? =
      switch (type, self) {
      case ("Date", .string(let text)): text.dateWords
      case ("Duration", .array(let parts)):
        if parts.count == 2, let high = parts[0].int, let low = parts[1].number {
          ((Double(high) * 0x1p64 + (Double(low.text) ?? 0)) / 1e18).durationWords
        } else {
          nil
        }
      case ("Data", .string(let text)): text.isRedaction ? nil : text.dataWords
      default: nil
      }
    return words.map { .number(JSONNumber(validText: $0)) }
  }
}

extension Double {
  /// `3.5 s`, without zeros at the end.
  fileprivate var durationWords: String {
    var text = fixed(3)
    while text.hasSuffix("0") { text.removeLast() }
    return (text.hasSuffix(".") ? String(text.dropLast()) : text) + " s"
  }
}

extension String {
  /// `2026-11-28 09:12:03.250Z` for a date as it is recorded, to milliseconds; nil for anything else.
  fileprivate var dateWords: String? {
    guard DateText.secondsSince2001(self) != nil else { return nil }
    let parts = dropLast().split(separator: ".")
    return parts[0].replacing("T", with: " ") + (parts.count > 1 ? ".\(parts[1].prefix(3))Z" : "Z")
  }

  /// `1.2 kB of data` for base64; nil for what is short enough to be read itself.
  fileprivate var dataWords: String? {
    guard utf8.count > 40, utf8.count.isMultiple(of: 4) else { return nil }
    let count = utf8.count / 4 * 3 - utf8.suffix(2).count { $0 == UInt8(ascii: "=") }
    return switch count {
    case ..<1_000: "\(count) bytes of data"
    case ..<1_000_000: "\((Double(count) / 1e3).fixed(1)) kB of data"
    default: "\((Double(count) / 1e6).fixed(1)) MB of data"
    }
  }
}
