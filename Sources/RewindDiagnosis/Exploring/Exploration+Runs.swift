import RewindSession
import RewindTimeline

/// Runs that are made, in a few children at a time.
extension Exploration {
  func make(
    _ runs: [PlannedRun],
    _ model: ExplorationModel,
    _ corpus: ExplorationCorpus
  ) throws -> [RunBatch.Result] {
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
    var results: [RunBatch.Result] = []
    let answers = ParallelWork.map(
      batches,
      isCancelled: {
        guard !isJudging, isOver() else { return false }
        stop.set()
        return true
      },
      { try $0.make() }
    )
    for answer in answers {
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
