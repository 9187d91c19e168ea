import RewindJSON
import RewindLog
import RewindSession
import RewindTimeline

/// The recordings that an exploration begins with.
extension Exploration {
  func read(_ paths: [String]) throws -> [ExploredRecording] {
    var timelines: [(path: String, timeline: Timeline, request: ReplayRequest)] = []
    for path in paths {
      do throws(SessionLogError) {
        let timeline = try Timeline.open(SessionLog.open(path))
        if let damage = timeline.log.damage { throw SessionLogError(path, .damaged(damage)) }
        let header = timeline.log.header
        if let first = timelines.first?.timeline.log.header,
          first.store != header.store || first.app != header.app
        {
          unused.append((path, "It is of another app or store than \(timelines[0].path)."))
          continue
        }
        timelines.append((path, timeline, try .whole(timeline, states: .all, asksAllowed: true)))
      } catch {
        unused.append((path, error.description))
      }
    }
    let program = program
    let replays = ParallelWork.map(timelines.map(\.request), isCancelled: isOver) { request in
      Result { try ReplayedSession.run(request, by: program) }
    }
    var recordings: [ExploredRecording] = []
    var failure: (any Error)?
    for (log, replay) in zip(timelines, replays) {
      guard case .success(let result)? = replay else { continue }
      do {
        let replayed = try result.get()
        if case .undecodable(let parts) = replayed.outcome.ending {
          unused.append((log.path, parts.description))
        } else if let recording = try ExploredRecording.make(log.path, log.timeline, replayed) {
          recordings.append(recording)
        } else {
          unused.append((log.path, "The app did not make its initial state."))
        }
      } catch let error as ReplayProgramError where error.isAboutOneSession {
        unused.append((log.path, error.description))
        failure = failure ?? error
      }
    }
    if recordings.isEmpty, let failure { throw failure }
    return recordings
  }

  /// Notes the failures that the recordings have.
  func noteKnown(_ recordings: [ExploredRecording], _ model: ExplorationModel) throws {
    for recording in recordings {
      if let death = recording.crash {
        deaths.append(death)
        let request = try ReplayRequest.whole(recording.timeline, states: .none)
        let outcome = try program.run(request, withBacktrace: true)
        if let last = outcome.lastAction, last > 0,
          let crash = outcome.crash(in: try recording.timeline.step(last))
        {
          signatures.append(crash.signature)
        }
      }
      for (position, step) in recording.steps.enumerated() {
        guard let before = recording.state(before: position), let after = step.state,
          let number = model.judge.broken(by: step.step, before: before, after: after)
        else { continue }
        broken.insert(options.never[number].title)
      }
    }
  }

  /// Adds the states of all recordings; returns their numbers, by recording and position.
  func add(
    _ recordings: [ExploredRecording],
    _ model: ExplorationModel,
    to corpus: inout ExplorationCorpus
  ) -> [[Int]] {
    let planner = RunPlanner(model: model)
    return recordings.enumerated().map { number, recording in
      let start = recording.start
      let kind = model.judge.kind(of: start, [])
      guard
        var node = corpus.add(
          parent: nil,
          recording: number,
          steps: [],
          start,
          kind: kind,
          pending: [],
          isNeeded: true
        )
      else { return [] }
      var nodes = [node]
      var draft = RunDraft(node: node, depth: 0, pending: [])
      var passed = 0
      for (position, recorded) in recording.steps.enumerated() {
        guard let state = recorded.state else { break }
        let origin = PlannedStep.Origin(recording: number, position: position)
        // What an action dispatched was added with it.
        if passed == draft.steps.count { planner.addRecorded(origin, to: &draft) }
        if passed == draft.steps.count {
          let role = model.answers.role(of: recorded.step.kindName, at: origin)
          draft.add(recorded.step, origin, role)
        }
        passed += 1
        guard passed == draft.steps.count else {
          nodes.append(node)
          continue
        }
        passed = 0
        let kind = model.judge.kind(of: state, draft.pending)
        let added = corpus.add(
          parent: node,
          recording: number,
          steps: draft.steps,
          state,
          kind: kind,
          pending: draft.pending,
          isNeeded: true
        )
        guard let added else { break }
        node = added
        nodes.append(node)
        draft = RunDraft(
          node: node,
          depth: corpus.nodes[node].depth,
          pending: draft.pending
        )
      }
      return nodes
    }
  }
}
