import Foundation
import RewindJSON
import RewindLog
package import RewindQuery
import RewindSession
import RewindTimeline

/// A search for failures in sessions that nobody has had yet, made from recorded ones.
///
/// ```
/// recordings ──▶ states, by kind ◀──────────── those of a new kind ───┐
///                   │ a state, and what may come next                 │
///                   ▼                                                 │
///              planned runs ──▶ batches, one child each ──▶ states ───┤
///                                                  └────▶ failures ──▶ reproduced, minimized
/// ```
///
/// One run in four, and every other one at first, is a small change of a recording, as long as there are any: another
/// order, an action twice, an action left out. The others go on from states that were reached seldom, with what was
/// recorded anywhere. A child makes many runs, as a replay may go on from a state that it is given. Runs are planned and
/// their results are taken in the order of their numbers, a fixed number at a time, so that the same seed makes the same
/// runs on every machine.
package final class Exploration {
  /// The work so far.
  package struct Progress: Sendable {
    package var runs = 0
    package var kinds = 0
    package var findings = 0
    /// The signature of a failure, or whatever else keeps runs waiting; nil while runs are made.
    package var explaining: String?
  }

  package struct Options: Sendable {
    package var seed: UInt64 = 1
    /// The number of runs; nil for any.
    package var runs: Int?
    package var never: [Invariant] = []

    package init() {}
  }

  /// The findings, in the order in which they were found.
  package private(set) var findings: [ExploredFailure] = []
  /// The crashes of the findings; nil for a condition.
  private var causes: [CrashIdentityCache.Death?] = []
  /// The crashes of which no session is known that a user can have for sure.
  private var doubted: [DoubtedDeath] = []
  package private(set) var progress = Progress()
  /// The obstacles that kept a user from causing failures; these are no findings.
  package private(set) var dismissed: [UnseenState] = []
  /// The failures that there was no time to look into, as they were seen.
  package private(set) var unexplained: Set<String> = []
  /// The types of actions in which it died in a check of its own, by the name of that: no user can do these there.
  package private(set) var checked: [String: Set<String>] = [:]
  /// The recordings that could not be used, each with the reason.
  package internal(set) var unused: [(path: String, why: String)] = []
  /// The number of recordings that are used.
  package private(set) var recordingCount = 0
  /// The number of actions that were replayed.
  package internal(set) var actions = 0
  /// Receives the actions of each session that was made, from the start up to where its run ended.
  package var onSession: (([SessionStep]) -> Void)?
  /// The number of processes that were started for runs.
  package internal(set) var children = 0
  /// The types of user actions that no run came to, in the order of their names.
  package var untried: [String] { types.subtracting(done).sorted() }
  private var types: Set<String> = []
  private var done: Set<String> = []
  /// True if the app cannot be given a state.
  var isOpaque = false
  /// The number of the last run that is planned.
  private var planned = 0
  /// The time that it took to look into failures.
  private var timeForFindings = Duration.zero

  let program: ReplayProgram
  let options: Options
  private let ends: (_ timeForFindings: Duration) -> Bool
  let isTimeUp: () -> Bool
  /// True once all runs are made, and the findings are judged again.
  private(set) var isJudging = false
  private let report: (Progress) -> Void
  /// The crashes that are known: recorded ones, and those of findings.
  var deaths: [CrashIdentityCache.Death] = []
  var signatures: [CrashSignature] = []
  /// The conditions that hold somewhere in the recordings, and those of findings with their actions.
  var broken: Set<String> = []
  /// How often a failure came to nothing.
  private var unlikely: [String: Int] = [:]

  /// The sessions that are looked into before a failure is left alone: each costs some replays.
  private static let unlikelyLimit = 5
  /// The same for a session that a user can have, once one is known that a user may not be able to have.
  private static let looksForSure = 8
  /// The batches that are made at a time: enough for a few processors, and few enough that a new state is soon
  /// gone on from.
  private static let batches = 4
  /// The first runs, of which more are small changes: these are what is likeliest to happen.
  private static let firstRuns = 200
  /// The runs of a batch: a child's start costs as much as a few hundred actions.
  static let batchSize = 48

  /// - Parameters:
  ///   - program: The app.
  ///   - options: The seed and the limits.
  ///   - isOver: Returns true once no more runs are to be made; it is given the time that findings took.
  ///   - isTimeUp: Returns true once no more failures are to be looked into.
  ///   - report: Receives the work so far, now and then.
  package init(
    by program: ReplayProgram,
    _ options: Options,
    isOver: @escaping (_ timeForFindings: Duration) -> Bool = { _ in false },
    isTimeUp: @escaping () -> Bool = { false },
    report: @escaping (Progress) -> Void = { _ in }
  ) {
    (self.program, self.options) = (program, options)
    (self.ends, self.isTimeUp, self.report) = (isOver, isTimeUp, report)
  }

  /// Explores from some recordings.
  ///
  /// - Returns: False if no recording could be used.
  /// - Throws: ``ReplayProgramError``; `SessionLogError`.
  package func run(_ paths: [String]) throws -> Bool {
    let recordings = try read(paths)
    recordingCount = recordings.count
    guard !recordings.isEmpty else { return false }
    var model = ExplorationModel(recordings, never: options.never)
    types = Set(model.userTypes)
    try noteKnown(recordings, model)
    var corpus = ExplorationCorpus()
    let roots = add(recordings, model, to: &corpus)
    progress.explaining = "what the app ignores"
    report(progress)
    try dropHabits(&model, corpus)
    progress.explaining = nil
    var changes = RunPlanner(model: model).changes()[...]
    // Runs are planned, and the results of earlier ones are looked into, while others are made.
    var running: RunningBatches?
    while true {
      let next = isOver() ? [] : plan(&changes, roots, model, &corpus)
      let results = try running.map { try self.results(of: $0, model, corpus) } ?? []
      running = try next.isEmpty || isOver() ? nil : begin(next, model, corpus)
      for result in results {
        try take(result, &model, &corpus)
      }
      progress.kinds = corpus.kinds.count
      report(progress)
      if running == nil, results.isEmpty { break }
    }
    try judgeAgain(model, corpus)
    return true
  }

  /// Withdraws findings of which later runs have shown that no user can cause them.
  private func judgeAgain(_ model: ExplorationModel, _ corpus: ExplorationCorpus) throws {
    isJudging = true
    var kept: [ExploredFailure] = []
    for (found, death) in zip(findings, causes) {
      if let death, let fatal = found.fatal,
        let obstacle = try obstacle(to: fatal.action, on: fatal.before, death, model, corpus)
      {
        dismissed.append(obstacle)
      } else {
        kept.append(found)
      }
    }
    findings = kept
    for value in try emptyValues(model, corpus)
    where !dismissed.contains(where: { $0.type == value.type && $0.pointer == value.pointer }) {
      dismissed.append(value)
    }
  }

  func isOver() -> Bool { ends(timeForFindings) }

  // MARK: - Runs

  private func plan(
    _ changes: inout ArraySlice<(recording: Int, change: RunPlanner.Change)>,
    _ roots: [[Int]],
    _ model: ExplorationModel,
    _ corpus: inout ExplorationCorpus
  ) -> [PlannedRun] {
    let size = Self.batches * Self.batchSize
    let wanted = min(size, options.runs.map { $0 - planned } ?? size)
    let planner = RunPlanner(model: model)
    var runs: [PlannedRun] = []
    var idle = 0
    while runs.count < wanted, idle < 1_000 {
      let number = planned + runs.count + 1
      var draft: RunDraft
      // Large recordings have more small changes than there is time for.
      let isSmall = number.isMultiple(of: number < Self.firstRuns ? 2 : 4)
      if isSmall, let (recording, change) = changes.popFirst() {
        let position = planner.start(of: change, in: recording)
        guard position < roots[recording].count else { continue }
        let node = corpus.nodes[roots[recording][position]]
        let key = StateShape.hash(planner.key(recording, change))
        guard corpus.coverage.newness(of: key, on: node.rare) > 0 else { continue }
        corpus.coverage.note(key, on: node.rare)
        draft = RunDraft(roots[recording][position], of: corpus, model.effects)
        planner.add(change, of: recording, to: &draft)
      } else {
        var random = ExplorationRandom(seed: options.seed, run: number + idle << 32)
        draft = guided(planner, roots, &corpus, &random)
      }
      guard !draft.steps.isEmpty else {
        idle += 1
        continue
      }
      runs.append(PlannedRun(draft, corpus, number: number))
    }
    planned += runs.count
    return runs
  }

  /// Takes in the result of a run: states of new kinds are gone on from, failures are looked into.
  private func take(
    _ result: RunBatch.Result,
    _ model: inout ExplorationModel,
    _ corpus: inout ExplorationCorpus
  ) throws {
    let run = result.run
    progress.runs = max(progress.runs, run.number)
    if let onSession {
      var made = run.steps.prefix(result.reached.count)
      if case .died = result.end { made = run.steps.prefix(made.count + 1) }
      onSession((corpus.path(to: run.node) + made).map(\.step))
    }
    var steps: [PlannedStep] = []
    var parent = run.node
    var isDoubtful = corpus.nodes[run.node].isDoubtful
    var answers: [Int: [PendingAnswer]] = [:]
    var idle: Set<Int> = []
    for (position, reached) in result.reached.enumerated() {
      var step = run.steps[position]
      done.insert(step.step.kindName)
      for input in reached.inputs
      where !step.step.inputs.contains(where: { $0.name == input.name }) {
        step.step.inputs.append(input)
      }
      steps.append(step)
      if let request = reached.answers.first?.request { answers[request] = reached.answers }
      if reached.isDoubtful { isDoubtful = true }
      if reached.isIdle { idle.insert(run.depth + position) }
      guard let state = reached.state else { continue }
      let added = corpus.add(
        parent: parent,
        recording: corpus.nodes[run.node].recording,
        steps: steps,
        state,
        kind: (reached.kind, reached.features),
        pending: run.pending[position].filter { !idle.contains($0.request) }.map { pending in
          answers[pending.request]?.first { $0.type == pending.type } ?? pending
        },
        isDoubtful: isDoubtful
      )
      if let added { (parent, steps) = (added, []) }
    }
    switch result.end {
    case .done, .impossible, .undecodable:
      break
    case .unresolved(let input):
      model.noteInput(input, of: run.steps[result.reached.count].step.kindName)
    case .died(let death):
      let last = run.steps[result.reached.count]
      let number = doubtedDeath(death)
      if isKnown(death) {
        guard number != nil, !isDoubtful, !result.isFatalDoubtful else { return }
      } else if let site = death.plain.site, model.judge.checks.contains(site) {
        checked[death.plain.siteName, default: []].insert(death.plain.type)
        return
      }
      try explain(
        corpus.path(to: parent) + steps + [last],
        .died(death),
        run,
        model,
        corpus,
        insteadOf: number
      )
    case .wrong(let number):
      let condition = options.never[number]
      let last = "\(condition.title) \(steps.last?.step.kindName ?? "")"
      guard broken.isDisjoint(with: [condition.title, last]) else { return }
      try explain(
        corpus.path(to: parent) + steps,
        .wrong(condition),
        run,
        model,
        corpus
      )
    }
  }

  private func look(
    _ failure: FailureExplanation.Failure,
    _ explanation: FailureExplanation,
    besides known: [CrashSignature]
  ) throws -> FailureExplanation.Result {
    var explanation = explanation
    do {
      return try explanation.find(failure, besides: known)
    } catch let error as ReplayProgramError where error.isAboutOneSession {
      return .unlikely
    }
  }

  /// Returns the number of a crash for which a session is looked for that a user can have.
  private func doubtedDeath(_ death: CrashIdentityCache.Death) -> Int? {
    doubted.firstIndex { $0.looks < Self.looksForSure && $0.death.isSame(as: death) }
  }

  func isKnown(_ death: CrashIdentityCache.Death) -> Bool {
    deaths.contains { $0.isSame(as: death) }
  }

  private func add(_ found: ExploredFailure, _ failure: FailureExplanation.Failure) {
    if let crash = found.crash { signatures.append(crash) }
    findings.append(found)
    if case .died(let death) = failure { causes.append(death) } else { causes.append(nil) }
    progress.findings = findings.count
    report(progress)
  }

  /// Looks into a failure: reproduces and minimizes it.
  private func explain(
    _ path: [PlannedStep],
    _ failure: FailureExplanation.Failure,
    _ run: PlannedRun,
    _ model: ExplorationModel,
    _ corpus: ExplorationCorpus,
    insteadOf number: Int? = nil
  ) throws {
    if isTimeUp() {
      if number == nil { unexplained.insert(failure.words) }
      return
    }
    progress.explaining = failure.words
    report(progress)
    let start = ContinuousClock.now
    defer {
      progress.explaining = nil
      timeForFindings += ContinuousClock.now - start
    }
    let explanation = FailureExplanation(
      program: program,
      model: model,
      path: path,
      recording: corpus.nodes[run.node].recording,
      run: run.number,
      isSureWanted: number != nil
    )
    if let number {
      doubted[number].looks += 1
      let finding = doubted[number].finding
      let known = finding == nil ? signatures : []
      if case .found(let found) = try look(failure, explanation, besides: known),
        found.doubt == nil
      {
        if let finding {
          findings[finding] = found
        } else {
          add(found, failure)
        }
        doubted.remove(at: number)
      }
      return
    }
    switch try look(failure, explanation, besides: signatures) {
    case .found(let found):
      if case .died(let death) = failure, let fatal = found.fatal,
        let obstacle = try obstacle(to: fatal.action, on: fatal.before, death, model, corpus)
      {
        dismissed.append(obstacle)
        doubted.append(DoubtedDeath(death: death, finding: nil))
        break
      }
      if found.doubt != nil, case .died(let death) = failure {
        doubted.append(DoubtedDeath(death: death, finding: findings.count))
      }
      add(found, failure)
    case .known:
      break
    case .unlikely:
      unlikely[failure.words, default: 0] += 1
      guard unlikely[failure.words, default: 0] >= Self.unlikelyLimit else { return }
    }
    switch failure {
    case .died(let death): deaths.append(death)
    case .wrong(let condition):
      broken.insert("\(condition.title) \(path.last?.step.kindName ?? "")")
    }
  }
}

/// A crash of which only a session is known that a user may not be able to have.
private struct DoubtedDeath {
  let death: CrashIdentityCache.Death
  /// The finding that tells of it; nil if it was left out.
  let finding: Int?
  /// The number of sessions that were looked into since.
  var looks = 0
}

extension CrashIdentityCache.Death {
  fileprivate func isSame(as other: Self) -> Bool {
    addresses == other.addresses && plain.matches(other.plain)
  }
}
