import RewindJSON

/// The values that answers repeat of the state in which they were asked for: the lyrics that arrive are those of the
/// track that played as they were asked for, though the request has no payload.
struct StateEchoes: Sendable {
  private struct Echo: Sendable {
    let path: [String]
    /// The pointer of the value in the state after the request.
    let pointer: GeneralPointer
    /// True if the request put it there: a number of its own.
    let isNew: Bool

    /// Returns the values that an answer may repeat.
    func values(_ asked: AskedState) -> [JSONValue] {
      let values = pointer.values(in: asked.after)
      guard isNew else { return values }
      let old = Set(pointer.values(in: asked.before))
      let new = values.filter { !old.contains($0) }
      // A second tap asks for the same again.
      return new.isEmpty ? values : new
    }
  }

  /// The states before and after a request.
  struct AskedState: Sendable {
    let before: JSONValue
    let after: JSONValue
  }

  private typealias Answer = (payload: JSONValue, asked: AskedState)

  private var echoes: [String: [Echo]] = [:]

  private static let (answersNeeded, valuesNeeded) = (4, 3)

  /// Learns from recorded answers, each with its request.
  init(
    _ recordings: [ExploredRecording],
    _ rules: AnswerRules,
    _ dictionaries: Set<GeneralPointer>
  ) {
    var all: [String: [Answer]] = [:]
    for (recording, links) in zip(recordings, rules.links) {
      for (position, request) in links.sorted(by: { $0.key < $1.key }) {
        let step = recording.steps[position].step
        guard let payload = step.payload, let after = recording.steps[request].state,
          let before = recording.state(before: request)
        else { continue }
        all[step.kindName, default: []].append((payload, AskedState(before: before, after: after)))
      }
    }
    for (type, found) in all where found.count >= Self.answersNeeded {
      let known = rules.rules[type]?.echoes.map(\.answer) ?? []
      let pointers = GeneralPointer.all(in: found[0].asked.after, dictionaries: dictionaries)
        .sorted()
      for leaf in PayloadLeaf.all(of: found[0].payload)
      where leaf.value.isName && !known.contains(leaf.path) {
        guard Set(found.map { $0.payload.value(at: leaf.path) }).count >= Self.valuesNeeded else {
          continue
        }
        let held = [true, false].lazy.compactMap { isNew in
          Self.narrowest(pointers.map { Echo(path: leaf.path, pointer: $0, isNew: isNew) }, found)
        }
        if let echo = held.first { echoes[type, default: []].append(echo) }
      }
    }
  }

  /// Returns the echo that holds for nine in ten answers and leaves the fewest values; nil if none holds.
  private static func narrowest(_ echoes: [Echo], _ found: [Answer]) -> Echo? {
    var best: (echo: Echo, count: Int)?
    for echo in echoes {
      var (count, held) = (0, 0)
      for answer in found {
        guard let value = answer.payload.value(at: echo.path) else { continue }
        let values = echo.values(answer.asked)
        count += values.count
        if values.contains(where: { $0.isSameName(as: value) }) { held += 1 }
      }
      // Of two requests on the way, an answer may have been taken for the other's.
      guard held * 10 >= found.count * 9 else { continue }
      if count < best?.count ?? .max { best = (echo, count) }
    }
    return best?.echo
  }

  /// Returns the request of each answer of a recording: the latest one that has none yet and fits.
  func links(
    of recording: ExploredRecording,
    _ known: [Int: Int]
  ) -> [Int: Int] {
    var links = known
    for (type, positions) in Dictionary(
      grouping: known.keys.sorted(),
      by: { recording.steps[$0].step.kindName }
    ) where echoes[type] != nil {
      var open = Set(positions.compactMap { known[$0] })
      for position in positions {
        let fitting = open.filter { request in
          guard request < position, let before = recording.state(before: request),
            let after = recording.steps[request].state
          else { return false }
          return fit(recording.steps[position].step, .init(before: before, after: after))
        }
        guard let request = fitting.max() ?? known[position] else { continue }
        links[position] = request
        open.remove(request)
      }
    }
    return links
  }

  /// Returns the parts of a type's payloads that repeat a value of the state in which they were asked for.
  func paths(of type: String) -> [[String]] { (echoes[type] ?? []).map(\.path) }

  /// Returns true if an answer may follow from a request, by the states around that.
  func fit(_ answer: SessionStep, _ asked: AskedState) -> Bool {
    (echoes[answer.kindName] ?? []).allSatisfy { echo in
      guard let value = answer.payload?.value(at: echo.path) else { return true }
      return echo.values(asked).contains { $0.isSameName(as: value) }
    }
  }

  /// Returns an answer to a request, by the states around that.
  func fitted(_ answer: SessionStep, _ asked: AskedState) -> SessionStep {
    var answer = answer
    for echo in echoes[answer.kindName] ?? [] {
      guard let payload = answer.payload, let old = payload.value(at: echo.path),
        case let values = echo.values(asked), let value = values.last,
        !values.contains(where: { $0.isSameName(as: old) })
      else { continue }
      answer.payload = payload.setting(echo.path[...], to: value.asName(like: old))
    }
    return answer
  }
}

extension JSONValue {
  /// True if two values are the same, or a number and its text, as it is a key.
  fileprivate func isSameName(as other: JSONValue) -> Bool {
    self == other || (string ?? text) == (other.string ?? other.text)
  }

  /// Returns the value as a number, if it is the text of one and the other is a number.
  fileprivate func asName(like other: JSONValue) -> JSONValue {
    guard case .number = other, let text = string, let value = try? JSONValue(parsing: text),
      case .number = value
    else { return self }
    return value
  }
}
