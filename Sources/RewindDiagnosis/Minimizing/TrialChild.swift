import RewindJSON
import RewindSession

/// Trials that one process of the program makes one after the other, each on a state that it is given.
///
/// A trial that the program dies in is the last one. As each begins with a whole state, the others are as in a process
/// of their own, unless the program keeps something outside its state; that is why a result is replayed once more
/// before it is told.
struct TrialChild: Sendable {
  /// The trials, as many as there is room for.
  let trials: [MinimizationProbe.Trial]
  private var request: ReplayRequest
  /// The states that the trials begin with; nil for one that the program reaches by itself.
  private var starts: [JSONValue?] = [nil]
  /// The number of each trial's first action in the request, and one more than the last.
  private var numbers: [Int]

  /// The bytes of a request beyond which it gets no further trial: reading them takes as long as a start.
  static let byteLimit = 1 << 18

  /// - Parameters:
  ///   - trials: The trials; as many of the first ones are made as there is room for.
  ///   - request: A request that leads to the first one's state.
  ///   - index: The action that this state follows.
  ///   - state: Returns the state at a position.
  init(
    _ trials: [MinimizationProbe.Trial],
    beginning request: ReplayRequest,
    after index: Int,
    state: (_ position: Int) throws -> JSONValue
  ) rethrows {
    self.request = request
    numbers = [index + 1]
    var count = 0
    for trial in trials {
      if count > 0 {
        guard self.request.bytes.count < Self.byteLimit else { break }
        let start = try state(trial.position)
        self.request.start(after: numbers[count] - 1, start)
        starts.append(start)
      }
      for (offset, step) in trial.steps.enumerated() {
        var step = step
        step.index = numbers[count] + offset
        self.request.add(step)
      }
      numbers.append(numbers[count] + trial.steps.count)
      count += 1
    }
    self.trials = Array(trials.prefix(count))
  }

  /// Makes the trials.
  ///
  /// - Returns: The replays of those that were made, under the actions' own numbers; none if it cannot be known which
  ///   of several the end is about: the program could not read the request, or died between two of them.
  func run(by program: ReplayProgram) throws -> [ReplayedSession] {
    let whole: ReplayedSession
    if request.wantsStates {
      whole = try ReplayedSession.run(request, by: program)
    } else {
      let outcome = try program.run(request)
      whole = ReplayedSession(
        start: .init(index: numbers[0] - 1),
        steps: [],
        madeItsStart: !request.beginsWithState,
        outcome: outcome
      )
    }
    let last: Int
    switch whole.outcome.ending {
    case .closed: last = trials.count - 1
    case .undecodable:
      guard trials.count == 1 else { return [] }
      last = 0
    case .died:
      last = number(of: whole.outcome.lastAction)
      // It had made the trial's last state, so that it may have died of the next one's first.
      let isBetween =
        request.wantsStates && whole.outcome.lastActionIsDone && last < trials.count - 1
      if isBetween { return (0..<last).map { replay(number: $0, of: whole, isLast: false) } }
    case .unresolved(_, let action): last = number(of: action)
    }
    return (0...last).map { replay(number: $0, of: whole, isLast: $0 == last) }
  }

  /// Returns the number of the trial that has an action of the request.
  private func number(of action: Int?) -> Int {
    guard let action else { return 0 }
    return max(0, (numbers.firstIndex { $0 > action } ?? trials.count) - 1)
  }

  /// Returns the replay of one trial, with what led to the first one's state.
  private func replay(number: Int, of whole: ReplayedSession, isLast: Bool) -> ReplayedSession {
    let first = number == 0 ? 0 : numbers[number]
    let steps = whole.steps.filter { $0.index >= first && $0.index < numbers[number + 1] }
      .map { step in
        ReplayedSession.Step(
          index: own(step.index, number: number),
          inputs: step.inputs,
          isAllowed: step.isAllowed,
          state: step.state
        )
      }
    let start = starts[number].map {
      ReplayedSession.Step(index: trials[number].position, state: $0)
    }
    return ReplayedSession(
      start: start ?? whole.start,
      steps: steps,
      madeItsStart: number == 0 && whole.madeItsStart,
      outcome: isLast ? outcome(whole.outcome, number: number) : .survived(trials[number])
    )
  }

  private func outcome(
    _ outcome: ReplayProgram.Outcome,
    number: Int
  ) -> ReplayProgram.Outcome {
    var outcome = outcome
    outcome.lastAction = outcome.lastAction.map { own($0, number: number) }
    if case .unresolved(let input, let action) = outcome.ending {
      outcome.ending = .unresolved(input: input, action: own(action, number: number))
    }
    return outcome
  }

  /// Returns the number that an action of a trial has in its session.
  private func own(_ index: Int, number: Int) -> Int {
    let offset = index - numbers[number]
    return trials[number].steps.indices.contains(offset)
      ? trials[number].steps[offset].index : index
  }
}

extension ReplayProgram.Outcome {
  /// The outcome of a trial after which the program went on.
  fileprivate static func survived(_ trial: MinimizationProbe.Trial) -> Self {
    Self(
      ending: .closed,
      lastAction: trial.steps.last?.index,
      lastActionIsDone: true,
      decodesState: true,
      errorText: "",
      backtrace: nil,
      addresses: nil,
      build: nil
    )
  }
}
