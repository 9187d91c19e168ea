import RewindJSON
import RewindSession
import RewindTimeline

extension PageStory {
  /// The rows of a card that counts.
  private static let countsShown = 4
  /// The lines that are counted, the last ones: a page is not kept waiting for longer than a fifth of a second.
  private static let linesCounted = 100_000

  /// Returns the story of a session in which nothing went wrong: its actions, and what changed most; of a very long one,
  /// those of its last part.
  static func ofWhole(_ timeline: Timeline) throws -> PageStory {
    var types: [String: Int] = [:]
    let fields = FieldTree<NoContent>()
    var patterns = PatternCounts()
    fields.know(timeline.stateTypes.state, in: timeline.stateTypes)
    let first = max(0, timeline.log.lineCount - linesCounted)
    for line in first..<timeline.log.lineCount {
      switch try timeline.log.key(of: line).kind {
      case .action:
        if case .action(let action) = try timeline.log.line(line) {
          types[timeline.sharedType.short(action.type), default: 0] += 1
        }
      case .keyframe where fields.isLeaf:
        if case .state(let state) = try timeline.log.line(line), let whole = state.state {
          fields.add(whole)
        }
      case .patch:
        guard case .state(let state) = try timeline.log.line(line), let patch = state.patch else {
          continue
        }
        fields.add(patch)
        // An element counts as any: which one it is differs from action to action.
        patterns.add(patch.operations.map(\.path))
      default: break
      }
    }
    fields.settle()
    let pointers = Dictionary(
      uniqueKeysWithValues: patterns.counts(in: fields).map { pattern, count in
        (pattern == .root ? "the whole state" : pattern.description, count)
      }
    )
    var story = PageStory(timeline)
    let actions = types.values.reduce(0, +)
    let extent = first == 0 ? "actions" : "of the last \(actions) actions"
    story.cards = [
      Card(role: "aside", label: "most frequent \(extent)", counts: most(types)),
      Card(role: "aside", label: "changed by most \(extent)", counts: most(pointers)),
    ].filter { !$0.counts.isEmpty }
    return story
  }

  private static func most(_ counts: [String: Int]) -> [(name: String, count: Int)] {
    counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(countsShown)
      .map { ($0.key, $0.value) }
  }
}
