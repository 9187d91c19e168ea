import Rewind
import RewindCoding
import RewindJSON

extension TimeMachine.HistoryEntry {
  /// An action in words, for display.
  package struct Summary: Hashable, Sendable {
    /// The action's name in a log.
    package let name: String
    /// Its payload, as JSON; nil if it has none.
    package let payload: String?
    /// Its changes, one value each: `~ /count  0 → 2`.
    package let changes: [String]
  }
}

extension TimeMachine {
  /// Returns an action in words; nil if it does not exist.
  ///
  /// The states before and after are encoded and compared, so call this for visible actions only.
  package func summary(of index: Int) -> HistoryEntry.Summary? {
    guard history.indices.contains(index - 1), let before = state(at: index - 1) else { return nil }
    let entry = history[index - 1]
    let form = entry.action as? any ActionForm ?? PlainActionForm(action: entry.action, naming)
    var content: [UInt8] = []
    _ = form.writeContent(to: &content)
    return HistoryEntry.Summary(
      name: form.name,
      payload: content == Array("{}".utf8) ? nil : String(decoding: content, as: UTF8.self),
      changes: Self.changes(from: Self.json(before), to: Self.json(entry.state))
    )
  }

  /// Returns the name of an action in a log; nil if it does not exist.
  package func name(of index: Int) -> String? {
    guard history.indices.contains(index - 1) else { return nil }
    let action = history[index - 1].action
    return (action as? any ActionForm)?.name ?? naming.name(of: action)
  }

  /// The names of actions as a log of the store has them, but for those that the app chooses.
  private var naming: ActionNaming { ActionNaming(states: State.self) }

  private static func changes(from old: JSONValue, to new: JSONValue) -> [String] {
    let patch = Patch(from: old, to: new)
    return ((try? patch.changes(of: old)) ?? []).map(\.words)
  }

  /// A value in the form of a log.
  private static func json<Value>(_ value: Value) -> JSONValue {
    var bytes: [UInt8] = []
    ValueWriter<Value>().write(value, to: &bytes)
    return (try? JSONValue(parsing: bytes)) ?? .null
  }
}

extension Change {
  fileprivate var words: String {
    let path = pointer.description
    switch (old, new) {
    case (let old?, let new?): return "~ \(path)  \(old.short) → \(new.short)"
    case (nil, let new?): return "+ \(path)  \(new.short)"
    case (let old?, nil): return "- \(path)  \(old.short)"
    case (nil, nil): return "= \(path)"
    }
  }
}

extension JSONValue {
  /// The value's text if it is short, otherwise a description.
  fileprivate var short: String {
    let text = text
    // As much as fits on a line of a phone.
    if text.count <= 40 { return text }
    return switch self {
    case .array(let elements): "[\(elements.count) elements]"
    case .object(let object): "{\(object.count) members}"
    default: text.prefix(40) + "…"
    }
  }
}
