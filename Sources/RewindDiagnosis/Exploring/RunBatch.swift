import Foundation
import RewindJSON
import RewindSession

/// A flag that is set once, from any thread.
final class StopFlag: @unchecked Sendable {
  private let lock = NSLock()
  private var value = false

  var isSet: Bool { lock.withLock { value } }
  func set() { lock.withLock { value = true } }
}

/// Runs that one child makes after the other, each from a state that it is given.
struct RunBatch: Sendable {
  let runs: [PlannedRun]
  let program: ReplayProgram
  /// The types of actions that are known to hang: they need not be waited for as long.
  let hanging: Set<String>
  /// A request with nothing but its header.
  let base: ReplayRequest
  let judge: StepJudge
  /// The kinds of states that are known.
  let known: Set<UInt64>
  /// Ends the batch after the child that runs.
  let stop: StopFlag

  /// The result of a run.
  struct Result: Sendable {
    struct ReachedState: Sendable {
      let kind: UInt64
      /// The state and its features, if its kind was not known.
      let state: JSONValue?
      let features: [UInt64]
      let inputs: [SessionStep.Input]
      /// The answers to expect for it, as its state has it.
      let answers: [PendingAnswer]
      /// True if its action has changed the state.
      let isChanged: Bool
      /// True if it has asked for nothing, although it was planned to.
      let isIdle: Bool
      /// True if a user may not be able to do its action.
      let isDoubtful: Bool
    }

    enum End: Sendable {
      case done
      /// A user could not do the next action.
      case impossible
      /// The app died in the next action.
      case died(CrashIdentityCache.Death)
      /// A condition began to hold with the last action.
      case wrong(condition: Int)
      /// The next action reads an input that there is none of.
      case unresolved(input: String)
      /// The app cannot decode it, or does not answer as the contract says.
      case undecodable
    }

    var run: PlannedRun
    /// True if a user may not be able to do what it died of.
    var isFatalDoubtful = false
    var reached: [ReachedState] = []
    var end = End.done
  }

  struct Answer: Sendable {
    var results: [Result] = []
    var children = 0
    var actions = 0
    /// True if the app cannot be given a state.
    var isOpaque = false
  }

  /// Most actions take a few milliseconds.
  static let usualLimit = Duration.seconds(2)

  /// Makes all runs.
  ///
  /// - Throws: ``ReplayProgramError``.
  func make() throws -> Answer {
    var answer = Answer()
    var rest = runs[...]
    var width = rest.count
    while !rest.isEmpty, !stop.isSet {
      do {
        let count = try make(rest.prefix(width), &answer)
        if answer.isOpaque { return answer }
        rest = rest.dropFirst(count)
      } catch let error as ReplayProgramError where error.isAboutOneSession {
        // Which of the runs it is about cannot be known: they are made one by one.
        if width == 1, let run = rest.popFirst() {
          answer.results.append(Result(run: run, end: .undecodable))
        }
        width = 1
      }
    }
    return answer
  }

  /// Has one child make runs until the app dies; returns the number of those that are done with.
  private func make(
    _ all: ArraySlice<PlannedRun>,
    _ answer: inout Answer,
    isPatient: Bool = false
  ) throws -> Int {
    let opening = all.first?.opening
    // With an opening, a run has a child of its own.
    let runs = opening == nil ? all : all.prefix(1)
    var request = opening?.request ?? base
    var steps: [Int: (run: Int, position: Int)] = [:]
    var index = opening?.index ?? 0
    for (number, run) in runs.enumerated() {
      if opening == nil { request.start(after: index, text: run.text) }
      for position in run.steps.indices {
        index += 1
        var step = run.steps[position].step
        step.index = index
        request.add(step)
        steps[index] = (number, position)
      }
    }
    var results = runs.map { Result(run: $0) }
    var isOver = runs.map { _ in false }
    // The actions that no user could do, and that the app did nothing of.
    var skipped = runs.map { _ in Set<Int>() }
    var isImpossible = false
    var (last, current): (JSONValue, JSONValue) = (.null, .null)
    // The states around the actions of the run that is made.
    var states: [StateEchoes.AskedState] = []
    var (run, position) = (-1, 0)
    var inputs: [SessionStep.Input] = []
    var begun = 0
    let program = isPatient ? program : program.limited(to: Self.usualLimit)
    let outcome = try program.run(request) { line in
      switch line {
      case .action(let action):
        guard let found = steps[action.index] else { return }
        begun += 1
        if found.run != run { (current, states) = (results[found.run].run.state, []) }
        (run, position, inputs) = (found.run, found.position, [])
        let step = results[run].run.steps[position]
        isImpossible = !judge.allows(step, on: current, isAllowed: action.isAllowed)
        if case .answer(let request) = step.role {
          let number = request - results[run].run.depth
          if states.indices.contains(number) {
            let first = results[run].run.firstTap(number).map { states[$0] }
            isImpossible =
              skipped[run].contains(number)
              || !judge.echoes.fit(step.step, states[number], first: first)
          }
        }
      case .input(let input):
        inputs.append(SessionStep.Input(name: input.name, value: input.value))
      case .state(let line):
        if let whole = line.state { last = whole } else { try line.patch?.apply(to: &last) }
        guard run >= 0, !isOver[run] else {
          current = last
          return
        }
        if !isImpossible {
          let first = results[run].run.firstTap(position)
          let own = StateEchoes.AskedState(before: current, after: last)
          let asked = first == position ? own : first.map { states[$0] }
          take(last, after: position, from: current, asked, inputs, &results[run], &isOver[run])
        } else if last == current {
          skipped[run].insert(position)
        } else {
          (isOver[run], results[run].end) = (true, .impossible)
        }
        states.append(.init(before: current, after: last))
        current = last
      default:
        break
      }
    }
    answer.children += 1
    answer.actions += begun
    for number in results.indices where !skipped[number].isEmpty {
      results[number].run.leaveOut(skipped[number])
    }
    switch outcome.ending {
    case .closed:
      answer.results += results
      return runs.count
    case .died(let crash):
      guard let index = outcome.lastAction, let found = steps[index] else {
        guard opening != nil else {
          throw ReplayProgramError(program: program.name, .incomplete(action: 0))
        }
        results[0].end = .impossible
        answer.results.append(results[0])
        return 1
      }
      let type = runs[runs.startIndex + found.run].steps[found.position].step.type
      if crash == .timeOut, !isPatient, !hanging.contains(type) {
        // On a busy machine, an action may take long once.
        answer.results += results[..<found.run]
        return try found.run + make(runs.dropFirst(found.run).prefix(1), &answer, isPatient: true)
      }
      if isOver[found.run] {
        // What the run came to before stays.
      } else if isImpossible, found == (run, position) {
        results[found.run].end = .impossible
      } else {
        let death = CrashIdentityCache.Death(
          crash,
          in: type,
          errorText: outcome.errorText,
          addresses: outcome.addresses
        )
        // It died after the state was written, outside the reducer.
        if results[found.run].reached.count > found.position - skipped[found.run].count {
          results[found.run].reached.removeLast()
        }
        results[found.run].isFatalDoubtful = isDoubtful(
          found.position,
          of: runs[runs.startIndex + found.run],
          on: current
        )
        results[found.run].end = .died(death)
      }
      answer.results += results[...found.run]
      return found.run + 1
    case .unresolved(let input, let action):
      let found = steps[action] ?? (run: max(run, 0), position: 0)
      if !isOver[found.run] { results[found.run].end = .unresolved(input: input) }
      answer.results += results[...found.run]
      return found.run + 1
    case .undecodable(.state):
      answer.isOpaque = true
      return 0
    case .undecodable(.actions(let failures)):
      // Nothing was reduced: without the first of these runs, the others are tried again.
      let lost = failures.compactMap { steps[$0.index]?.run }.min() ?? 0
      if lost > 0 { return try make(runs.prefix(lost), &answer) }
      results[0].end = .undecodable
      answer.results.append(results[0])
      return 1
    }
  }

  /// True if a user may not be able to do an action on the state before it.
  private func isDoubtful(_ position: Int, of run: PlannedRun, on state: JSONValue) -> Bool {
    let last = position > 0 ? run.steps[position - 1] : nil
    return judge.doubt(about: run.steps[position], after: last, on: state) != nil
  }

  private func take(
    _ state: JSONValue,
    after position: Int,
    from before: JSONValue,
    _ first: StateEchoes.AskedState?,
    _ inputs: [SessionStep.Input],
    _ result: inout Result,
    _ isOver: inout Bool
  ) {
    let (kind, features) = judge.kind(of: state, result.run.pending[position])
    let isKnown = known.contains(kind)
    let request = result.run.depth + position
    let asked = StateEchoes.AskedState(before: before, after: state)
    let planned = result.run.pending[position].filter { $0.request == request }
    let answers = planned.filter { answer in
      first.map { judge.echoes.asks(for: answer.type, $0) } ?? true
    }.map { answer in
      var answer = answer
      answer.step = judge.echoes.fitted(answer.step, asked)
      return answer
    }
    result.reached.append(
      .init(
        kind: kind,
        state: isKnown ? nil : state,
        features: isKnown ? [] : features,
        inputs: inputs,
        answers: answers,
        isChanged: before != state,
        isIdle: answers.isEmpty && !planned.isEmpty,
        isDoubtful: isDoubtful(position, of: result.run, on: before)
      )
    )
    guard !judge.never.isEmpty,
      let condition = judge.broken(
        by: result.run.steps[position].step,
        before: before,
        after: state
      )
    else { return }
    (isOver, result.end) = (true, .wrong(condition: condition))
  }
}
