package import RewindTimeline

/// The divergences of a replay, counted by type of action and pattern.
package struct DivergenceTable: Sendable {
  package struct Row: Hashable, Sendable {
    /// The action's type; nil for the initial state.
    package let type: String?
    /// The pointer, with `*` for elements of arrays; for an input, its name.
    package let what: What
    /// The number of actions after which it shows.
    package let count: Int
    /// The first of them.
    package let first: Int

    package enum What: Hashable, Sendable {
      case path(String)
      case missingInput(String)
      case surplusInput(String)
    }
  }

  /// The most frequent first.
  package let rows: [Row]

  package init(_ divergences: [Divergence]) {
    struct Key: Hashable {
      let type: String?
      let what: Row.What
    }
    var found: [Key: (count: Int, first: Int)] = [:]
    for divergence in divergences {
      for what in divergence.kinds {
        found[Key(type: divergence.type, what: what), default: (0, divergence.index)].count += 1
      }
    }
    rows = found.map {
      Row(type: $0.key.type, what: $0.key.what, count: $0.value.count, first: $0.value.first)
    }.sorted { ($1.count, $0.first, "\($0.what)") < ($0.count, $1.first, "\($1.what)") }
  }
}

extension Divergence {
  fileprivate var kinds: [DivergenceTable.Row.What] {
    switch difference {
    case .state: patterns.map { .path($0) }
    case .missingInput(let name): [.missingInput(name)]
    case .surplusInput(let name): [.surplusInput(name)]
    }
  }
}
