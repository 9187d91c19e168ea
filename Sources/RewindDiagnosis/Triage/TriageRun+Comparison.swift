/// An explanation with logs that show it.
private struct TriageExample: Sendable {
  let blame: CrashBlame
  let search: TriageSearch
  /// The shortest logs, each with the position of the state after its culprit.
  let logs: [(log: TriageLog, position: Int)]

  /// Logs to try: one action may not fit into another session.
  static let limit = 3
}

/// The part of a triage that finds the explanations which are of one cause.
///
/// Names and lines change from build to build, so that two builds are compared by what they do: a log of the
/// one is searched by the other, and that explanation is of the same cause if it has the same culprit. Two fatal
/// actions of one build die of one bad state if either dies on the other's: after the culprit, and not before it.
extension TriageRun {
  /// A question to replays, with a name under which its answer is kept.
  private typealias Job = (key: String, ask: @Sendable () throws -> String)

  /// The answer that nothing was found.
  private static let nothing = ""
  /// The answer that it could not be tried.
  private static let untried = "?"

  /// Compares all explanations.
  ///
  /// - Returns: The pairs of explanations that are of one cause.
  /// - Throws: ``ReplayProgramError``; errors of reading a log.
  func compare() throws -> [(String, String)] {
    let examples = examples()
    let across = acrossActions(examples)
    try answer(across.map(\.job))
    let alike = across.filter { knowledge.comparisons[$0.job.key] == "same" }.map(\.pair)

    let questions = acrossBuilds(examples)
    try explain(questions)
    let found = questions.compactMap { question -> (String, String)? in
      guard let other = knowledge.comparisons[question.key], other.count > 1 else { return nil }
      return (question.example.blame.id, other)
    }
    return alike + found + alikeByChange() + alikeByName(questions, examples)
  }

  /// Answers the questions that no earlier run has answered.
  private func answer(_ jobs: [Job]) throws {
    let open = jobs.filter { knowledge.comparisons[$0.key] == nil }
    let results = map(.comparing, open.map(\.ask)) { ask in
      do {
        return try ask()
      } catch is ReplayProgramError {
        // A build need not know the other's logs.
        return Self.untried
      }
    }
    for case (let job, let result?) in zip(open, results) {
      knowledge.comparisons[job.key] = try result.get()
    }
  }

  /// Returns each explanation of the logs with the shortest ones of them.
  private func examples() -> [TriageExample] {
    var logs: [String: [(log: TriageLog, position: Int)]] = [:]
    var searches: [String: TriageSearch] = [:]
    for log in self.logs {
      guard let build = builds.build(of: log),
        case .blamed(let id, _, let position)? = knowledge.findings[log.key(build)]
      else { continue }
      logs[id, default: []].append((log, position))
      searches[id] = search(by: build)
    }
    return logs.keys.sorted().compactMap { id in
      guard let blame = knowledge.blames[id], let search = searches[id] else { return nil }
      let sorted = (logs[id] ?? [])
        .sorted { ($0.log.actions, $0.log.path) < ($1.log.actions, $1.log.path) }
      return TriageExample(
        blame: blame,
        search: search,
        logs: Array(sorted.prefix(TriageExample.limit))
      )
    }
  }

  // MARK: - Across builds

  /// An explanation of a log, to be compared with what another build makes of it.
  private struct Question: Sendable {
    let key: String
    let example: TriageExample
    let search: TriageSearch
  }

  /// Returns the questions to other builds, unless they have no crash in an action of that type.
  private func acrossBuilds(_ examples: [TriageExample]) -> [Question] {
    examples.flatMap { example in
      builds.filter { build in
        build.key != example.blame.program
          && examples.contains {
            $0.blame.program == build.key && $0.blame.fatalType == example.blame.fatalType
          }
      }.map { build in
        let key = "\(example.blame.id)>\(build.key)"
        return Question(key: key, example: example, search: search(by: build))
      }
    }
  }

  /// Searches the examples by the other builds.
  private func explain(_ questions: [Question]) throws {
    let open = questions.filter { knowledge.comparisons[$0.key] == nil }
    let results = map(.comparing, open) { try Self.explain($0.example, $0.search) }
    for case (let question, let result?) in zip(open, results) {
      let (answer, blame) = try result.get()
      knowledge.comparisons[question.key] = answer
      if let blame { knowledge.blames[blame.id] = blame }
    }
  }

  /// Returns the explanation that another build gives, with the same culprit, and its identifier.
  private static func explain(
    _ example: TriageExample,
    _ search: TriageSearch
  ) throws -> (answer: String, blame: CrashBlame?) {
    var answer = untried
    for (log, position) in example.logs {
      let found: TriageSearch.Result
      do {
        found = try search.run(log.path)
      } catch is ReplayProgramError {
        // A build need not know the other's logs.
        continue
      }
      switch found.finding {
      case .blamed(let id, _, position) where found.blame?.culprit == example.blame.culprit:
        return (id, found.blame)
      case .undecodable, .unresolved, .unread, nil: break
      default: answer = nothing
      }
    }
    return (answer, nil)
  }

  /// Returns the explanations of one build that differ only in how much of a value the culprit changed.
  private func alikeByChange() -> [(String, String)] {
    let blames = knowledge.blames.values.sorted { $0.id < $1.id }
    return blames.indices.flatMap { number in
      blames[(number + 1)...].filter(blames[number].isLike).map { (blames[number].id, $0.id) }
    }
  }

  /// Returns the explanations of two builds that cannot replay each other's logs, where they have one
  /// culprit and one line of code, by the function's name.
  private func alikeByName(
    _ questions: [Question],
    _ examples: [TriageExample]
  ) -> [(String, String)] {
    questions.filter { knowledge.comparisons[$0.key] == Self.untried }.flatMap { question in
      let blame = question.example.blame
      return examples.map(\.blame).filter { other in
        other.program == question.search.build.key && other.fatalType == blame.fatalType
          && other.agrees(with: blame) && !other.signature.frames.isEmpty
          && other.signature.frames == blame.signature.frames
      }.map { (blame.id, $0.id) }
    }
  }

  // MARK: - Across actions

  /// Returns the questions whether one bad state kills two actions.
  private func acrossActions(
    _ examples: [TriageExample]
  ) -> [(job: Job, pair: (String, String))] {
    var questions: [(job: Job, pair: (String, String))] = []
    for (number, one) in examples.enumerated()
    where one.blame.culprit != .itself && one.blame.culprit != .initialState {
      for other in examples[(number + 1)...]
      where other.blame.program == one.blame.program && one.blame.agrees(with: other.blame) {
        let pair = (one.blame.id, other.blame.id)
        let job: Job = (
          "\(pair.0)~\(pair.1)",
          {
            let isSame = try Self.dies(one, on: other) && Self.dies(other, on: one)
            return isSame ? "same" : Self.nothing
          }
        )
        questions.append((job, pair))
      }
    }
    return questions
  }

  /// Returns true if a fatal action also dies of the state of which another does.
  private static func dies(_ one: TriageExample, on other: TriageExample) throws -> Bool {
    for (log, position) in other.logs {
      guard var stage = try other.search.fatalAction(of: log.path) else { continue }
      let index = stage.step.index
      for (log, _) in one.logs {
        guard let action = try one.search.fatalAction(of: log.path)?.step else { continue }
        stage.step = action
        stage.step.index = index
        let verdicts = try CrashProbe(stage, by: other.blame.stateSource)
          .run(at: [position - 1, position], judgedBy: one.blame.signature)
        if verdicts[0].isPass == true, verdicts[1] == .fails { return true }
      }
    }
    return false
  }
}
