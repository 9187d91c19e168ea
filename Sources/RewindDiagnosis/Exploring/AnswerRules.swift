import RewindJSON

/// The actions that answer others, as effects do: `searchAnswered` answers `search`.
///
/// A log says which they are where its lines have a `cause`. Otherwise a type is taken for an answer if each of
/// its actions follows a request of its own that has the same value at the same pointer, and hardly a request stays
/// without. That binds the answer to its request; seen in five sessions, it is sure enough to let the
/// answer come at another time for no other reason.
struct AnswerRules {
  /// An answer's type and its request's, with the pointers that have the same value in both.
  struct Rule {
    let request: String
    let answer: String
    let echoes: [(request: [String], answer: [String])]
  }

  /// The rule for each type of answer.
  private(set) var rules: [String: Rule] = [:]
  /// The types of the answers to each type of request, in the order of their names.
  private(set) var answers: [String: [String]] = [:]
  /// The position of the request of each answer, by recording.
  private(set) var links: [[Int: Int]]
  /// The positions of what each action dispatched while it was reduced, by recording.
  private(set) var nested: [[Int: [Int]]]

  /// The types that are answers without doubt.
  private(set) var sure: Set<String> = []

  /// The actions that a rule must be seen in, unless a value cannot be the same by chance.
  private static let actionsNeeded = 2
  private static let sessionsForSure = 5

  /// True for a value that two actions do not have by chance.
  private static func isTelling(_ value: JSONValue) -> Bool {
    if case .string(let text) = value { return text.count > 3 }
    return value.int.map { abs($0) > 9 } ?? false
  }

  init(_ recordings: [ExploredRecording]) {
    links = recordings.map { _ in [:] }
    nested = recordings.map { _ in [:] }
    var hasCause: Set<String> = []
    for (number, recording) in recordings.enumerated() {
      var roots: [Int: Int] = [:]
      for (position, step) in recording.steps.enumerated() {
        guard let cause = step.cause else { continue }
        hasCause.insert(step.step.kindName)
        if step.isNested {
          let root = roots[cause] ?? cause
          roots[position] = root
          nested[number][root, default: []].append(position)
        } else {
          links[number][position] = cause
          sure.insert(step.step.kindName)
          note(
            Rule(
              request: recording.steps[cause].step.kindName,
              answer: step.step.kindName,
              echoes: []
            )
          )
        }
      }
    }
    learn(Sessions(recordings, without: hasCause))
    for (type, rule) in rules where rule.echoes.isEmpty {
      rules[type] = Rule(
        request: rule.request,
        answer: type,
        echoes: commonPlaces(of: rule, recordings)
      )
    }
    for rule in rules.values { answers[rule.request, default: []].append(rule.answer) }
    answers = answers.mapValues { $0.sorted() }
  }

  func isAnswer(_ type: String) -> Bool { rules[type] != nil }

  /// Returns the position of the recorded answer to a request; nil where none came.
  func answer(to position: Int, in recording: Int) -> Int? {
    links[recording].filter { $0.value == position }.keys.min()
  }

  private mutating func note(_ rule: Rule) {
    rules[rule.answer] = rules[rule.answer] ?? rule
  }

  /// Returns the pointers that have the same value in all answers and their requests.
  private func commonPlaces(
    of rule: Rule,
    _ recordings: [ExploredRecording]
  ) -> [(request: [String], answer: [String])] {
    var common: [(request: [String], answer: [String])]?
    for (number, recording) in recordings.enumerated() {
      for (position, request) in links[number].sorted(by: { $0.key < $1.key }) {
        let (asked, came) = (recording.steps[request].step, recording.steps[position].step)
        guard came.kindName == rule.answer, asked.kindName == rule.request else { continue }
        common = (common ?? Self.pairs(asked.payload, came.payload)).filter {
          guard let value = asked.payload?.value(at: $0.request), value.isName else { return false }
          return came.payload?.value(at: $0.answer) == value
        }
      }
    }
    return common ?? []
  }

  private static func pairs(
    _ request: JSONValue?,
    _ answer: JSONValue?
  ) -> [(request: [String], answer: [String])] {
    let asked = PayloadLeaf.all(of: request).filter(\.value.isName)
    return PayloadLeaf.all(of: answer).flatMap { came in
      asked.filter { $0.value == came.value }.map { ($0.path, came.path) }
    }
  }

  // MARK: - Learning

  /// The positions of each type in each recording.
  private struct Sessions {
    let recordings: [ExploredRecording]
    let positions: [[String: [Int]]]
    let types: [String]

    init(_ recordings: [ExploredRecording], without others: Set<String>) {
      self.recordings = recordings
      positions = recordings.map { recording in
        Dictionary(grouping: recording.steps.indices) { recording.steps[$0].step.kindName }
      }
      types = Set(positions.flatMap(\.keys)).subtracting(others).sorted()
    }
  }

  private mutating func learn(_ sessions: Sessions) {
    var found: [Match] = []
    for answer in sessions.types {
      for request in sessions.types where request != answer {
        if let match = Match.find(request, answer, sessions.recordings, sessions.positions) {
          found.append(match)
        }
      }
    }
    // A type answers the request that it follows most closely.
    var best: [String: Match] = [:]
    for match in found {
      if let other = best[match.rule.answer], other.distance <= match.distance { continue }
      best[match.rule.answer] = match
    }
    // A request has an answer of one type or another: `succeeded` or `failed`.
    for all in Dictionary(grouping: best.values, by: \.rule.request).values {
      let matches = Self.oneEach(all)
      guard Self.areMostAnswered(matches, sessions.recordings, sessions.positions) else { continue }
      for match in matches where rules[match.rule.answer] == nil {
        rules[match.rule.answer] = match.rule
        if match.links.filter({ !$0.isEmpty }).count >= Self.sessionsForSure {
          sure.insert(match.rule.answer)
        }
        for number in links.indices { links[number].merge(match.links[number]) { old, _ in old } }
      }
    }
  }

  /// Leaves out types that answer what another one answers sooner: what a user does with an answer.
  private static func oneEach(_ matches: [Match]) -> [Match] {
    var kept: [Match] = []
    for match in matches.sorted(by: {
      ($0.distance, $0.rule.answer) < ($1.distance, $1.rule.answer)
    }) {
      let isFree = kept.allSatisfy { other in
        zip(match.links, other.links).allSatisfy { Set($0.values).isDisjoint(with: $1.values) }
      }
      if isFree { kept.append(match) }
    }
    return kept
  }

  /// A session may end before the answer has come: requests among so many last actions do not count, nor those among
  /// twice as many as usually come before an answer.
  private static let lastActions = 3

  private static func areMostAnswered(
    _ matches: [Match],
    _ recordings: [ExploredRecording],
    _ positions: [[String: [Int]]]
  ) -> Bool {
    var (asked, answered) = (0, 0)
    let usual = matches.map(\.distance).max() ?? 0
    let last = max(lastActions, Int(2 * usual))
    for (number, recording) in recordings.enumerated() {
      let came = Set(matches.flatMap { $0.links[number].values })
      for position in positions[number][matches[0].rule.request] ?? [] {
        guard position < recording.steps.count - last || came.contains(position) else {
          continue
        }
        asked += 1
        if came.contains(position) { answered += 1 }
      }
    }
    return answered * 10 >= asked * 9
  }

  /// A rule that holds for all actions of a type, with the answers that it finds.
  private struct Match {
    let rule: Rule
    let links: [[Int: Int]]
    /// The actions between requests and answers, on average.
    let distance: Double

    static func find(
      _ request: String,
      _ answer: String,
      _ recordings: [ExploredRecording],
      _ positions: [[String: [Int]]]
    ) -> Match? {
      guard let first = positions.indices.first(where: { positions[$0][answer] != nil }),
        let position = positions[first][answer]?.first,
        let asked = positions[first][request]?.filter({ $0 < position }), !asked.isEmpty
      else { return nil }
      let steps = recordings[first].steps
      var echoes: [(request: [String], answer: [String])] = []
      for candidate in asked.reversed() {
        for pair in pairs(steps[candidate].step.payload, steps[position].step.payload) {
          let isKnown = echoes.contains { $0.request == pair.request && $0.answer == pair.answer }
          if !isKnown { echoes.append(pair) }
        }
      }
      var kept: [(request: [String], answer: [String])] = []
      var match: Match?
      for echo in echoes {
        guard let found = link(request, answer, kept + [echo], recordings, positions) else {
          continue
        }
        kept.append(echo)
        match = found
      }
      return match
    }

    /// Links each answer to the latest request before it that has no answer yet and the same values.
    private static func link(
      _ request: String,
      _ answer: String,
      _ echoes: [(request: [String], answer: [String])],
      _ recordings: [ExploredRecording],
      _ positions: [[String: [Int]]]
    ) -> Match? {
      var links: [[Int: Int]] = recordings.map { _ in [:] }
      var (count, distance) = (0, 0)
      var values: Set<JSONValue> = []
      for (number, recording) in recordings.enumerated() {
        var open = positions[number][request] ?? []
        for position in positions[number][answer] ?? [] {
          let came = recording.steps[position].step.payload
          let found = open.lastIndex { candidate in
            let asked = recording.steps[candidate].step.payload
            return candidate < position
              && echoes.allSatisfy {
                guard let value = asked?.value(at: $0.request), value.isName else { return false }
                return came?.value(at: $0.answer) == value
              }
          }
          guard let found else { return nil }
          let asked = open.remove(at: found)
          links[number][position] = asked
          count += 1
          distance += position - asked
          if let echo = echoes.last, let value = came?.value(at: echo.answer) {
            values.insert(value)
          }
        }
      }
      let isRepeated = values.count > 1 && count >= actionsNeeded
      guard isRepeated || count == 1 && values.allSatisfy(isTelling) else { return nil }
      return Match(
        rule: Rule(request: request, answer: answer, echoes: echoes),
        links: links,
        distance: Double(distance) / Double(count)
      )
    }
  }
}
