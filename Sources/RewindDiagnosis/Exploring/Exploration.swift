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
/// First come the small changes of each recording: another order, an action twice, an action left out. Then
/// runs go on from states that were reached seldom, with what was recorded anywhere. A child makes many runs,
/// as a replay may go on from a state that it is given. Runs are planned and their results are taken in the order
/// of their numbers, a fixed number at a time, so that the same seed makes the same runs on every machine.
package final class Exploration {
  /// The work so far.
  package struct Progress: Sendable {
    package var runs = 0
    package var kinds = 0
    package var findings = 0
    /// The signature of a failure that is looked into; nil while runs are made.
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
  package private(set) var progress = Progress()
  /// The recordings that could not be used, each with the reason.
  package internal(set) var unused: [(path: String, why: String)] = []
  /// The number of recordings that are used.
  package private(set) var recordingCount = 0
  /// The number of actions that were replayed.
  package private(set) var actions = 0
  /// The number of processes that were started for runs.
  package private(set) var children = 0
  /// The types of user actions that no run came to, in the order of their names.
  package var untried: [String] { types.subtracting(done).sorted() }
  private var types: Set<String> = []
  private var done: Set<String> = []
  /// True if the app cannot be given a state.
  private var isOpaque = false
  /// The time that it took to look into failures.
  private var timeForFindings = Duration.zero

  let program: ReplayProgram
  let options: Options
  private let ends: (_ timeForFindings: Duration) -> Bool
  private let report: (Progress) -> Void
  /// The crashes that are known: recorded ones, and those of findings.
  var deaths: [CrashIdentityCache.Death] = []
  var signatures: [CrashSignature] = []
  /// The conditions that hold somewhere in the recordings, and the findings of others with their actions.
  var broken: Set<String> = []

  /// The batches that are made at a time: enough for a few processors, and few enough that a new state is soon
  /// gone on from.
  private static let batches = 4
  /// The runs of a batch: a child's start costs as much as a few hundred actions.
  private static let batchSize = 48

  /// - Parameters:
  ///   - program: The app.
  ///   - options: The seed and the limits.
  ///   - isOver: Returns true once no more runs are to be made; it is given the time that findings took.
  ///   - report: Receives the work so far, now and then.
  package init(
    by program: ReplayProgram,
    _ options: Options,
    isOver: @escaping (_ timeForFindings: Duration) -> Bool = { _ in false },
    report: @escaping (Progress) -> Void = { _ in }
  ) {
    (self.program, self.options) = (program, options)
    (self.ends, self.report) = (isOver, report)
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
    var changes = RunPlanner(model: model).changes()[...]
    while !isOver(), options.runs.map({ progress.runs < $0 }) ?? true {
      let runs = plan(&changes, roots, model, &corpus)
      guard !runs.isEmpty else { break }
      let results = try make(runs, model, corpus)
      for result in results {
        try take(result, &model, &corpus)
      }
      progress.kinds = corpus.kinds.count
      report(progress)
    }
    return true
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
    let wanted = min(size, options.runs.map { $0 - progress.runs } ?? size)
    let planner = RunPlanner(model: model)
    var runs: [PlannedRun] = []
    var idle = 0
    while runs.count < wanted, idle < 1_000 {
      let number = progress.runs + runs.count + 1
      var draft: RunDraft
      if let (recording, change) = changes.popFirst() {
        let position = planner.start(of: change, in: recording)
        guard position < roots[recording].count else { continue }
        let node = corpus.nodes[roots[recording][position]]
        guard corpus.tryNew(planner.key(recording, change), on: node.kind) else { continue }
        draft = RunDraft(
          node: roots[recording][position],
          depth: node.depth,
          pending: node.pending
        )
        planner.add(change, of: recording, to: &draft)
      } else {
        var random = ExplorationRandom(seed: options.seed, run: number + idle << 32)
        draft = guided(planner, roots, &corpus, &random)
      }
      guard !draft.steps.isEmpty else {
        idle += 1
        continue
      }
      runs.append(
        PlannedRun(
          number: number,
          node: draft.node,
          state: corpus.state(of: draft.node),
          text: corpus.nodes[draft.node].text,
          steps: draft.steps,
          pending: draft.history
        )
      )
    }
    return runs
  }

  private func make(
    _ runs: [PlannedRun],
    _ model: ExplorationModel,
    _ corpus: ExplorationCorpus
  ) throws -> [RunBatch.Result] {
    let base = ReplayRequest(model.recordings[0].timeline, states: .all, locates: true)
    var runs = runs
    for number in runs.indices where isOpaque {
      runs[number].opening = try opening(to: runs[number].node, model, corpus)
    }
    let batches = stride(from: 0, to: runs.count, by: Self.batchSize).map { first in
      RunBatch(
        runs: Array(runs[first..<min(first + Self.batchSize, runs.count)]),
        program: program,
        base: base,
        judge: model.judge,
        known: corpus.kinds
      )
    }
    var results: [RunBatch.Result] = []
    for answer in ParallelWork.map(batches, { try $0.make() }) {
      guard let answer = try answer?.get() else { continue }
      if answer.isOpaque, !isOpaque {
        isOpaque = true
        return try make(runs, model, corpus)
      }
      results += answer.results
      children += answer.children
      actions += answer.actions
    }
    return results
  }

  /// Returns what leads to a state from the start of its recording.
  private func opening(
    to node: Int,
    _ model: ExplorationModel,
    _ corpus: ExplorationCorpus
  ) throws -> PlannedRun.Opening {
    let recording = model.recordings[corpus.nodes[node].recording]
    var request = ReplayRequest(recording.timeline, states: .all, locates: true)
    try request.begin(recording.timeline.usualStart(), recording.timeline)
    var index = recording.startIndex
    for planned in corpus.path(to: node) {
      index += 1
      var step = planned.step
      (step.index, step.time) = (index, nil)
      request.add(step)
    }
    return PlannedRun.Opening(request: request, index: index)
  }

  /// Takes in what a run showed: states of new kinds are gone on from, failures are looked into.
  private func take(
    _ result: RunBatch.Result,
    _ model: inout ExplorationModel,
    _ corpus: inout ExplorationCorpus
  ) throws {
    let run = result.run
    progress.runs = max(progress.runs, run.number)
    var steps: [PlannedStep] = []
    var parent = run.node
    for (position, reached) in result.reached.enumerated() {
      var step = run.steps[position]
      done.insert(step.step.kindName)
      for input in reached.inputs
      where !step.step.inputs.contains(where: { $0.name == input.name }) {
        step.step.inputs.append(input)
      }
      steps.append(step)
      guard let state = reached.state else { continue }
      let added = corpus.add(
        parent: parent,
        recording: corpus.nodes[run.node].recording,
        steps: steps,
        state,
        kind: (reached.kind, reached.features),
        pending: run.pending[position]
      )
      if let added { (parent, steps) = (added, []) }
    }
    switch result.end {
    case .done, .impossible, .undecodable:
      break
    case .unresolved(let input):
      model.noteInput(input, of: run.steps[result.reached.count].step.kindName)
    case .died(let death):
      guard !isKnown(death) else { return }
      let last = run.steps[result.reached.count]
      try explain(
        corpus.path(to: parent) + steps + [last],
        .died(death),
        corpus.nodes[run.node].recording,
        run.number,
        model
      )
    case .wrong(let number):
      let condition = options.never[number]
      guard !broken.contains(condition.title),
        broken.insert("\(condition.title) \(steps.last?.step.kindName ?? "")").inserted
      else { return }
      try explain(
        corpus.path(to: parent) + steps,
        .wrong(condition),
        corpus.nodes[run.node].recording,
        run.number,
        model
      )
    }
  }

  private func isKnown(_ death: CrashIdentityCache.Death) -> Bool {
    deaths.contains { $0.addresses == death.addresses && $0.plain.matches(death.plain) }
  }

  /// Looks into a failure: reproduces and minimizes it.
  private func explain(
    _ path: [PlannedStep],
    _ failure: FailureExplanation.Failure,
    _ recording: Int,
    _ number: Int,
    _ model: ExplorationModel
  ) throws {
    progress.explaining = failure.words
    report(progress)
    let start = ContinuousClock.now
    defer {
      progress.explaining = nil
      timeForFindings += ContinuousClock.now - start
    }
    if case .died(let death) = failure { deaths.append(death) }
    let explanation = FailureExplanation(
      program: program,
      model: model,
      path: path,
      recording: recording,
      run: number
    )
    guard let found = try explanation.find(failure, besides: signatures) else { return }
    if let crash = found.crash { signatures.append(crash) }
    findings.append(found)
    progress.findings = findings.count
    report(progress)
  }
}
