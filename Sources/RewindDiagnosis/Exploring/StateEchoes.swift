import RewindJSON

/// The values that answers repeat of the state in which they were asked for: the lyrics that arrive are those of the
/// track that played as they were asked for, though the request has no payload.
struct StateEchoes: Sendable {
  private struct Echo: Sendable {
    let path: [String]
    /// The pointer of the value in the state after the request.
    let pointer: GeneralPointer
    let choice: Choice
    /// True if no request had none of the values.
    var isNeeded = false

    /// Which of several values at the pointer it is.
    enum Choice {
      /// The request put it there: a number of its own.
      case new
      case any
      /// The one at the index that stands elsewhere: the option that is chosen.
      case at(GeneralPointer)
      /// The list of them.
      case all
      /// A list of some of them.
      case some
    }

    /// Returns the values that an answer may repeat.
    func holds(_ value: JSONValue, among values: [JSONValue]) -> Bool {
      guard case .some = choice else { return values.contains { $0.isSameName(as: value) } }
      return (value.array ?? []).allSatisfy { one in values.contains { $0.isSameName(as: one) } }
    }

    /// Returns a value that an answer may have instead of an old one; nil if the old one may stay.
    func value(like old: JSONValue, of values: [JSONValue]) -> JSONValue? {
      guard !holds(old, among: values) else { return nil }
      guard case .some = choice else { return values.last?.asName(like: old) }
      let count = max(1, old.array?.count ?? 0)
      return .array(values.prefix(count).map { $0.asName(like: old.array?.first ?? $0) })
    }

    func values(_ asked: AskedState) -> [JSONValue] {
      let values = pointer.values(in: asked.after).filter(\.isName)
      switch choice {
      case .new: break
      case .any, .some: return values
      case .at(let index):
        guard let index = index.first(in: asked.after)?.int else { return [] }
        return values.indices.contains(index) ? [values[index]] : []
      case .all: return values.isEmpty ? [] : [.array(values)]
      }
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
  /// The types of answers whose requests have all changed the state: one that changes nothing was not made.
  private var changing: Set<String> = []

  /// The conditions that held after all requests of a type of answer: that it is loading.
  private let shown: ShownConditions

  private static let (answersNeeded, valuesNeeded) = (4, 3)

  /// Learns from recorded answers, each with its request.
  init(
    _ recordings: [ExploredRecording],
    _ rules: AnswerRules,
    _ dictionaries: Set<GeneralPointer>,
    _ contents: ShownContents
  ) {
    shown = Self.conditions(recordings, rules, contents)
    var all: [String: [Answer]] = [:]
    for (recording, links) in zip(recordings, rules.links) {
      for (position, request) in links.sorted(by: { $0.key < $1.key }) {
        let step = recording.steps[position].step
        guard let after = recording.steps[request].state,
          let before = recording.state(before: request)
        else { continue }
        let asked = AskedState(before: before, after: after)
        all[step.kindName, default: []].append((step.payload ?? .null, asked))
      }
    }
    for (type, found) in all where found.count >= Self.answersNeeded {
      if found.allSatisfy({ $0.asked.before != $0.asked.after }) { changing.insert(type) }
      let known = rules.rules[type]?.echoes.map(\.answer) ?? []
      let pointers = GeneralPointer.all(in: found[0].asked.after, dictionaries: dictionaries)
        .sorted()
      let indices = pointers.filter { $0.first(in: found[0].asked.after)?.int != nil }
      for leaf in PayloadLeaf.all(of: found[0].payload, withLists: true)
      where !known.contains(leaf.path) {
        guard Set(found.map { $0.payload.value(at: leaf.path) }).count >= Self.valuesNeeded else {
          continue
        }
        func echo(_ choice: Echo.Choice) -> Echo? {
          Self.narrowest(pointers.map { Echo(path: leaf.path, pointer: $0, choice: choice) }, found)
        }
        if leaf.value.array != nil {
          echoes[type, default: []] += [echo(.all) ?? echo(.some)].compactMap { $0 }
        } else if leaf.value.isName, let held = echo(.new) ?? echo(.any) {
          let chosen = indices.map { Echo(path: leaf.path, pointer: held.pointer, choice: .at($0)) }
          echoes[type, default: []] += [Self.narrowest([held] + chosen, found) ?? held]
        }
      }
    }
  }

  /// Learns what held after requests, but not after most other actions.
  private static func conditions(
    _ recordings: [ExploredRecording],
    _ rules: AnswerRules,
    _ contents: ShownContents
  ) -> ShownConditions {
    var acts: [(names: [String], session: Int, before: JSONValue)] = []
    for (number, (recording, links)) in zip(recordings, rules.links).enumerated() {
      var answers: [Int: [String]] = [:]
      for (position, request) in links {
        answers[request, default: []].append(recording.steps[position].step.kindName)
      }
      for (position, step) in recording.steps.enumerated() {
        guard let after = step.state else { continue }
        acts.append((answers[position] ?? [], number, after))
      }
    }
    return ShownConditions(RecordedContents(acts, contents), PayloadCases([:], [:], of: [:]))
  }

  /// Returns the echo that holds for nine in ten answers and leaves the fewest values; nil if none holds.
  private static func narrowest(_ echoes: [Echo], _ found: [Answer]) -> Echo? {
    var best: (echo: Echo, rank: (missing: Int, count: Int))?
    for echo in echoes {
      var (count, held, missing) = (0, 0, 0)
      for answer in found {
        guard let value = answer.payload.value(at: echo.path) else { continue }
        let values = echo.values(answer.asked)
        // Without a title, the server makes one.
        if values.isEmpty { missing += 1 }
        count += values.count
        if echo.holds(value, among: values) { held += 1 }
      }
      // Of two requests on the way, an answer may have been taken for the other's.
      guard held * 10 >= (found.count - missing) * 9, missing * 4 <= found.count * 3 else {
        continue
      }
      if best.map({ (missing, count) < $0.rank }) ?? true { best = (echo, (missing, count)) }
    }
    guard var echo = best?.echo else { return nil }
    echo.isNeeded = best?.rank.missing == 0
    return echo
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
          let asked = AskedState(before: before, after: after)
          return fit(recording.steps[position].step, asked, first: asked)
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
  ///
  /// A second tap may ask without a change, if the first one has made one; `first` are the states around that, nil if
  /// they are not known.
  func fit(_ answer: SessionStep, _ asked: AskedState, first: AskedState?) -> Bool {
    guard first.map({ asks(for: answer.kindName, $0) }) ?? true else { return false }
    return (echoes[answer.kindName] ?? []).allSatisfy { echo in
      guard let value = answer.payload?.value(at: echo.path) else { return true }
      let values = echo.values(asked)
      return values.isEmpty && !echo.isNeeded || echo.holds(value, among: values)
    }
  }

  /// Returns true if an action has asked for answers of a type, by the states around it.
  func asks(for type: String, _ asked: AskedState) -> Bool {
    (!changing.contains(type) || asked.before != asked.after)
      && (echoes[type] ?? []).allSatisfy { !$0.isNeeded || !$0.values(asked).isEmpty }
      && shown.hold(for: type, in: asked.after)
  }

  /// Returns an answer to a request, by the states around that.
  func fitted(_ answer: SessionStep, _ asked: AskedState) -> SessionStep {
    var answer = answer
    for echo in echoes[answer.kindName] ?? [] {
      guard let payload = answer.payload, let old = payload.value(at: echo.path),
        case let values = echo.values(asked), !values.isEmpty,
        let value = echo.value(like: old, of: values)
      else { continue }
      answer.payload = payload.setting(echo.path[...], to: value)
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
