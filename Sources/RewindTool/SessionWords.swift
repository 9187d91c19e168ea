import RewindJSON
import RewindLog
import RewindSession
import RewindText
import RewindTimeline

/// The words of a session that a shell offers: the types of its actions, and pointers into its state.
struct SessionWords {
  let timeline: Timeline

  /// The time that a user waits for a completion.
  private static let patience = Duration.milliseconds(150)
  /// More words than a shell lists.
  private static let limit = 500

  /// Returns the types of the actions, sorted; of a long session, those of its beginning.
  func types() throws(SessionLogError) -> [String] {
    var types: Set<String> = []
    let end = ContinuousClock.now + Self.patience
    for line in 0..<timeline.log.lineCount {
      guard try timeline.log.key(of: line).kind == .action else { continue }
      if case .action(let action) = try timeline.log.line(line) { types.insert(action.type) }
      if ContinuousClock.now >= end { break }
    }
    return Self.plain(types.sorted())
  }

  /// Returns the pointers that continue a text by one name, in the last state.
  ///
  /// If there is only one and it is a container, its members follow, so that a shell does not regard the
  /// word as complete.
  func pointers(_ text: String) throws -> [String] {
    guard let last = try timeline.lastState() else { return [] }
    let state = try timeline.state(after: last)
    let start = text.lastIndex(of: "/").map { String(text[..<$0]) } ?? ""
    guard let parent = try? Pointer(start), let value = state[parent] else { return [] }
    let found = Self.children(of: value, parent).filter { $0.description.hasPrefix(text) }
    guard found.count == 1, let only = found.first, let inner = state[only] else {
      return Self.plain(found.map(\.description))
    }
    return Self.plain((found + Self.children(of: inner, only)).map(\.description))
  }

  private static func children(of value: JSONValue, _ parent: Pointer) -> [Pointer] {
    switch value {
    case .object(let object): object.members.prefix(limit).map { parent.appending($0.key) }
    case .array(let elements): elements.indices.prefix(limit).map { parent.appending($0) }
    default: []
    }
  }

  /// Returns the words that a shell takes without quotation marks.
  private static func plain(_ words: [String]) -> [String] {
    words.filter { word in
      let rest = word.escaped { $0 == "~" ? "" : nil }
      return rest.shellWord == rest
    }
  }
}
