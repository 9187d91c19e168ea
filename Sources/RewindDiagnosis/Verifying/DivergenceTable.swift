package import RewindTimeline

/// The divergences of a replay, counted by type of action and pattern.
package struct DivergenceTable: Sendable {
  package struct Row: Hashable, Sendable {
    /// The action's type; nil for the initial state.
    package let type: String?
    /// The pointer, with `*` for elements of arrays; for an input, its name.
    package let subject: Subject
    /// The number of actions after which it shows.
    package let count: Int
    /// The first of them.
    package let first: Int

    package enum Subject: Hashable, Sendable {
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
      let subject: Row.Subject
    }
    var found: [Key: (count: Int, first: Int)] = [:]
    for divergence in divergences {
      for subject in divergence.kinds {
        found[Key(type: divergence.type, subject: subject), default: (0, divergence.index)].count +=
          1
      }
    }
    rows = found.map {
      Row(type: $0.key.type, subject: $0.key.subject, count: $0.value.count, first: $0.value.first)
    }.sorted { ($1.count, $0.first, "\($0.subject)") < ($0.count, $1.first, "\($1.subject)") }
  }
}

extension Divergence {
  fileprivate var kinds: [DivergenceTable.Row.Subject] {
    switch difference {
    case .state: patterns.map { .path($0) }
    case .missingInput(let name): [.missingInput(name)]
    case .surplusInput(let name): [.surplusInput(name)]
    }
  }
}
