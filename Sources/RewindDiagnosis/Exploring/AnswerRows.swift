import RewindJSON

/// The lists of names in answers that are names of rows: what a server has deleted may be any row, and the one that is on
/// the screen.
struct AnswerRows {
  private var lists: [String: [(path: [String], rows: GeneralPointer)]] = [:]

  /// The answers with names that a list must be seen in.
  private static let answersNeeded = 3

  /// Learns from recorded answers, each with the state before it.
  init(
    _ recordings: [ExploredRecording],
    _ answers: AnswerRules,
    _ dictionaries: Set<GeneralPointer>
  ) {
    var held: [String: [[String]: (rows: Set<GeneralPointer>, count: Int)]] = [:]
    for (recording, links) in zip(recordings, answers.links) {
      for position in links.keys.sorted() {
        let step = recording.steps[position].step
        guard let state = recording.state(before: position) else { continue }
        for member in step.payload?.object?.members ?? [] {
          guard let names = member.value.array, !names.isEmpty, names.allSatisfy(\.isName) else {
            continue
          }
          let known = held[step.kindName]?[[member.key]]
          let all = known?.rows ?? GeneralPointer.all(in: state, dictionaries: dictionaries)
          let rows = all.filter { pointer in
            !pointer.isSingle && names.allSatisfy { pointer.contains($0, in: state) }
          }
          held[step.kindName, default: [:]][[member.key]] = (rows, (known?.count ?? 0) + 1)
        }
      }
    }
    lists = held.mapValues { parts in
      parts.sorted { $0.key.joined() < $1.key.joined() }.compactMap { path, found in
        guard found.count >= Self.answersNeeded else { return nil }
        return found.rows.min().map { (path, $0) }
      }
    }
  }

  /// Returns an answer about one row, rather one that a value of the state names: that is selected, or open.
  func naming(
    _ answer: SessionStep,
    in state: JSONValue,
    _ random: inout ExplorationRandom
  ) -> SessionStep {
    var answer = answer
    for (path, rows) in lists[answer.kindName] ?? [] {
      let names = rows.values(in: state)
      let shown = Set(
        GeneralPointer.all(in: state, dictionaries: []).filter(\.isSingle)
          .compactMap { $0.first(in: state) }
      )
      let selected = names.filter(shown.contains)
      guard let name = random.pick(selected.isEmpty || random.chance(30) ? names : selected)
      else { continue }
      answer.payload = answer.payload?.setting(path[...], to: .array([name]))
    }
    return answer
  }
}
