import RewindJSON
import RewindSession
import RewindTimeline

extension PageStory {
  /// The rows of a card that counts.
  private static let countsShown = 4

  /// Returns the story of a session in which nothing went wrong: its actions, and what changed most.
  static func ofWhole(_ timeline: Timeline) throws -> PageStory {
    var (types, places): ([String: Int], [String: Int]) = ([:], [:])
    for line in 0..<timeline.log.lineCount {
      switch try timeline.log.key(of: line).kind {
      case .action:
        if case .action(let action) = try timeline.log.line(line) {
          types[timeline.sharedType.short(action.type), default: 0] += 1
        }
      case .patch:
        guard case .state(let state) = try timeline.log.line(line) else { continue }
        // An element counts as any: which one it is differs from action to action.
        let changed = Set(state.patch?.operations.map { $0.path.pattern } ?? [])
        for place in changed { places[place, default: 0] += 1 }
      default: break
      }
    }
    var story = PageStory(timeline)
    story.cards = [
      Card(role: "aside", label: "most frequent actions", counts: most(types)),
      Card(role: "aside", label: "changed by most actions", counts: most(places)),
    ].filter { !$0.counts.isEmpty }
    return story
  }

  private static func most(_ counts: [String: Int]) -> [(name: String, count: Int)] {
    counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(countsShown)
      .map { ($0.key, $0.value) }
  }
}

extension Pointer {
  /// The pointer with `*` for the indexes of arrays.
  fileprivate var pattern: String {
    let names = tokens.map { Pointer.arrayIndex($0) == nil && $0 != "-" ? $0 : "*" }
    return names.isEmpty ? "the whole state" : Pointer(tokens: names).description
  }
}
