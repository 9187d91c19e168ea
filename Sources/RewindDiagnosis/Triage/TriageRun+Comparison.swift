/// An explanation with logs that show it.
private struct TriageExample: Sendable {
  let blame: CrashBlame
  let build: KnownBuild
  /// The shortest logs, each with the place of the state after its culprit.
  let logs: [(log: TriageLog, place: Int)]

  /// Logs to try: one action may not fit into another session.
  static let limit = 3
}

/// The part of a triage that finds the explanations which are of one cause.
///
/// Names and lines change from build to build, so that two builds are compared by what they do: a log of the
/// one is replayed by the other, and dies of the same culprit there. Two fatal actions of one build die of one
/// bad state if either dies on the other's: after the culprit, and not before it.
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
    try answer(questions.map(\.job))
    let found = questions.compactMap { question -> (String, String)? in
      guard let other = knowledge.comparisons[question.job.key], other.count > 1 else { return nil }
      return (question.blame.id, other)
    }
    return alike + found + alikeByName(questions, examples)
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
    var logs: [String: [(log: TriageLog, place: Int)]] = [:]
    var builds: [String: KnownBuild] = [:]
    for log in self.logs {
      guard let build = self.builds.build(of: log).flatMap(known),
        case .blamed(let id, _, let place)? = knowledge.findings[log.key(build.build)]
      else { continue }
      logs[id, default: []].append((log, place))
      builds[id] = build
    }
    return logs.keys.sorted().compactMap { id in
      guard let blame = knowledge.blames[id], let build = builds[id] else { return nil }
      let sorted = (logs[id] ?? [])
        .sorted { ($0.log.actions, $0.log.path) < ($1.log.actions, $1.log.path) }
      return TriageExample(
        blame: blame,
        build: build,
        logs: Array(sorted.prefix(TriageExample.limit))
      )
    }
  }

  // MARK: - Across builds

  private struct Question {
    let job: Job
    let blame: CrashBlame
    let build: TriageBuild
  }

  /// Returns the questions whether a log of one build dies alike in another.
  private func acrossBuilds(_ examples: [TriageExample]) -> [Question] {
    var questions: [Question] = []
    for example in examples {
      for build in builds.compactMap(known) where build.build.key != example.build.build.key {
        let others = examples.map(\.blame).filter {
          $0.program == build.build.key && $0.fatalType == example.blame.fatalType
            && $0.culprit == example.blame.culprit
        }
        guard !others.isEmpty else { continue }
        let names = ContentKey(others.map(\.id).joined()).text
        let job: Job = ("\(example.blame.id)>\(names)", { try Self.ask(example, build, others) })
        questions.append(Question(job: job, blame: example.blame, build: build.build))
      }
    }
    return questions
  }

  /// Returns the explanation that holds for a log in another build, with the same culprit.
  private static func ask(
    _ example: TriageExample,
    _ build: KnownBuild,
    _ others: [CrashBlame]
  ) throws -> String {
    var answer = untried
    for (log, place) in example.logs {
      let fatal = try build.fatalAction(of: log.path)
      switch try fatal.map(TriageCheck.init)?.run(others) {
      case .explained(let blame, _, let found) where found == place: return blame.id
      case .explained, .otherwise, .survives: answer = nothing
      case .untried, nil: break
      }
    }
    return answer
  }

  /// Returns the explanations of two builds that cannot replay each other's logs, where they have one
  /// culprit and one place in the code, by its name.
  private func alikeByName(
    _ questions: [Question],
    _ examples: [TriageExample]
  ) -> [(String, String)] {
    questions.filter { knowledge.comparisons[$0.job.key] == Self.untried }.flatMap { question in
      let blame = question.blame
      return examples.map(\.blame).filter { other in
        other.program == question.build.key && other.fatalType == blame.fatalType
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
    for (number, one) in examples.enumerated() where one.blame.culprit != .itself {
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
    for (log, place) in other.logs {
      guard var stage = try other.build.fatalAction(of: log.path) else { continue }
      let index = stage.step.index
      for (log, _) in one.logs {
        guard let action = try one.build.fatalAction(of: log.path)?.step else { continue }
        stage.step = action
        stage.step.index = index
        let verdicts = try CrashProbe(stage, by: other.blame.means)
          .run(at: [place - 1, place], judgedBy: one.blame.signature)
        if verdicts[0].isPass == true, verdicts[1] == .fails { return true }
      }
    }
    return false
  }
}
