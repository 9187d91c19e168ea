import RewindJSON

/// The values that answers repeat of the state in which they were asked for: the lyrics that arrive are those of the
/// track that played as they were asked for, though the request has no payload.
struct StateEchoes: Sendable {
  private struct Echo: Sendable {
    let path: [String]
    /// Where the value was in the state after the request.
    let pointer: GeneralPointer
  }

  private var echoes: [String: [Echo]] = [:]

  private static let (answersNeeded, valuesNeeded) = (4, 3)

  /// Learns from recorded answers, each with its request.
  init(
    _ recordings: [ExploredRecording],
    _ rules: AnswerRules,
    _ dictionaries: Set<GeneralPointer>
  ) {
    var all: [String: [(answer: JSONValue, asked: JSONValue)]] = [:]
    for (recording, links) in zip(recordings, rules.links) {
      for (position, request) in links.sorted(by: { $0.key < $1.key }) {
        let step = recording.steps[position].step
        guard let payload = step.payload, let asked = recording.steps[request].state else {
          continue
        }
        all[step.kindName, default: []].append((payload, asked))
      }
    }
    for (type, found) in all where found.count >= Self.answersNeeded {
      let known = rules.rules[type]?.echoes.map(\.answer) ?? []
      let pointers = GeneralPointer.all(in: found[0].asked, dictionaries: dictionaries).sorted()
      for leaf in PayloadLeaf.all(of: found[0].answer)
      where leaf.value.isName && !known.contains(leaf.path) {
        let values = found.map { $0.answer.value(at: leaf.path) }
        guard Set(values).count >= Self.valuesNeeded else { continue }
        let held = pointers.filter { pointer in
          zip(values, found).allSatisfy { value, action in
            value.map { pointer.contains($0, in: action.asked) } ?? false
          }
        }
        let counts = held.map { pointer in
          found.reduce(0) { $0 + pointer.values(in: $1.asked).count }
        }
        guard let least = counts.min(), let number = counts.firstIndex(of: least) else { continue }
        echoes[type, default: []].append(Echo(path: leaf.path, pointer: held[number]))
      }
    }
  }

  /// Returns true if an answer may follow from a request, by the state after that.
  func fit(_ answer: SessionStep, askedIn state: JSONValue) -> Bool {
    (echoes[answer.kindName] ?? []).allSatisfy { echo in
      answer.payload?.value(at: echo.path).map { echo.pointer.contains($0, in: state) } ?? true
    }
  }

  /// Returns an answer to a request, by the state after that.
  func fitted(_ answer: SessionStep, askedIn state: JSONValue) -> SessionStep {
    var answer = answer
    for echo in echoes[answer.kindName] ?? [] {
      guard let payload = answer.payload, let old = payload.value(at: echo.path),
        case let values = echo.pointer.values(in: state), let value = values.last,
        !values.contains(old)
      else { continue }
      answer.payload = payload.setting(echo.path[...], to: value)
    }
    return answer
  }
}
