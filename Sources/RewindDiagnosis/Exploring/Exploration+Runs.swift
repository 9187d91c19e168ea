import RewindSession
import RewindTimeline

/// Runs that are made, in a few children at a time.
extension Exploration {
  /// Runs that are being made.
  struct RunningBatches {
    fileprivate let runs: [PlannedRun]
    /// True if each begins with a state that the app is given.
    fileprivate let areGiven: Bool
    fileprivate let stop: StopFlag
    fileprivate let work: ParallelWork.Running<RunBatch.Answer>
  }

  func make(
    _ runs: [PlannedRun],
    _ model: ExplorationModel,
    _ corpus: ExplorationCorpus
  ) throws -> [RunBatch.Result] {
    guard isJudging || !isOver() else { return [] }
    return try results(of: begin(runs, model, corpus), model, corpus)
  }

  /// Begins to make runs.
  func begin(
    _ runs: [PlannedRun],
    _ model: ExplorationModel,
    _ corpus: ExplorationCorpus
  ) throws -> RunningBatches {
    let base = ReplayRequest(
      model.recordings[0].timeline,
      states: .all,
      locates: true,
      asksAllowed: true
    )
    let hanging = Set(deaths.map(\.plain).filter { $0.crash == .timeOut }.map(\.type))
    var runs = runs
    for number in runs.indices where isOpaque {
      runs[number].opening = try opening(to: runs[number].node, model, corpus)
    }
    let stop = StopFlag()
    let batches = stride(from: 0, to: runs.count, by: Self.batchSize).map { first in
      RunBatch(
        runs: Array(runs[first..<min(first + Self.batchSize, runs.count)]),
        program: program,
        hanging: hanging,
        base: base,
        judge: model.judge,
        known: corpus.kinds,
        stop: stop
      )
    }
    let work = ParallelWork.begin(batches) { try $0.make() }
    return RunningBatches(runs: runs, areGiven: !isOpaque, stop: stop, work: work)
  }

  /// Waits for the results of runs, or for those that there are when the time is over.
  func results(
    of running: RunningBatches,
    _ model: ExplorationModel,
    _ corpus: ExplorationCorpus
  ) throws -> [RunBatch.Result] {
    var results: [RunBatch.Result] = []
    let answers = running.work.results(isCancelled: {
      guard !isJudging, isOver() else { return false }
      running.stop.set()
      return true
    })
    for answer in answers {
      guard let answer = try answer?.get() else { continue }
      if answer.isOpaque, running.areGiven {
        isOpaque = true
        return try make(running.runs, model, corpus)
      }
      results += answer.results
      children += answer.children
      actions += answer.actions
    }
    return results
  }

  /// Returns the steps to a state from the start of its recording.
  private func opening(
    to node: Int,
    _ model: ExplorationModel,
    _ corpus: ExplorationCorpus
  ) throws -> PlannedRun.Opening {
    let recording = model.recordings[corpus.nodes[node].recording]
    var request = ReplayRequest(recording.timeline, states: .all, locates: true, asksAllowed: true)
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
}
