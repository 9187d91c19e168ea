import RewindJSON

/// What a recording knows of the last state in its log: how the next one is told from it.
///
/// The change is found before anything is encoded (``ChangeFinder``). Where secrets are replaced it
/// is found between texts, for what a rule replaces may be anything in them; and so it is after a
/// self-check has found that the memory of the state does not tell everything.
final class StateFollower<State> {
  /// How the next state differs from the last one.
  struct Step {
    /// The patch from the state before, as JSON text; nil where there is none to start from.
    let patch: [UInt8]?
    /// Whether the state is another than the one before.
    let isChange: Bool
    /// Where the change that was found does not lead to the state.
    let fault: Pointer?
  }

  private enum Way {
    case memory(ChangeFinder<State>)
    case texts(StateHistory<State>)
  }

  private let writer: ValueWriter<State>
  private let redactor: Redactor
  private var way: Way
  private var check: PatchCheck<State>?
  private var hasState = false

  init(_ kind: StateKind<State>, _ redactor: Redactor, isVerifying: Bool) {
    writer = kind.writer
    self.redactor = redactor
    if redactor.isIdle {
      way = .memory(kind.makeFinder())
      check = isVerifying ? PatchCheck(kind.writer) : nil
    } else {
      way = .texts(StateHistory(kind.writer, redactor))
    }
  }

  /// Whether a state is plainly the last one, so that it need not be looked at.
  func isKnownToBe(_ state: State) -> Bool {
    switch way {
    case .memory(let finder): finder.isKnownToBe(state)
    case .texts(let history): history.isKnownToBe(state)
    }
  }

  /// Takes the next state in.
  ///
  /// `keepsState` makes ``isKnownToBe(_:)`` possible; a finder keeps the state in any case.
  func advance(to state: State, keepsState: Bool = true) -> Step {
    switch way {
    case .memory(let finder): find(state, finder)
    case .texts(let history): compare(state, history, keepsState: keepsState)
    }
  }

  /// The whole state as JSON text, without secrets.
  func text(of state: State) -> [UInt8] {
    var text: [UInt8] = []
    writer.write(state, to: &text)
    redactor.redact(&text, from: 0)
    return text
  }

  private func find(_ state: State, _ finder: ChangeFinder<State>) -> Step {
    guard hasState else {
      hasState = true
      finder.begin(with: state)
      check?.begin(with: state)
      return Step(patch: nil, isChange: true, fault: nil)
    }
    var patch: [UInt8] = []
    let isChange = finder.advance(to: state, appendingPatchTo: &patch)
    guard let fault = check?.fault(of: patch, to: state) else {
      return Step(patch: patch, isChange: isChange, fault: nil)
    }
    // From here on nothing is believed but texts; the state itself goes to the log whole.
    var history = StateHistory(writer, redactor)
    history = history.advanced(to: state).history
    way = .texts(history)
    check = nil
    return Step(patch: nil, isChange: true, fault: fault)
  }

  private func compare(
    _ state: State,
    _ history: StateHistory<State>,
    keepsState: Bool
  ) -> Step {
    let step = history.advanced(to: state, keepsState: keepsState)
    way = .texts(step.history)
    return Step(patch: step.patch, isChange: step.isChange, fault: nil)
  }
}

/// What is known of a type of states when its store is attached: how they are written, and how their
/// changes are found.
struct StateKind<State> {
  let writer: ValueWriter<State>
  let makeFinder: () -> ChangeFinder<State>

  /// States that are written by their `encode(to:)`.
  init() where State: Encodable {
    writer = ValueWriter()
    makeFinder = { ChangeFinder() }
  }

  /// States that are written by reflection.
  init() {
    writer = ValueWriter()
    makeFinder = { ChangeFinder() }
  }
}
