import RewindSession
import RewindTimeline

/// An explanation with logs that show it.
struct TriageExample: Sendable {
  let blame: CrashBlame
  let build: TriageBuild
  /// Logs, each with the place of the state after its culprit.
  var logs: [(log: TriageLog, place: Int)]

  /// Logs to try: one action may not fit into another session.
  private static let limit = 3

  func joined(_ other: TriageExample) -> TriageExample {
    var joined = self
    joined.logs += other.logs
    return joined
  }

  /// The same with only the shortest logs.
  var shortest: TriageExample {
    var short = self
    short.logs = Array(
      logs.sorted { ($0.log.actions, $0.log.path) < ($1.log.actions, $1.log.path) }
        .prefix(Self.limit)
    )
    return short
  }
}

/// The search for explanations that are of one cause.
///
/// Names and lines change from build to build, so that two builds are compared by what they do: a log of the
/// one is replayed by the other, and dies of the same culprit there. Two fatal actions of one build die of one
/// bad state if either dies on the other's: after the culprit, and not before it.
struct TriageComparison {
  private let examples: [TriageExample]
  private let builds: [TriageBuild]
  private let abilities: [String: ReplayAbilities]
  private let sightings: [String: DeathSightings]
  /// The pairs of explanations that are one cause.
  private(set) var links: [(String, String)] = []

  init(
    _ examples: [TriageExample],
    _ builds: [TriageBuild],
    _ abilities: [String: ReplayAbilities],
    _ sightings: [String: DeathSightings]
  ) {
    (self.examples, self.builds) = (examples, builds)
    (self.abilities, self.sightings) = (abilities, sightings)
  }

  /// A question to replays, with a name under which its answer is kept.
  struct Job: Sendable {
    let key: String
    let ask: @Sendable () throws -> String
  }

  /// The answer that nothing was found.
  private static let nothing = ""
  /// The answer that it could not be tried.
  private static let untried = "?"

  /// Compares all explanations.
  ///
  /// - Parameters:
  ///   - known: The answers of earlier runs, to which new ones are added.
  ///   - map: Works on questions in parallel.
  /// - Throws: ``ReplayProgramError``; errors of reading a log.
  mutating func run(
    known: inout [String: String],
    map: ([Job], @escaping @Sendable (Job) throws -> String) -> [Result<String, any Error>?]
  ) throws {
    func answer(_ jobs: [Job]) throws {
      let open = jobs.filter { known[$0.key] == nil }
      for (job, result) in zip(open, map(open) { try $0.ask() }) {
        if let result { known[job.key] = try result.get() }
      }
    }
    let across = acrossActions()
    try answer(across.map(\.job))
    links += across.filter { known[$0.job.key] == "same" }.map(\.pair)

    let questions = acrossBuilds()
    try answer(questions.map(\.job))
    links += questions.compactMap { question in
      known[question.job.key].flatMap { $0.count > 1 ? (question.example.blame.id, $0) : nil }
    }
    links += alikeByName(known, questions)
  }

  // MARK: - Across builds

  private struct Question {
    let job: Job
    let example: TriageExample
    let build: TriageBuild
  }

  /// Returns the questions whether a log of one build dies alike in another.
  private func acrossBuilds() -> [Question] {
    var questions: [Question] = []
    for example in examples {
      for build in builds where build.key != example.build.key {
        let others = examples.map(\.blame).filter {
          $0.program == build.key && $0.fatalType == example.blame.fatalType
            && $0.culprit == example.blame.culprit
        }
        guard !others.isEmpty,
          let abilities = abilities[build.key], let sightings = sightings[build.key]
        else { continue }
        let names = ContentKey(others.map(\.id).joined()).text
        let job = Job(key: "\(example.blame.id)>\(names)") {
          try Self.ask(example, build, others, abilities, sightings)
        }
        questions.append(Question(job: job, example: example, build: build))
      }
    }
    return questions
  }

  /// Returns the explanation that holds for a log in another build, with the same culprit.
  private static func ask(
    _ example: TriageExample,
    _ build: TriageBuild,
    _ others: [CrashBlame],
    _ abilities: ReplayAbilities,
    _ sightings: DeathSightings
  ) throws -> String {
    var answer = untried
    for (log, place) in example.logs {
      let check = try TriageCheck.open(log.path, by: build, abilities, sightings)
      switch try check?.run(others) {
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
    _ known: [String: String],
    _ questions: [Question]
  ) -> [(String, String)] {
    let untried = questions.filter { known[$0.job.key] == Self.untried }
    return untried.flatMap { question -> [(String, String)] in
      let blame = question.example.blame
      return examples.map(\.blame).filter { other in
        other.program == question.build.key && other.fatalType == blame.fatalType
          && other.agrees(with: blame) && !other.signature.frames.isEmpty
          && other.signature.frames == blame.signature.frames
      }.map { (blame.id, $0.id) }
    }
  }

  // MARK: - Across actions

  /// Returns the questions whether one bad state kills two actions.
  private func acrossActions() -> [(job: Job, pair: (String, String))] {
    var questions: [(job: Job, pair: (String, String))] = []
    for (number, one) in examples.enumerated() where one.blame.culprit != .itself {
      for other in examples[(number + 1)...]
      where other.blame.program == one.blame.program && one.blame.agrees(with: other.blame) {
        guard let abilities = abilities[one.build.key], let sightings = sightings[one.build.key]
        else { continue }
        let pair = (one.blame.id, other.blame.id)
        let job = Job(key: "\(pair.0)~\(pair.1)") {
          let isSame =
            try Self.dies(one, on: other, abilities, sightings)
            && Self.dies(other, on: one, abilities, sightings)
          return isSame ? "same" : Self.nothing
        }
        questions.append((job, pair))
      }
    }
    return questions
  }

  /// Returns true if a fatal action also dies of the state of which another does.
  private static func dies(
    _ one: TriageExample,
    on other: TriageExample,
    _ abilities: ReplayAbilities,
    _ sightings: DeathSightings
  ) throws -> Bool {
    for (log, place) in other.logs {
      guard let stage = try TriageCheck.open(log.path, by: other.build, abilities, sightings)
      else { continue }
      for (log, _) in one.logs {
        guard
          var action = try TriageCheck.open(log.path, by: one.build, abilities, sightings)?.fatal
        else { continue }
        action.index = stage.fatal.index
        let verdicts = try stage.probe(action, by: other.blame.means)
          .run(at: [place - 1, place], judgedBy: one.blame.failure)
        if verdicts[0].isSurvival, verdicts[1] == .fails { return true }
      }
    }
    return false
  }
}
