import RewindJSON

/// The actions that answer others, as effects do: `searchAnswered` answers `search`.
///
/// A log says which they are where its lines have a `cause`. Otherwise a type is taken for an answer if each of
/// its actions follows a request of its own that has the same value at the same pointer, and hardly a request stays
/// without. Where that value was always the same one, it may be chance; if the action always came directly after its
/// request, it is taken for an answer all the same, since a session with an answer that nobody asked for is worth less
/// than none. That binds the answer to its request; seen in five sessions, it is sure enough to let the
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
  /// The rules for answers to more types of requests, by these: what is loaded first, and what is loaded when one asks
  /// for more.
  private var others: [String: [String: Rule]] = [:]
  /// The types of the answers to each type of request, in the order of their names.
  private(set) var answers: [String: [String]] = [:]
  /// The position of the request of each answer, by recording.
  var links: [[Int: Int]]
  /// The positions of the actions that each action dispatched while it was reduced, by recording.
  private(set) var nested: [[Int: [Int]]]

  /// The types that are answers without doubt.
  private(set) var sure: Set<String> = []

  private static let sessionsForSure = 5
  private static let actionsForNamed = 3

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
    learn(Sessions(recordings, without: hasCause), hasCauses: !hasCause.isEmpty)
    func withEchoes(_ rule: Rule) -> Rule {
      guard rule.echoes.isEmpty else { return rule }
      let echoes = commonEchoes(of: rule, recordings)
      return Rule(request: rule.request, answer: rule.answer, echoes: echoes)
    }
    rules = rules.mapValues(withEchoes)
    others = others.mapValues { $0.mapValues(withEchoes) }
    for rule in Array(rules.values) + others.values.flatMap(\.values) {
      answers[rule.request, default: []].append(rule.answer)
    }
    answers = answers.mapValues { $0.sorted() }
  }

  /// Returns the rule of an answer to a type of request.
  func rule(for answer: String, to request: String) -> Rule? {
    others[answer]?[request] ?? rules[answer]
  }

  func isAnswer(_ type: String) -> Bool { rules[type] != nil }

  /// Returns the positions of the recorded answers to a request, in order: one, or as many as an effect sends.
  func answers(to position: Int, in recording: Int) -> [Int] {
    links[recording].filter { $0.value == position }.keys.sorted()
  }

  private mutating func note(_ rule: Rule) {
    guard let known = rules[rule.answer] else {
      rules[rule.answer] = rule
      return
    }
    if known.request != rule.request { others[rule.answer, default: [:]][rule.request] = rule }
  }

  /// Returns the pointers that have the same value in all answers and their requests.
  private func commonEchoes(
    of rule: Rule,
    _ recordings: [ExploredRecording]
  ) -> [(request: [String], answer: [String])] {
    var common: [(request: [String], answer: [String])]?
    for (number, recording) in recordings.enumerated() {
      for (position, request) in links[number].sorted(by: { $0.key < $1.key }) {
        let (asked, came) = (recording.steps[request].step, recording.steps[position].step)
        guard came.kindName == rule.answer, asked.kindName == rule.request else { continue }
        common = (common ?? AnswerMatch.pairs(asked.payload, came.payload)).filter {
          guard let value = asked.payload?.value(at: $0.request), value.isName else { return false }
          return came.payload?.value(at: $0.answer) == value
        }
      }
    }
    return common ?? []
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

    /// Returns the share of all actions that are as near behind a request as three in four answers are.
    func nearness(_ match: AnswerMatch) -> Double {
      let distances = match.links.flatMap { $0.map { $0.key - $0.value } }.sorted()
      // Some come late, as those of a device that was offline.
      let reach = distances.isEmpty ? 0 : distances[distances.count * 3 / 4]
      var (near, all) = (0, 0)
      for (recording, positions) in zip(recordings, positions) {
        var open = (positions[match.rule.request] ?? [])[...]
        var last = -reach - 1
        for position in recording.steps.indices {
          if position - last <= reach { near += 1 }
          if open.first == position { last = open.removeFirst() }
        }
        all += recording.steps.count
      }
      return Double(near) / Double(max(all, 1))
    }

    /// True if answers do not come behind requests by chance.
    func isNoChance(_ match: AnswerMatch) -> Bool {
      !match.rule.echoes.isEmpty || nearness(match) < nearEnough
    }

    /// True if most actions of a type have an identifier that was nowhere before: a server has made it.
    func bringsIDs(_ type: String) -> Bool {
      var counts: [[String]: Int] = [:]
      var all = 0
      for (recording, positions) in zip(recordings, positions) {
        for position in (positions[type] ?? []).prefix(Self.actionsForIDs) {
          guard let before = recording.state(before: position)?.text else { continue }
          all += 1
          for leaf in PayloadLeaf.all(of: recording.steps[position].step.payload)
          where leaf.isIdentifier && !before.contains(leaf.value.text) {
            counts[leaf.path, default: 0] += 1
          }
        }
      }
      return all > 0 && (counts.values.max() ?? 0) * 10 >= all * 8
    }

    private static var actionsForIDs: Int { 3 }

    func count(of type: String) -> Int { positions.reduce(0) { $0 + ($1[type]?.count ?? 0) } }
  }

  private mutating func learn(_ sessions: Sessions, hasCauses: Bool) {
    // A type answers the request that it follows most closely; rather one that it answers whenever it is made.
    var best: [String: (match: AnswerMatch, isSingle: Bool)] = [:]
    func rank(_ match: AnswerMatch, _ isSingle: Bool, _ request: String) -> (Int, Int, Double) {
      // Without a common value, the request is what is made as often as it is answered.
      match.rule.echoes.isEmpty
        ? (isSingle ? 0 : 1, 1, Double(sessions.count(of: request)) * match.distance)
        : (isSingle ? 0 : 1, 0, match.distance)
    }
    for answer in sessions.types {
      for request in sessions.types where request != answer {
        guard let match = AnswerMatch.find(request, answer, sessions.recordings, sessions.positions)
        else { continue }
        // An order that is paid for and shipped later, somebody who is blocked and unblocked: users do both.
        guard AnswerName.fits(answer) || match.isAlwaysNext else { continue }
        // A log that says what its effects answer says it of those that repeat nothing, too.
        guard !hasCauses || !match.rule.echoes.isEmpty else { continue }
        let isSingle = Self.answersAlone(match, sessions)
        guard isSingle || !match.rule.echoes.isEmpty else { continue }
        if let other = best[answer],
          rank(other.match, other.isSingle, other.match.rule.request)
            <= rank(match, isSingle, request)
        {
          continue
        }
        best[answer] = (match, isSingle)
      }
    }
    // A request has an answer of one type or another: `succeeded` or `failed`.
    for all in Dictionary(grouping: best.values, by: \.match.rule.request).values {
      var matches = Self.oneEach(all.map(\.match))
      let areMostAnswered = Self.areMostAnswered(
        matches,
        sessions.recordings,
        sessions.positions
      )
      if !areMostAnswered {
        matches = matches.filter { best[$0.rule.answer]?.isSingle ?? false }
      }
      for match in matches where rules[match.rule.answer] == nil {
        rules[match.rule.answer] = match.rule
        if match.sessions >= Self.sessionsForSure, areMostAnswered || !match.rule.echoes.isEmpty {
          sure.insert(match.rule.answer)
        }
        for number in links.indices { links[number].merge(match.links[number]) { old, _ in old } }
      }
    }
    if !hasCauses { learnShared(sessions) }
  }

  /// Learns the answers to requests of two types, and those that only some requests have; each is called like an answer.
  private mutating func learnShared(_ sessions: Sessions) {
    for answer in sessions.types where rules[answer] == nil && AnswerName.isClear(answer) {
      let count = sessions.count(of: answer)
      guard count >= Self.actionsForShared else { continue }
      let matches = sessions.types.compactMap { request in
        request == answer
          ? nil
          : AnswerMatch.find(
            request,
            answer,
            sessions.recordings,
            sessions.positions,
            isPartial: true
          )
      }.filter { 2 * $0.count >= count && sessions.isNoChance($0) }
      var best: (first: AnswerMatch, second: AnswerMatch?, rank: [Double])?
      func consider(_ first: AnswerMatch, _ second: AnswerMatch?, _ orphans: Int) {
        let rank = [
          Double(orphans), first.rule.echoes.isEmpty ? 1 : 0,
          sessions.nearness(first) * first.distance,
        ]
        guard orphans * 20 <= count, best.map({ rank.lexicographicallyPrecedes($0.rank) }) ?? true
        else { return }
        best = (first, second, rank)
      }
      for first in matches {
        consider(first, nil, first.orphans)
        guard first.orphans >= Self.actionsForNamed else { continue }
        var rest = sessions.positions
        for number in rest.indices {
          rest[number][answer]?.removeAll { first.links[number][$0] != nil }
        }
        for request in sessions.types where ![answer, first.rule.request].contains(request) {
          let second = AnswerMatch.find(
            request,
            answer,
            sessions.recordings,
            rest,
            isPartial: true
          )
          if let second, sessions.isNoChance(second) { consider(first, second, second.orphans) }
        }
      }
      guard let best else { continue }
      rules[answer] = best.first.rule
      others[answer] = best.second.map { [$0.rule.request: $0.rule] }
      sure.insert(answer)
      for match in [best.first, best.second].compactMap({ $0 }) {
        for number in links.indices { links[number].merge(match.links[number]) { old, _ in old } }
      }
    }
  }

  private static let actionsForShared = 10
  /// Chance has three in four actions as near behind three in four of all.
  private static let nearEnough = 0.4

  /// Returns true if a type is an answer whatever other answers there are to its request: nine in ten requests have
  /// one, or it is called like an answer, and each request has a value of its own.
  ///
  /// An answer that repeats nothing of its request must be called like one. It comes directly after it, or has been
  /// seen some times, after half of all such requests at least.
  private static func answersAlone(_ match: AnswerMatch, _ sessions: Sessions) -> Bool {
    let isNamed =
      AnswerName.isClear(match.rule.answer, to: match.rule.request)
      || AnswerName.fits(match.rule.answer) && sessions.bringsIDs(match.rule.answer)
    if match.rule.echoes.isEmpty {
      let isOften =
        match.count >= actionsForNamed && 2 * match.count >= sessions.count(of: match.rule.request)
      return isNamed && (match.isAlwaysNext || isOften)
    }
    return areMostAnswered([match], sessions.recordings, sessions.positions)
      || isNamed && match.asksOnce(sessions.recordings, sessions.positions)
  }

  /// Leaves out types that answer what another one answers sooner: what a user does with an answer.
  private static func oneEach(_ matches: [AnswerMatch]) -> [AnswerMatch] {
    var kept: [AnswerMatch] = []
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
    _ matches: [AnswerMatch],
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
}

extension PayloadLeaf {
  private static let lengthOfMade = 6

  /// True for a value that is called an identifier, or a text as programs make them: `r-2cb5e774`.
  fileprivate var isIdentifier: Bool {
    if StateRows.isID(name) { return value.isName }
    guard let text = value.string, text.count >= Self.lengthOfMade else { return false }
    return text.contains(where: \.isNumber) && text.contains(where: \.isLetter)
      && !text.contains(" ")
  }
}
